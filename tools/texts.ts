// Adds texts in all six languages at once: node tools/texts.ts file.json, where the file holds
// { "key": ["en-US", "pt-PT", "es-ES", "fr-FR", "de-DE", "el-GR"], … }. An existing key is replaced; keys stay sorted.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { languages } from '../packages/locales/src/languages.ts'
import { asked, refuse } from './process/command.ts'

const usage = 'usage: node tools/texts.ts file.json   ({ "key": [one text a language], … })'
const [file, ...more] = asked(usage, { allowPositionals: true }).positionals
if (file === undefined || more.length > 0) refuse(usage)
const added = textsOf(file)

for (const [index, language] of languages.entries()) {
  const catalogue = new URL(`../packages/locales/src/${language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(catalogue, 'utf8')) as Record<string, string>
  for (const [key, all] of Object.entries(added)) texts[key] = all[index]!
  const sorted = Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const fresh = new URL(`${catalogue.href}.new`)
  writeFileSync(fresh, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(fresh, catalogue)
}
console.log(`${Object.keys(added).length} texts in ${languages.length} languages`)

/** What the file holds, each key with its texts. */
function textsOf(file: string): Record<string, readonly string[]> {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const keys =
    typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : refuse(`${file}: ${usage}`)
  for (const [key, texts] of keys as [string, unknown][])
    if (!Array.isArray(texts) || texts.length !== languages.length || texts.some(text => typeof text !== 'string' || text === ''))
      refuse(`${file}: ${key}: one text a language, please: ${languages.join(', ')}`)
  return Object.fromEntries(keys)
}
