import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InterfaceSpec } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClaimServer } from './claims.ts'
import type { ClaimServer } from './claims.ts'
import { createPlatform } from './platform.ts'
import type { TestPlatform } from './platform.ts'
import { temperature, ventilation } from './specs.ts'
import { until } from './until.ts'

const uid = 'k3jq9ztr5fa0x7'
const code = '7K3M9QXW2C5T8V0ZB4N6RJ1HDG'
const password = 'p'.repeat(43)
const program = fileURLToPath(new URL('../src/app/main.ts', import.meta.url))
const ifs: InterfaceSpec[] = [
  { ...temperature, address: 'h1/temperature/1' },
  { ...ventilation, address: 'h1/ventilation' },
]

let folder: string
let platform: TestPlatform
let web: ClaimServer
let child: ChildProcess
let output: string

const start = (...folders: string[]) => {
  child = spawn(process.execPath, [program, ...folders], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
}
const ended = (signal?: NodeJS.Signals) =>
  new Promise<number | null>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('exit', status => resolve(status))
    if (signal) child.kill(signal)
  })
const settings = (more: object = {}) => ({
  uid,
  claimCode: '7k3m-9qxw-2c5t-8v0z-b4n6-rj1h-dg',
  platform: { http: web.address },
  driver: { kind: 'barn', seed: 'a', timeZone: 'Europe/Lisbon', houses: [{ id: 'h1', kind: 'broiler' }], faults: [] },
  ...more,
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'main-'))
  output = ''
  platform = await createPlatform(uid)
  platform.passwords.add(password)
  web = await createClaimServer(platform, { uid, code, password })
})
afterEach(async () => {
  await ended('SIGKILL')
  await web.close()
  await platform.stop()
  rmSync(folder, { recursive: true })
})

describe('the program', () => {
  it('claims once, measures, survives kill -9, and ends politely', async () => {
    writeFileSync(join(folder, 'box.json'), JSON.stringify(settings()))
    await platform.configure(ifs, {})
    start(folder)
    await until('readings', () => [...platform.readings.values()].filter(({ ix }) => ix === 1).length > 2)
    expect([web.claims(), platform.refusals]).toEqual([1, []])
    expect(statSync(join(folder, 'state', 'credentials.json')).mode & 0o777).toBe(0o600)
    await ended('SIGKILL')
    const known = platform.readings.size
    start(folder)
    await until('more readings', () => platform.readings.size > known + 2)
    expect(platform.hellos.map(({ boot }) => boot)).toEqual([1, 2])
    expect(new Set(platform.hellos.map(({ epoch }) => epoch)).size).toBe(1)
    await until('no hole', () => platform.covered().miss.length === 0)
    await expect(ended('SIGTERM')).resolves.toBe(0)
    expect(platform.presence.at(-1)).toMatchObject({ on: false })
    expect([platform.conflicts, web.claims()]).toEqual([0, 1])
    expect(JSON.parse(readFileSync(join(folder, 'state', 'store', 'store.json'), 'utf8'))).toMatchObject({
      boot: 2,
      next: expect.any(Number),
    })
  })

  it('runs the other boxes when one cannot start, and reports why', async () => {
    const good = join(folder, 'good')
    const bad = join(folder, 'bad')
    for (const path of [good, bad]) mkdirSync(path)
    writeFileSync(join(good, 'box.json'), JSON.stringify(settings()))
    writeFileSync(join(bad, 'box.json'), JSON.stringify(settings({ claimCode: 'nonsense' })))
    start(good, bad)
    await until('hello', () => platform.hellos.length > 0)
    expect(output).toContain('no claim code')
  })

  it('stops asking when the claim is refused', async () => {
    writeFileSync(join(folder, 'box.json'), JSON.stringify(settings({ claimCode: '0'.repeat(26) })))
    start(folder)
    await ended()
    expect(output).toContain('the claim failed')
    expect(web.claims()).toBe(0)
  })

  it('prints its usage', async () => {
    start()
    await expect(ended()).resolves.toBe(1)
    expect(output).toContain('usage: main.ts')
  })
})
