import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** What the server preloads with the page: files by language and by page path, with `{name}` for a parameter. */
export interface Preloads {
  /** The file of its texts, by language. */
  readonly texts: Readonly<Record<string, string>>
  /** The scripts and style sheets of a page that the start page does not load already. */
  readonly pages: Readonly<Record<string, readonly string[]>>
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

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports'> & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined
}

/** The chunks that these import at once, themselves included. */
function closure(chunks: ReadonlyMap<string, Chunk>, starts: readonly Chunk[]): ReadonlySet<Chunk> {
  const reached = new Set(starts)
  // A set goes on over what is added meanwhile.
  for (const chunk of reached)
    for (const name of chunk.imports) {
      const next = chunks.get(name)
      if (next) reached.add(next)
    }
  return reached
}

const filesOf = (chunk: Chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]

/** The files of a page beyond those of the entries. */
export function pageFiles(chunks: readonly Chunk[], page: Chunk, entries: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const loaded = new Set([...closure(byName, entries)].flatMap(filesOf))
  return [...new Set([...closure(byName, [page])].flatMap(filesOf))].filter(file => !loaded.has(file))
}

/** Writes the list of files that the server preloads with the page. */
export const listPreloads = (web: string): Plugin => ({
  name: 'list-preloads',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter(file => file.type === 'chunk')
      const entries = chunks.filter(chunk => chunk.isEntry)
      const pages = Object.entries(pageModules(web)).flatMap(([path, module]) => {
        const page = chunks.find(chunk => chunk.facadeModuleId === join(web, module))
        return page ? [[path, pageFiles(chunks, page, entries)] as const] : []
      })
      const texts = files.flatMap(file => {
        const language = file.type === 'asset' && /^([a-z]{2}-[A-Z]{2})\.json$/.exec(file.names[0] ?? '')?.[1]
        return language ? [[language, file.fileName] as const] : []
      })
      const preloads: Preloads = { texts: Object.fromEntries(texts), pages: Object.fromEntries(pages) }
      this.emitFile({ type: 'asset', fileName: PRELOADS, source: JSON.stringify(preloads) })
    },
  },
})
