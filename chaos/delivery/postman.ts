import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

/** The worker as people run it, killed as nobody would; its time is told. */
export function aPostman(settings: Readonly<Record<string, string>>, now: () => number) {
  let child: ChildProcess | undefined
  let ended = Promise.resolve()
  let crashes = 0
  let words = ''
  return {
    crashes: () => crashes,
    lastWords: () => words,
    async start() {
      const childProcess = spawn(process.execPath, ['--import', './chaos/mutate.ts', 'chaos/delivery/worker.ts'], {
        env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal', ...settings, NOW: String(now()) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = childProcess
      for (const stream of [childProcess.stdout, childProcess.stderr])
        stream?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_000)))
      ended = new Promise(done =>
        childProcess.once('exit', (code, signal) => {
          if (signal !== 'SIGKILL') crashes++
          words += `\n(ended: ${code ?? signal})`
          done()
        }),
      )
      await new Promise<void>((done, fail) => {
        childProcess.once('message', () => done())
        childProcess.once('exit', () => fail(new Error(`the worker ended before it was ready\n${words}`)))
      })
    },
    tell: () => void (child?.connected && child.send({ now: now() })),
    async kill() {
      child?.kill('SIGKILL')
      await ended
    },
  }
}
export type Postman = ReturnType<typeof aPostman>
