// The one door of every npm command. It runs on any Node from 20 on, installs what is missing,
// and hands over to the Node that the lock file pins.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'start', ...rest] = process.argv.slice(2)
process.chdir(root)

// npm writes its own account of what lies in node_modules when it is done; older than the lock file, it is not up to date.
const written = file => (existsSync(join(root, file)) ? statSync(join(root, file)).mtimeMs : 0)
if (written('node_modules/.package-lock.json') < written('package-lock.json')) {
  console.log('Installing what is missing (once, about a minute) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ''}. Mend the network or the lock file and try again.`)
    process.exit(1)
  }
}

const bundled = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
const node = existsSync(bundled) ? bundled : process.execPath
const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()
const [major = 0, minor = 0] = version.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(`Steading needs Node 24.15 or newer and found ${version}; no bundled Node exists for this platform.`)
  process.exit(1)
}

// Tools that say `#!/usr/bin/env node` must find ours first, however this was started.
const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const child = spawn(node, [join(root, 'tools', `${command}.ts`), ...rest], { stdio: 'inherit', env: { ...process.env, PATH } })
let asked = false
const end = signal => {
  asked = true
  child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
// npm passes a polite kill to its shell alone, which goes without a word; killed itself it leaves its shell behind. Who finds
// itself or that shell adopted ends too.
const caller = process.ppid
const shellOfNpm = process.env.npm_lifecycle_event !== undefined && statOf(caller)?.name.endsWith('sh')
const npm = shellOfNpm ? statOf(caller)?.parent : undefined
const watch = setInterval(() => {
  if (process.ppid === caller && (!npm || statOf(caller)?.parent === npm)) return
  clearInterval(watch)
  end('SIGTERM')
}, 500)
/** Name and parent of a process, where the system tells. */
function statOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent }
  } catch {
    return undefined // not Linux, or gone
  }
}
child.on('exit', (code, signal) => {
  if (signal && !asked) console.error(`npm run ${command} ended: killed by ${signal}.`)
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
})
