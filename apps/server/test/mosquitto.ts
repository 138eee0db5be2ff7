import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { freePort } from '../src/platform/freePort.ts'

/** Where this machine has the broker; undefined: it has none, and tests that need it are skipped. */
export const MOSQUITTO = ['mosquitto', '/usr/sbin/mosquitto'].find(one => spawnSync(one, ['-h']).error === undefined)

const answers = (port: number) =>
  new Promise<boolean>(done => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

/** A broker of the market at its defaults, on a free port. */
export async function aMosquitto() {
  const port = await freePort()
  const start = () => spawn(MOSQUITTO ?? 'mosquitto', ['-p', String(port)], { stdio: 'ignore' })
  const up = async () => {
    while (!(await answers(port))) await new Promise(go => setTimeout(go, 20))
  }
  let program = start()
  await up()
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
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
  }
}
export type Mosquitto = Awaited<ReturnType<typeof aMosquitto>>
