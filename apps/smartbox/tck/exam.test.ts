// @module-tag nightly
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBox } from '../src/app/box.ts'
import { loadCredentials, saveClaim } from '../src/platform/credentials.ts'
import type { Driver, Value } from '../src/platform/driver.ts'
import { createPlatform } from '../test/platform.ts'
import { temperature, ventilation } from '../test/specs.ts'
import { letPass, virtualClock } from '../test/virtual-clock.ts'
import { examine } from './exam.ts'
import { ASSERTIONS, lines } from './verdicts.ts'
import type { Assertion } from './verdicts.ts'

const uid = 'k3jq9ztr5fa0x7'
const password = 'p'.repeat(43)
const usual = { random: Math.random, obeys: () => true }

interface Kind {
  readonly random: () => number
  readonly obeys: (value: Value) => boolean
  /** It leaves for good once this is judged. */
  readonly leaves?: Assertion
}

/** Examines a box of ours, sound or with a fault; answers what was told on the way, and the assertions that did not pass. */
const examined = async ({ random, obeys, leaves }: Kind, restarts = true) => {
  const folder = mkdtempSync(join(tmpdir(), 'tck-'))
  const values = new Map<string, Value>([
    ['h1/temperature', 21.5],
    ['h1/ventilation', 0],
  ])
  const driver: Driver = {
    start: async () => {},
    read: async addresses => addresses.flatMap(address => ({ address, value: values.get(address) ?? 0, good: true })),
    write: async (address, value) => {
      if (obeys(value)) values.set(address, value)
      return values.get(address) ?? value
    },
    stop: async () => {},
  }
  const clock = virtualClock(Date.now())
  const halt = letPass(clock)
  const platform = await createPlatform(uid, undefined, clock)
  platform.passwords.add(password)
  const mqtt = { host: '127.0.0.1', port: platform.port, tls: false }
  const path = join(folder, 'credentials.json')
  saveClaim(path, { v: 1, uid, password, mqtt, signKey: platform.signKey })
  const start = () => {
    const credentials = loadCredentials(path)
    if (!credentials) throw new Error('no credentials')
    const settings = { profile: 'FC-SMARTBOX-1', interlocks: [], store: {} }
    const made = createBox({ folder, settings, credentials, driver, clock, log: () => {}, version: 'test', random })
    made.start()
    return made
  }
  let box = start()
  const restart = async () => {
    await box.stop()
    box = start()
  }
  const output = { spec: { ...ventilation, hist: 'TIME_INTERVAL' }, values: [40, 60], safe: 30 } as const
  const steps: string[] = []
  const { report, gone } = await examine(
    platform,
    { uid, sensor: temperature, output, ...(restarts && { restart }) },
    {
      waits: what => steps.push(what),
      reached: ({ name }) => {
        steps.push(name)
        if (name === leaves) void box.stop()
      },
    },
  )
  if (!gone) await box.stop()
  await platform.stop()
  await halt()
  rmSync(folder, { recursive: true })
  return { told: steps, gone, report, rest: report.filter(row => row.verdict !== 'passed') }
}
type Examined = Awaited<ReturnType<typeof examined>>
const named = (rest: Examined['report'], verdict: string) => rest.filter(row => row.verdict === verdict).map(row => row.name)

describe('the conformance test', () => {
  let sound: Examined
  let faulty: Examined
  let leaver: Examined
  beforeAll(async () => {
    ;[sound, faulty, leaver] = await Promise.all([
      examined(usual),
      // The fail-safe value never reaches the device, and every wait is too long.
      examined({ random: () => 3, obeys: value => value !== 30 }, false),
      examined({ ...usual, leaves: 'B21' }),
    ])
  })

  test('passes our own box', () => {
    expect(lines(sound.rest).join('\n')).toBe(lines(sound.rest.filter(row => row.verdict === 'not exercised')).join('\n'))
    expect(named(sound.rest, 'not exercised')).toEqual(['B12', 'B22'])
    expect(sound.gone).toBeNull()
  })

  test('reports each verdict once, when it is reached', () => {
    const names = Object.keys(ASSERTIONS)
    expect(sound.told.filter(one => names.includes(one)).toSorted()).toEqual(names.toSorted())
    expect(sound.told.indexOf('B14')).toBeLessThan(sound.told.indexOf('the end of a hold'))
    expect(sound.told.indexOf('the end of a hold')).toBeLessThan(sound.told.indexOf('B18'))
  })

  test('fails a box that waits too long and never writes its fail-safe value', () => {
    expect(named(faulty.rest, 'failed')).toEqual(['B4', 'B18', 'B23', 'B26'])
    expect(named(faulty.rest, 'not exercised')).toEqual(['B5', 'B12', 'B17', 'B22'])
    expect(faulty.gone).toBeNull()
  })

  test('judges a box no more after it disconnected', () => {
    expect(leaver.gone).toMatch(/^the box was gone for 40 s, while waiting for /)
    expect(named(leaver.report, 'passed')).toEqual(['B14', 'B19', 'B21'])
    expect(named(leaver.report, 'failed')).toEqual([])
    const notes = leaver.rest.flatMap(row => (['B12', 'B22'].includes(row.name) ? [] : row.notes))
    expect(notes).toEqual(Array.from({ length: leaver.rest.length - 2 }, () => leaver.gone))
  })
})
