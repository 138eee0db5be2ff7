import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { freePort } from '../../apps/server/src/platform/network/freePort.ts'

export interface Server {
  readonly httpPort: number
  readonly mqttPort: number
  readonly url: string
  /** Starts the program; resolves when it is ready, rejects when it ends before. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** Resolves when it has ended, by whose hand ever. */
  readonly gone: () => Promise<void>
  /** Ends it; resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Holds it still with all that it has open, and lets it go on. */
  freeze(): void
  thaw(): void
  /** Resident memory once the garbage is taken out, MB. */
  memory(): Promise<number>
  /** Resident memory as it is, MB; NaN where there is no /proc. */
  resident(): number
  /** What it has computed so far, s of one processor; NaN where there is no /proc. */
  cpu(): number
  isRunning(): boolean
  /** How often it ended by itself. */
  crashes(): number
  /** The end of what it printed. */
  lastWords(): string
}

const PROGRAM = [
  '--expose-gc',
  ...['--import', './chaos/mutate.ts', '--import', './chaos/stage/collect.ts'],
  'apps/server/src/app/main.ts',
]
const READY_WITHIN = 60_000
const WORDS = 8_000

/** The server as people run it, in a process of its own, on ports that stay the same; changed as MUTANT and FAIL of the environment say. */
export async function aServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const httpPort = await freePort()
  const mqttPort = await freePort()
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let expected = false
  let crashes = 0
  let words = ''

  return {
    httpPort,
    mqttPort,
    url: `http://127.0.0.1:${httpPort}`,
    gone: () => ended,
    async start(env = {}) {
      expected = false
      const childProcess = spawn(process.execPath, PROGRAM, {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
          DEMO: 'off',
          UPLOADS_PER_MINUTE: '1000',
          SEARCHES_PER_SECOND: '1000',
          HTTP_PORT: String(httpPort),
          MQTT_PORT: String(mqttPort),
          ...settings,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = childProcess
      for (const stream of [childProcess.stdout, childProcess.stderr])
        stream?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-WORDS)))
      ended = new Promise<void>(done =>
        childProcess.once('exit', (code, signal) => {
          if (!expected) {
            crashes++
            words += `\n(the server ended by itself: ${code ?? signal})`
          }
          done()
        }),
      )
      await new Promise<void>((done, fail) => {
        const late = setTimeout(() => fail(new Error(`the server was not ready in time\n${words}`)), READY_WITHIN)
        childProcess.on('message', (message: { ready?: string }) => {
          if (!message.ready) return
          clearTimeout(late)
          done()
        })
        childProcess.once('exit', () => {
          clearTimeout(late)
          fail(new Error(`the server ended before it was ready\n${words}`))
        })
      })
    },
    async kill(signal = 'SIGKILL') {
      expected = true
      // Who is held still hears nothing.
      child?.kill('SIGCONT')
      child?.kill(signal)
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async memory() {
      const childProcess = child
      if (!childProcess) return Number.NaN
      const collected = new Promise<void>(done =>
        childProcess.on('message', (message: { collected?: boolean }) => message.collected && done()),
      )
      childProcess.send({ collect: true })
      await Promise.race([collected, ended])
      return residentMegabytes(childProcess.pid)
    },
    resident: () => residentMegabytes(child?.pid),
    cpu: () => computedSeconds(child?.pid),
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    crashes: () => crashes,
    lastWords: () => words,
  }
}

/** As the kernel tells it; NaN where there is no /proc. */
function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** The kernel counts hundredths of a second, the 14th and the 15th word. */
function computedSeconds(pid: number | undefined): number {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(words[11]) + Number(words[12])) / 100
  } catch {
    return Number.NaN
  }
}
