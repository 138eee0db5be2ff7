import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const DIST = 'apps/web/dist'
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
  const stamp = join(DIST, '.made-of')
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  tell('Building the screens …')
  const { status } = spawnSync('node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the screens do not build')
  compress(join(DIST, 'assets'))
  writeFileSync(stamp, now)
}
