import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Chunk as AnyChunk, closureOf } from './closure.ts'
import type { TextFiles } from './splitTexts.ts'

/** What the server preloads with the page: files by language and by page path, with `{name}` for a parameter. */
export interface Preloads {
  /** Text files by language: the one of every visit, and the parts that some pages need. */
  readonly texts: TextFiles['files']
  /** The scripts and style sheets of a page that the start page does not load already, and places of its texts in `parts`. */
  readonly pages: Readonly<Record<string, { readonly files: readonly string[]; readonly texts: readonly number[] }>>
}

/** Where the build leaves the list, below the folder of the screens. */
export const PRELOADS = '.vite/preloads.json'

/** Module of each page by its path, relative to the web app. The index of a slice names it directly or by a constant. */
export function pageModules(web: string): Readonly<Record<string, string>> {
  const doors = readdirSync(join(web, 'src')).filter(slice => existsSync(join(web, 'src', slice, 'index.ts')))
  const pages = doors.flatMap(slice => {
    const door = readFileSync(join(web, 'src', slice, 'index.ts'), 'utf8')
    const modules = new Map(
      [...door.matchAll(/const (\w+) = \(\) => import\('\.\/([^']+)'\)/g)].map(([, name, file]) => [name!, file!]),
    )
    const entries = [...door.matchAll(/^ {2}'(\/[^']*)': (?:\(\) => import\('\.\/([^']+)'\)|(\w+))/gm)]
    return entries.map(([, path, file, name]) => {
      const module = file ?? modules.get(name!)
      if (module === undefined) throw new Error(`${slice}: no module of the page ${path}`)
      return [path!, `src/${slice}/${module}`] as const
    })
  })
  return Object.fromEntries(pages)
}

type Chunk = Pick<AnyChunk, 'fileName' | 'imports'> & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined
}

const filesOf = (chunk: Chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]

/** The files of a page beyond those of the entries. */
export function pageFiles(chunks: readonly Chunk[], page: Chunk, entries: readonly Chunk[]): string[] {
  const loaded = new Set([...closureOf(chunks, entries)].flatMap(filesOf))
  return [...new Set([...closureOf(chunks, [page])].flatMap(filesOf))].filter(file => !loaded.has(file))
}

/** Writes the list of files that the server preloads with the page. `texts`: the text files, once they are written. */
export const listPreloads = (web: string, texts: () => TextFiles): Plugin => ({
  name: 'list-preloads',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const { files, needs } = texts()
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const entries = chunks.filter(chunk => chunk.isEntry)
      const pages = Object.entries(pageModules(web)).flatMap(([path, module]) => {
        const page = chunks.find(chunk => chunk.facadeModuleId === join(web, module))
        return page ? [[path, { files: pageFiles(chunks, page, entries), texts: needs[page.fileName] ?? [] }] as const] : []
      })
      const preloads: Preloads = { texts: files, pages: Object.fromEntries(pages) }
      this.emitFile({ type: 'asset', fileName: PRELOADS, source: JSON.stringify(preloads) })
    },
  },
})
