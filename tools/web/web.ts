import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isAlive } from '../process/alive.ts'
import { PATIENCE } from '../testing/patience.ts'

const DIST = 'apps/web/dist'
/** File beside the screens: the fingerprint of their sources. */
const STAMP = '.made-of'
const CACHE = resolve('node_modules/.cache')
/** The new screens of this process, until they are complete. */
const NEXT = join(CACHE, `screens-${process.pid}`)
/** There while a build runs beside other programs; holds its process id. */
const RUNNING = join(CACHE, 'screens.building')
const SOURCES = ['apps/web', 'packages/contract/src', 'packages/rules/src', 'packages/locales/src', 'package-lock.json']

/** Names, sizes and times of all that the screens are made of. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const walk = (path: string) => {
    const stat = statSync(path)
    if (stat.isFile()) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    else for (const name of readdirSync(path).toSorted()) if (name !== 'dist' && name !== 'node_modules') walk(join(path, name))
  }
  for (const source of SOURCES) walk(source)
  return hash.digest('hex')
}

/** Beside each file a compressed one, made once: the server only picks. */
function compress(folder: string) {
  for (const name of readdirSync(folder).filter(one => /\.(js|css|json|svg)$/.test(one))) {
    const content = readFileSync(join(folder, name))
    if (content.length < 1024) continue
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}

/** Builds the screens if anything they are made of has changed since. */
export function buildWeb(tell: (progress: string) => void = console.log) {
  const now = fingerprint()
  if (isBuiltOf(now)) return
  tell('Building the screens …')
  const args = ['build', 'apps/web', '--logLevel', 'warn', '--outDir', NEXT, '--emptyOutDir']
  const { status } = spawnSync('node_modules/.bin/vite', args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('the screens do not build')
  compress(join(NEXT, 'assets'))
  writeFileSync(join(NEXT, STAMP), now)
  // Who reads them at the same time finds the old ones or the new ones.
  if (existsSync(DIST)) renameSync(DIST, `${NEXT}-old`)
  renameSync(NEXT, DIST)
  rmSync(`${NEXT}-old`, { recursive: true, force: true })
}

function isBuiltOf(sources: string): boolean {
  const stamp = join(DIST, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Runs `buildWeb` in a process of its own; who needs the screens calls `awaitWebBuild`. Answers whether it succeeded. */
export async function buildWebAside(): Promise<boolean> {
  mkdirSync(CACHE, { recursive: true })
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
  if (child.pid === undefined) throw new Error('the build of the screens does not start')
  writeFileSync(RUNNING, String(child.pid))
  const [code] = (await once(child, 'exit')) as [number | null]
  rmSync(RUNNING, { force: true })
  return code === 0
}

/** Awaits a build that runs beside this program. @throws Error where the screens are not built of the present sources */
export async function awaitWebBuild(): Promise<void> {
  const end = performance.now() + PATIENCE.page
  while (existsSync(RUNNING) && isAlive(Number(readFileSync(RUNNING, 'utf8'))) && performance.now() < end) await pause(200)
  if (!isBuiltOf(fingerprint())) throw new Error('the screens are not built: npm test builds them')
}
