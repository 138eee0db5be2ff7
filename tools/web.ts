import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Builds the screens if anything they are made of has changed since. */
export function buildWeb(tell: (progress: string) => void = console.log) {
  const stamp = join(DIST, '.made-of')
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  tell('Building the screens …')
  const { status } = spawnSync('node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the screens do not build')
  writeFileSync(stamp, now)
}
