// Sums what a first visit loads before its page is there, gzipped: JavaScript, and texts and styles together, of the entry, the
// page's own part, and everything that they import at once. What a page fetches afterwards (charts, maps, dialogs) does not count.
// node tools/web/bundle.ts [dist]   fails above a limit.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pageModules, PRELOADS } from '../../apps/web/build/preloads.ts'
import type { Preloads } from '../../apps/web/build/preloads.ts'
import { asked, refuse } from '../process/command.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Bytes of JavaScript. */
export const LIMIT = 200_000
/** Bytes of texts and styles together. */
export const DATA_LIMIT = 60_000
const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

/** The scripts and style sheets of these chunks and of all that they import at once. */
export function closure(manifest: Manifest, starts: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the manifest has no ${name}`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.css?.forEach(file => seen.add(file))
    chunk.imports?.forEach(visit)
  }
  starts.forEach(visit)
  return [...seen]
}

/** Files that a script or a text file of the build asks for and that are not in it: what they belong to would never come. */
export function absentFiles(dist = join(web, 'dist')): string[] {
  const scripts = readdirSync(join(dist, 'assets')).filter(file => /\.js(on)?$/.test(file))
  const named = scripts.flatMap(file =>
    [...readFileSync(join(dist, 'assets', file), 'utf8').matchAll(/"(assets\/[\w-]+\.(?:js|css|json))"/g)].map(
      found => found[1]!,
    ),
  )
  if (named.length === 0) throw new Error('no script of the build asks for any other')
  return [...new Set(named)].filter(file => !existsSync(join(dist, file)))
}

export interface Visit {
  readonly page: string
  /** What is counted together. */
  readonly what: string
  readonly limit: number
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
  /** Sum of the files, gzipped. */
  readonly bytes: number
}

/** The first visits: before anybody signed in, and straight to the home page; scripts, and the rest in each language. */
export function firstVisits(dist = join(web, 'dist')): Visit[] {
  const read = (file: string) => {
    if (!existsSync(join(dist, file))) throw new Error(`${join(dist, file)} is not there: build the web first`)
    return readFileSync(join(dist, file), 'utf8')
  }
  const manifest: Manifest = JSON.parse(read('.vite/manifest.json'))
  const preloads: Preloads = JSON.parse(read(PRELOADS))
  const size = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const modules = pageModules(web)
  return ['/login', '/farmview'].flatMap(page => {
    const module = modules[page]
    if (module === undefined) throw new Error(`nobody builds ${page}`)
    const loaded = closure(manifest, ['index.html', module])
    const visit = (what: string, limit: number, names: readonly string[]): Visit => {
      const files = names.map(file => ({ file, bytes: size(file) }))
      return { page, what, limit, files, bytes: files.reduce((total, file) => total + file.bytes, 0) }
    }
    const styles = loaded.filter(file => file.endsWith('.css'))
    const parts = preloads.pages[page]?.texts ?? []
    return [
      visit(
        'JavaScript',
        LIMIT,
        loaded.filter(file => file.endsWith('.js')),
      ),
      ...Object.entries(preloads.texts).map(([language, texts]) =>
        visit(`texts in ${language} and styles`, DATA_LIMIT, [texts.start, ...parts.map(part => texts.parts[part]!), ...styles]),
      ),
    ]
  })
}

/** As a command: what is not built is told in a sentence. */
function shown(dist: string | undefined): Visit[] {
  try {
    return firstVisits(dist)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

if (import.meta.main) {
  const usage = 'usage: node tools/web/bundle.ts [dist]'
  const { positionals } = asked(usage, { allowPositionals: true })
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  for (const { page, what, limit, files, bytes } of shown(positionals[0])) {
    console.log(`${page}: ${kb(bytes)} of ${what} gzipped in ${files.length} files, at most ${kb(limit)}`)
    const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6)
    for (const one of largest) console.log(`  ${kb(one.bytes).padStart(9)}  ${one.file}`)
    if (bytes > limit) process.exitCode = 1
  }
}
