// Adds texts in all six languages at once: node tools/texts.ts file.json, where the file holds
// { "key": ["en-US", "pt-PT", "es-ES", "fr-FR", "de-DE", "el-GR"], … }. An existing key is replaced; keys stay sorted.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { languages } from '../packages/locales/src/languages.ts'

const added = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, readonly string[]>
for (const [key, texts] of Object.entries(added))
  if (texts.length !== languages.length || texts.some(text => !text)) throw new Error(`${key}: one text a language, please`)

for (const [index, language] of languages.entries()) {
  const file = new URL(`../packages/locales/src/${language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  for (const [key, all] of Object.entries(added)) texts[key] = all[index]!
  const sorted = Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const fresh = new URL(`${file.href}.new`)
  writeFileSync(fresh, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(fresh, file)
}
console.log(`${Object.keys(added).length} texts in ${languages.length} languages`)
