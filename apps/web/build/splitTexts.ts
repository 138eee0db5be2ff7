import { type Language, languages } from '@steading/locales/languages'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { gzipSync } from 'node:zlib'
import type { Start } from '../src/platform/startFile.ts'
import { type Chunk, closureOf, isStyle } from './closure.ts'
import type { Prices } from './mergeChunks.ts'
import { parsed } from './precompileMessages.ts'
import { type TextPlan, planTexts } from './planTexts.ts'
import { keyFinder } from './usedKeys.ts'

/** The text files of a build. */
export interface TextFiles {
  /** File of the start and files of the parts, by language. */
  readonly files: Readonly<Record<string, { readonly start: string; readonly parts: readonly string[] }>>
  /** Places of the parts, by the file of a chunk that is imported on demand. */
  readonly needs: TextPlan['needs']
}

const META = '<meta name="texts" content="" />'
const read = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`@steading/locales/${language}.json`), 'utf8'))

/**
 * Divides the texts by who uses them, and writes a file a language and part; the start file also lists what each chunk needs. Which
 * keys a chunk uses is read from its code, so that nobody has to list them. `isFirst`: modules of the pages that one comes to first.
 */
export function splitTexts({ file, isFirst }: Pick<Prices, 'file'> & { readonly isFirst: (module: string) => boolean }): {
  readonly plugin: Plugin
  readonly written: () => TextFiles
} {
  let written: TextFiles | undefined
  const known = () => {
    if (!written) throw new Error('the texts are not written yet')
    return written
  }
  const plugin: Plugin = {
    name: 'split-texts',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const texts = new Map(languages.map(language => [language, read(language)]))
        const plan = planTexts(usesOf(chunks, Object.keys(read('en-US')), isFirst), keys => sizeOf(keys, texts), { file })
        const chunkNeeds = needsOf(chunks, plan)
        const emit = (content: Start | Start['texts']) =>
          this.getFileName(this.emitFile({ type: 'asset', name: 'texts.json', source: JSON.stringify(content) }))
        const files = languages.map(language => {
          const pick = (keys: readonly string[]): Start['texts'] =>
            parsed(Object.fromEntries(keys.map(key => [key, texts.get(language)![key]!])))
          const parts = plan.parts.map(keys => emit(pick(keys)))
          return [language, { start: emit({ texts: pick(plan.start), parts, ...chunkNeeds }), parts }] as const
        })
        written = { files: Object.fromEntries(files), needs: plan.needs }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        if (!page.includes(META)) throw new Error('the page has no place for its texts')
        const starts = Object.entries(known().files).map(([language, { start }]) => `${language} ${start}`)
        return page.replace(META, META.replace('""', `"${starts.join(', ')}"`))
      },
    },
  }
  return { plugin, written: known }
}

/** The size of some texts, gzipped, in the language where it is largest. */
const sizeOf = (keys: readonly string[], texts: ReadonlyMap<Language, Readonly<Record<string, string>>>) =>
  Math.max(...[...texts.values()].map(all => gzipSync(JSON.stringify(keys.map(key => [key, all[key]]))).length))

/** Which keys the chunks of a build use. */
export function usesOf(chunks: readonly Chunk[], keys: readonly string[], isFirst: (module: string) => boolean) {
  const find = keyFinder(keys)
  const byChunk = new Map(chunks.map(chunk => [chunk, find(chunk.code)]))
  const usedBy = (starts: readonly Chunk[]) => new Set([...closureOf(chunks, starts)].flatMap(chunk => [...byChunk.get(chunk)!]))
  const first = chunks.filter(({ isEntry, facadeModuleId }) => isEntry || (facadeModuleId && isFirst(facadeModuleId)))
  const lazy = chunks.filter(chunk => chunk.isDynamicEntry)
  return { start: usedBy(first), chunks: new Map(lazy.map(chunk => [chunk.fileName, usedBy([chunk])])) }
}

/** What each chunk that is imported on demand needs beyond the entries, as the start file lists it. */
export function needsOf(chunks: readonly Chunk[], { needs }: Pick<TextPlan, 'needs'>): Pick<Start, 'scripts' | 'needs'> {
  const always = closureOf(
    chunks,
    chunks.filter(chunk => chunk.isEntry),
  )
  const places = new Map<string, number>()
  const place = (file: string) => {
    const known = places.get(file) ?? places.size
    places.set(file, known)
    return known
  }
  const lists = chunks
    .filter(chunk => chunk.isDynamicEntry)
    .map(chunk => {
      const scripts = [...closureOf(chunks, [chunk])].filter(one => one !== chunk && !always.has(one) && !isStyle(one))
      return [chunk.fileName, [scripts.map(one => place(one.fileName)), needs[chunk.fileName] ?? []]] as const
    })
    .filter(([, [scripts, parts]]) => scripts.length + parts.length > 0)
  return { scripts: [...places.keys()], needs: Object.fromEntries(lists) }
}
