import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLAIM_LENGTH, claimCodeFrom } from '../../packages/contract/src/box/claim.ts'
import { freePort } from '../../apps/server/src/platform/network/freePort.ts'

/** Output of the steps, a file each. */
export const FOLDER = '.nightly'
const PASSWORD = 'Nightly-demo-1'
/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130
const startMs = 600_000
const endMs = 60_000

/** One command of the README; `run` answers what went wrong, or nothing. */
export interface Step {
  readonly command: string
  readonly run: () => Promise<string | undefined>
}

type Env = Readonly<Record<string, string>>

/** Starts a tool as npm does, its output in a file. */
function launch(name: string, args: readonly string[], env: Env = {}) {
  mkdirSync(FOLDER, { recursive: true })
  const log = createWriteStream(join(FOLDER, `${name}.log`))
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = once(child, 'exit').then(([code, signal]) => {
    log.end()
    return code === 0 || code === INTERRUPTED ? undefined : `ended with ${code ?? signal}`
  })
  return { child, ended }
}

const tool = (name: string, args: readonly string[] = [], env: Env = {}) => launch(name, [`tools/${name}.ts`, ...args], env).ended

/** Runs a command that ends by itself. */
const ends = (name: string, ...args: string[]): Step => ({ command: `npm run ${name}`, run: () => tool(name, args) })

/** Runs a command that writes files: none may differ from what is committed. */
const generates = (name: string): Step => ({
  command: `npm run ${name}`,
  run: async () => {
    const before = changes()
    return (await tool(name)) ?? (changes() === before ? undefined : 'wrote something else than is committed')
  },
})
const changes = () => spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout

/** Starts a command that serves, waits for its health, does something with it, and ends it as Ctrl-C does. */
const serves = (name: string, command: string, use?: (url: string, env: Env) => Promise<string | undefined>): Step => ({
  command,
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'steading-nightly-'))
    const [http, mqtt, mqtts] = [await freePort(), await freePort(), await freePort()].map(String) as [string, string, string]
    const env = { HTTP_PORT: http, MQTT_PORT: mqtt, MQTTS_PORT: mqtts, DATA_DIR: dataDir, DEMO_PASSWORD: PASSWORD }
    const { child, ended } = launch(name, [`tools/${name}.ts`], env)
    try {
      const url = `http://127.0.0.1:${http}`
      const problem =
        (await Promise.race([healthy(url), ended.then(how => how ?? 'ended before it was ready')])) ?? (await use?.(url, env))
      child.kill('SIGINT')
      return problem ?? (await Promise.race([ended, sleep(endMs, 'did not end', { ref: false })]))
    } finally {
      child.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

async function healthy(url: string): Promise<string | undefined> {
  for (const until = Date.now() + startMs; Date.now() < until; await sleep(1000)) {
    const answer = await fetch(`${url}/services/health`).catch(() => undefined)
    if (answer?.ok) return undefined
  }
  return 'health was not green within ten minutes'
}

/** Our own smart box, over its computed barn, before the test kit. */
async function examineBox(): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'steading-nightly-box-'))
  const [http, mqtt] = [await freePort(), await freePort()].map(String) as [string, string]
  const uid = `nightly${randomBytes(6).toString('hex')}`
  const claimCode = claimCodeFrom(randomBytes(CLAIM_LENGTH))
  const platform = { http: `http://127.0.0.1:${http}` }
  const house = { id: 'house', name: 'h1', kind: 'broiler' }
  const driver = { kind: 'barn', seed: 'nightly', timeZone: 'Europe/Lisbon', houses: [house] }
  writeFileSync(join(folder, 'box.json'), JSON.stringify({ uid, claimCode, platform, driver }))
  const options = ['--sensor', 'h1/temperature/average', '--output', 'h1/ventilation', '--http', http, '--mqtt', mqtt]
  const verdicts = tool('tck', [...options, '--uid', uid, '--code', claimCode])
  const box = launch('tck-box', ['apps/smartbox/src/app/main.ts', folder])
  const problem = await verdicts
  box.child.kill('SIGTERM')
  await box.ended
  rmSync(folder, { recursive: true, force: true })
  return problem
}

const BACKUPS = join(FOLDER, 'backups')

/** Restores the newest backup of the step before into a new data folder. */
async function restoreNewest(): Promise<string | undefined> {
  const newest = readdirSync(BACKUPS).toSorted().at(-1)
  if (newest === undefined) return 'no backup to restore'
  const dataDir = mkdtempSync(join(tmpdir(), 'steading-nightly-restore-'))
  const problem = await tool('restore', ['--from', join(BACKUPS, newest)], { DATA_DIR: dataDir, DATABASE_URL: '' })
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return problem
}

export const STEPS: readonly Step[] = [
  serves('start', 'npm start'),
  serves('serve', 'npm run serve'),
  serves('dev', 'npm run dev'),
  ends('bench'),
  ends('chaos'),
  ends('sim'),
  { command: 'npm test', run: () => tool('test', ['--night']) },
  ends('steady'),
  { command: 'npm run tck', run: examineBox },
  serves('start', 'npm run look', url => tool('look', ['--url', url, '--password', PASSWORD, '--out', join(FOLDER, 'look')])),
  serves('serve', 'npm run backup', (_, env) => tool('backup', ['--to', BACKUPS, '--verify', '--keep', '1'], env)),
  { command: 'npm run restore', run: restoreNewest },
  ...['openapi', 'schema', 'format'].map(generates),
]
