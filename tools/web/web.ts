import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isAlive } from '../process/alive.ts'

const DIST = 'apps/web/dist'
/** What the screens were built of. */
const STAMP = '.made-of'
const CACHE = resolve('node_modules/.cache')
/** Takes the place of the old screens when it is complete. */
const NEXT = join(CACHE, 'screens')
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
  rmSync(DIST, { recursive: true, force: true })
  renameSync(NEXT, DIST)
}

function isBuiltOf(sources: string): boolean {
  const stamp = join(DIST, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Starts `buildWeb` in a process of its own; who needs the screens awaits `webBuilt`. */
export function startBuildingWeb(): void {
  const { pid } = spawn(process.execPath, [resolve(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
  if (pid === undefined) throw new Error('the build of the screens does not start')
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(RUNNING, String(pid))
}

/** The end of a build that `startBuildingWeb` has started. */
export const endBuildingWeb = (): void => rmSync(RUNNING, { force: true })

/** Awaits a build that runs beside this program. Answers whether the screens are built of the present sources. */
export async function webBuilt(): Promise<boolean> {
  while (existsSync(RUNNING) && isAlive(Number(readFileSync(RUNNING, 'utf8')))) await pause(200)
  return isBuiltOf(fingerprint())
}
