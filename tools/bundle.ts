// Sums the JavaScript that a first visit loads before its page is there, gzipped: the entry, the page's own part, and
// everything that they import at once. What a page fetches afterwards (charts, maps, dialogs) does not count.
// node tools/bundle.ts [dist]   fails above the limit.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

const limit = 200 * 1024
const web = join(dirname(fileURLToPath(import.meta.url)), '../apps/web')

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

/** The file of a page, as the door of its slice names it; undefined while nobody has built it. */
function fileOf(page: string): string | undefined {
  for (const slice of readdirSync(join(web, 'src'))) {
    const door = join(web, 'src', slice, 'index.ts')
    if (!existsSync(door)) continue
    const named = new RegExp(`'${page}': \\(\\) => import\\('\\./([^']+)'\\)`).exec(readFileSync(door, 'utf8'))?.[1]
    if (named) return `src/${slice}/${named}`
  }
  return undefined
}

function main(dist: string): void {
  const manifestFile = join(dist, '.vite/manifest.json')
  if (!existsSync(manifestFile)) throw new Error(`${manifestFile} is not there: build the web first`)
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const size = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const shell = 'src/app/AppShell.tsx'
  const visits = { '/login': [fileOf('/login')], '/farmview': [shell in manifest ? shell : undefined, fileOf('/farmview')] }
  for (const [page, parts] of Object.entries(visits)) {
    const starts = ['index.html', ...parts.filter(part => part !== undefined)]
    const sizes = closure(manifest, starts).map(file => ({ file, bytes: size(file) }))
    const sum = sizes.reduce((total, one) => total + one.bytes, 0)
    console.log(`${page}: ${kb(sum)} of JavaScript gzipped in ${sizes.length} files, at most ${kb(limit)}`)
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6)
    for (const { file, bytes } of largest) console.log(`  ${kb(bytes).padStart(9)}  ${file}`)
    if (sum > limit) process.exitCode = 1
  }
}

if (import.meta.main) main(process.argv[2] ?? join(web, 'dist'))
