// Sums the JavaScript that a first visit loads before its page is there, gzipped: the entry, the page's own part, and
// everything that they import at once. What a page fetches afterwards (charts, maps, dialogs) does not count.
// node tools/web/bundle.ts [dist]   fails above the limit.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pageModules } from '../../apps/web/build/preloads.ts'
import { asked, refuse } from '../process/command.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Bytes. */
export const LIMIT = 200_000
const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web')

/** The JavaScript files of these chunks and of all that they import at once. */
export function closure(manifest: Manifest, starts: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the manifest has no ${name}`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  starts.forEach(visit)
  return [...seen].filter(file => file.endsWith('.js'))
}

/** Files that a script of the build asks for and that are not in it: what they belong to would never come. */
export function absentFiles(dist = join(web, 'dist')): string[] {
  const scripts = readdirSync(join(dist, 'assets')).filter(file => file.endsWith('.js'))
  const named = scripts.flatMap(file =>
    [...readFileSync(join(dist, 'assets', file), 'utf8').matchAll(/"(assets\/[\w-]+\.(?:js|css))"/g)].map(found => found[1]!),
  )
  if (named.length === 0) throw new Error('no script of the build asks for any other')
  return [...new Set(named)].filter(file => !existsSync(join(dist, file)))
}

export interface Visit {
  readonly page: string
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
  /** Sum of the files, gzipped. */
  readonly bytes: number
}

/** The first visits: before anybody signed in, and straight to the home page. */
export function firstVisits(dist = join(web, 'dist')): Visit[] {
  const manifestFile = join(dist, '.vite/manifest.json')
  if (!existsSync(manifestFile)) throw new Error(`${manifestFile} is not there: build the web first`)
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const size = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const modules = pageModules(web)
  const pages = { '/login': [modules['/login']], '/farmview': [modules['/farmview']] }
  return Object.entries(pages).map(([page, parts]) => {
    if (parts.includes(undefined)) throw new Error(`nobody builds ${page}`)
    const starts = ['index.html', ...parts.filter(part => part !== undefined)]
    const files = closure(manifest, starts).map(file => ({ file, bytes: size(file) }))
    return { page, files, bytes: files.reduce((total, file) => total + file.bytes, 0) }
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
  for (const { page, files, bytes } of shown(positionals[0])) {
    console.log(`${page}: ${kb(bytes)} of JavaScript gzipped in ${files.length} files, at most ${kb(LIMIT)}`)
    const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6)
    for (const one of largest) console.log(`  ${kb(one.bytes).padStart(9)}  ${one.file}`)
    if (bytes > LIMIT) process.exitCode = 1
  }
}
