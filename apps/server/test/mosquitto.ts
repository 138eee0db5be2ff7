import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/platform/network/freePort.ts'

/** Where this machine has the broker; undefined: it has none, and tests that need it are skipped. */
export const MOSQUITTO = ['mosquitto', '/usr/sbin/mosquitto'].find(one => spawnSync(one, ['-h']).error === undefined)
/** Its plugin for users and access rules, where the machine has it. */
export const DYNAMIC_SECURITY = MOSQUITTO && globSync('/usr/lib/**/mosquitto_dynamic_security.so').find(path => existsSync(path))

const answers = (port: number) =>
  new Promise<boolean>(done => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

const ADMIN = { name: 'admin', password: 'Broker-horse-7' }

/** Settings of a broker that nobody enters without a user, with one user who manages the others. */
function protectedConfig(port: number, folder: string): string {
  const users = join(folder, 'dynamic-security.json')
  const spawnSyncReturns = spawnSync('mosquitto_ctrl', ['dynsec', 'init', users, ADMIN.name, ADMIN.password], {
    encoding: 'utf8',
  })
  if (spawnSyncReturns.status !== 0) throw new Error(`mosquitto_ctrl: ${spawnSyncReturns.stderr}`)
  const file = join(folder, 'mosquitto.conf')
  // As root it would become a user who may not write its own folder.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `plugin ${DYNAMIC_SECURITY}`,
    `plugin_opt_config_file ${users}`,
  ]
  writeFileSync(file, [...user, ...lines, ''].join('\n'))
  return file
}

/** A broker of the market on a free port: at its defaults, or protected by its dynamic security plugin. */
export async function aMosquitto({ isProtected = false } = {}) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'steading-mosquitto-'))
  const args = isProtected ? ['-c', protectedConfig(port, folder)] : ['-p', String(port)]
  const start = () => spawn(MOSQUITTO ?? 'mosquitto', args, { stdio: 'ignore' })
  const up = async () => {
    while (!(await answers(port))) await new Promise(go => setTimeout(go, 20))
  }
  let program = start()
  await up()
  return {
    port,
    url: `mqtt://${isProtected ? `${ADMIN.name}:${ADMIN.password}@` : ''}127.0.0.1:${port}`,
    kill: (signal: NodeJS.Signals = 'SIGKILL') =>
      new Promise<void>(done => {
        program.once('exit', () => done())
        program.kill(signal)
      }),
    /** Holds it still with all its connections, and lets it go on. */
    freeze: () => void program.kill('SIGSTOP'),
    thaw: () => void program.kill('SIGCONT'),
    async restart() {
      program = start()
      await up()
    },
    /** Ends it and removes its files. */
    async close() {
      await this.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Mosquitto = Awaited<ReturnType<typeof aMosquitto>>
