import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import { simpleParser } from './mail.ts'
import type { Mail } from './mail.ts'
import { SMTPServer } from 'smtp-server'
import { inject } from 'vitest'
import { boxFolders, pointBoxes } from '../apps/server/src/demo/plan.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { PATIENCE } from '../tools/testing/patience.ts'
import { awaitWebBuild } from '../tools/web/web.ts'
import { awaitDemo } from './demo.ts'
import { freePort } from '../apps/server/src/platform/network/freePort.ts'

/** The programs as people run them, over data of their own: database, server, boxes, a mailbox. */
export interface Stage {
  readonly url: string
  readonly mqttPort: number
  readonly password: string
  readonly mails: readonly Mail[]
  readonly dataDir: string
  /** What the server printed when it found nobody. */
  readonly setupCode: () => string | undefined
  /** Stops and starts a program; what it held in memory is gone. */
  restart(name: 'server' | 'boxes', signal?: NodeJS.Signals): Promise<void>
  stop(name: 'server' | 'boxes', signal?: NodeJS.Signals): Promise<void>
  start(name: 'server' | 'boxes'): Promise<void>
  close(): Promise<void>
}

export interface StageOptions {
  readonly boxes?: boolean
  readonly bare?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** A copy of the demo without a past, as prepared.ts has made it, unless the platform shall be `bare`; starts server and boxes. Health is green when it resolves. */
export async function aStage({ boxes = true, bare = false, env = {} }: StageOptions = {}): Promise<Stage> {
  await awaitWebBuild()
  const { password, ...prepared } = await awaitDemo(inject('prepared'))
  const dataDir = aDataDir()
  if (!bare) execFileSync('cp', ['-a', `${prepared.dataDir}/.`, dataDir])
  const httpPort = await freePort()
  const mqttPort = await freePort()
  const smtpPort = await freePort()
  const mails: Mail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then(mail => (mails.push(mail), done()), done)
    },
  })
  await new Promise<void>(listening => smtp.listen(smtpPort, '127.0.0.1', listening))
  const settings = {
    ...process.env,
    NODE_OPTIONS: '',
    DATA_DIR: dataDir,
    HTTP_PORT: String(httpPort),
    MQTT_PORT: String(mqttPort),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DEMO: 'on',
    // No suite is to meet a planned drill because of the day it runs on.
    DRILLS: 'off',
    // Several suites ask in the name of one person, and faster than people do.
    UPLOADS_PER_MINUTE: '1000',
    SEARCHES_PER_SECOND: '1000',
    DOCUMENT_SECONDS: '600',
    ...env,
  }
  const url = `http://127.0.0.1:${httpPort}`
  const programs = new Map<string, ChildProcess>()
  const run = (program: string, args: readonly string[]) =>
    spawn(process.execPath, [program, ...args], { env: settings, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

  let setupCode: string | undefined
  const config = readConfig(settings)
  pointBoxes(config)
  const start = async (name: 'server' | 'boxes') => {
    const child =
      name === 'server' ? run('apps/server/src/app/main.ts', []) : run('apps/smartbox/src/app/main.ts', boxFolders(config))
    programs.set(name, child)
    const output = followOutput(child)
    child.on('message', (message: { setupCode?: string }) => (setupCode = message.setupCode ?? setupCode))
    if (name === 'server') await untilHealthy(url, child, output)
  }
  const stop = async (name: 'server' | 'boxes', signal: NodeJS.Signals = 'SIGTERM') => {
    const child = programs.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  await start('server')
  if (boxes && !bare) await start('boxes')
  return {
    url,
    mqttPort,
    password,
    mails,
    dataDir,
    setupCode: () => setupCode,
    start,
    stop,
    async restart(name, signal) {
      await stop(name, signal)
      await start(name)
    },
    async close() {
      await stop('boxes')
      await stop('server')
      await new Promise<void>(closed => smtp.close(closed))
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Begins the name of each stage's folder. */
export const STAGE_PREFIX = 'steading-e2e-'

/** A folder of its own; where root runs the tests the database runs as nobody, who must be able to enter. */
export function aDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), STAGE_PREFIX))
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** The end of the output that a failed start shows, characters. */
const OUTPUT = 8_000

/** Passes on what a program prints; answers the end of it. */
function followOutput(child: ChildProcess): () => string {
  let output = ''
  const follow = (from: Readable | null, to: NodeJS.WriteStream) =>
    from?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT)
      to.write(chunk)
    })
  follow(child.stdout, process.stdout)
  follow(child.stderr, process.stderr)
  return () => output
}

/** Waits for the server's health. @throws Error with its output when it stops before, or hangs */
async function untilHealthy(url: string, child: ChildProcess, output: () => string) {
  let isClosed = false
  // Its output is complete only when its streams are closed, too.
  child.once('close', () => (isClosed = true))
  for (const until = Date.now() + PATIENCE.poll; Date.now() < until;) {
    if (isClosed) throw new Error(`the server stopped at its start (${child.exitCode ?? child.signalCode}):\n${output()}`)
    const answer = await fetch(`${url}/services/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`the server did not become healthy:\n${output()}`)
}
