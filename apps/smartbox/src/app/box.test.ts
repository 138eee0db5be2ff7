import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonical } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlatform } from '../../test/platform.ts'
import type { TestPlatform } from '../../test/platform.ts'
import { hot, proportional, siren, temperature, ventilation } from '../../test/specs.ts'
import { until } from '../../test/until.ts'
import { letPass, virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { loadCredentials, saveClaim } from '../platform/credentials.ts'
import type { Driver, Source, Value } from '../platform/driver.ts'
import { hashOf } from '../rules/parts.ts'
import { createBox } from './box.ts'
import type { Box } from './box.ts'

const uid = 'k3jq9ztr5fa0x7'
const password = 'p'.repeat(43)
const ifs = [temperature, ventilation, siren]
let folder: string
let platform: TestPlatform
let box: Box
let values: Map<string, Value>
let writes: [string, Value, Source][]

const driver: Driver = {
  start: async () => {},
  read: async addresses =>
    addresses.flatMap(address => {
      const value = values.get(address)
      return value === undefined ? [] : [{ address, value, good: true }]
    }),
  write: async (address, value, source) => {
    writes.push([address, value, source])
    values.set(address, value)
    return value
  },
  stop: async () => {},
}

let clock: VirtualClock
let halt: () => Promise<void>
const sleep = (ms: number) => new Promise<void>(resolve => void clock.after(ms, resolve))
const make = (): Box => {
  const credentials = loadCredentials(join(folder, 'credentials.json'))
  if (!credentials) throw new Error('no credentials')
  return createBox({
    folder,
    settings: { profile: 'FC-SMARTBOX-1', interlocks: [], store: {} },
    credentials,
    driver,
    clock,
    log: () => {},
    version: 'test',
    random: () => 0,
  })
}
const byIx = (ix: number) => [...platform.readings.entries()].filter(([, reading]) => reading.ix === ix)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'box-'))
  values = new Map<string, Value>([
    ['h1/temperature', 24],
    ['h1/ventilation', 0],
  ])
  writes = []
  clock = virtualClock(Date.now())
  halt = letPass(clock)
  platform = await createPlatform(uid, undefined, clock)
  platform.passwords.add(password)
  const mqtt = { host: '127.0.0.1', port: platform.port, tls: false }
  saveClaim(join(folder, 'credentials.json'), { v: 1, uid, password, mqtt, signKey: platform.signKey })
  box = make()
  box.start()
  await until('the welcome', () => platform.shadows.length > 0)
})
afterEach(async () => {
  await box.stop()
  await platform.stop()
  await halt()
  rmSync(folder, { recursive: true })
})

describe('box', () => {
  it('reads, controls by its rule, and reports all of it', async () => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    expect(writes).toEqual([['h1/ventilation', 55, 'rule']])
    await until('the readings', () => byIx(2).some(([, { value }]) => value === 55) && byIx(1).length > 1)
    expect(byIx(1)[0]?.[1]).toMatchObject({ value: 24, h: 0 })
    expect(platform.shadows.at(-1)).toMatchObject({ rev: 1, rules: { '31': { st: 'on' } } })
    expect([platform.conflicts, platform.refusals]).toEqual([0, []])
    await until('all of it is acknowledged', () => platform.covered().miss.length === 0)
  })

  it('keeps the previous version when it refuses the next one, also after a restart', async () => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    const { rev } = await platform.configure(ifs, { '31': proportional('31', 2, { outputs: ['101'] }) })
    await until('the report', () => platform.shadows.at(-1)?.rev === rev)
    const refusedReport = { ver: 1, st: 'on', refused: expect.stringContaining('sha256:'), why: 'body' }
    expect(platform.shadows.at(-1)?.rules).toMatchObject({ '31': refusedReport })
    values.set('h1/temperature', 30)
    await until('more ventilation', () => writes.at(-1)?.[1] === 100)
    await box.stop()
    box = make()
    box.start()
    await until('the next hello', () => platform.hellos.length === 2)
    values.set('h1/temperature', 20)
    await until('less ventilation', () => writes.at(-1)?.[1] === 10)
    platform.cut()
    await until('the last hello', () => platform.hellos.length === 3 && platform.shadows.at(-1)?.rules['31'] !== undefined)
    expect(platform.shadows.at(-1)?.rules).toMatchObject({ '31': refusedReport })
  })

  it('reports the running configuration in its next hello', async () => {
    const { rev } = await platform.configure(ifs, {})
    await until('the report', () => platform.shadows.at(-1)?.rev === rev)
    platform.cut()
    await until('the next hello', () => platform.hellos.length === 2)
    expect(platform.hellos[1]).toMatchObject({ rev, ifs: hashOf(canonical(ifs)), hash: platform.shadows.at(-1)?.hash, clk: 2 })
  })

  it('reports an update in progress, in later sessions too, and its end', async () => {
    const update = join(folder, 'update.json')
    writeFileSync(update, JSON.stringify({ to: '1.5.0', done: 0.4 }))
    await until('the update', () =>
      platform.presence.some(one => JSON.stringify(one).includes('"upd":{"to":"1.5.0","done":0.4}')),
    )
    platform.cut()
    await until('the next session', () => platform.hellos.length === 2)
    const last = () => JSON.stringify(platform.presence.at(-1))
    await until('the update again', () => last().includes(platform.hellos[1]!.sid) && last().includes('"upd"'))
    rmSync(update)
    await until('the end', () => !last().includes('"upd"'))
    expect(platform.refusals).toEqual([])
  })

  it('executes a manual command, and the rule pauses while the hold lasts', async () => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    await platform.command(2, 5, { hold: 2500 })
    await until('the answer', () => platform.answers.length > 0)
    expect(platform.answers[0]).toMatchObject({ id: 'C1', st: 'done', val: 5, read: 5 })
    values.set('h1/temperature', 26)
    await sleep(1500)
    expect(writes.at(-1)).toEqual(['h1/ventilation', 5, 'command'])
    await until('the rule is back', () => writes.at(-1)?.[1] === 100)
  })

  it('gives the output back to its rule when a person no longer holds it', async () => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    await platform.command(2, 5, { hold: 600_000 })
    await until('the answer', () => platform.answers.length === 1)
    await platform.command(2, 5, { hold: 0 })
    await until('the rule is back', () => writes.length === 4)
    expect(writes.slice(1)).toEqual([
      ['h1/ventilation', 5, 'command'],
      ['h1/ventilation', 5, 'command'],
      ['h1/ventilation', 55, 'rule'],
    ])
  })

  it.each(['', ', before a restart'])('gives a new rule the last command of a device without an answer%s', async restart => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    await platform.command(3, true, { hold: 0 })
    await until('the answer', () => platform.answers.length > 0)
    expect(platform.answers[0]).toMatchObject({ st: 'done' })
    if (restart !== '') {
      await box.stop()
      box = make()
      box.start()
      await until('the next hello', () => platform.hellos.length === 2)
    }
    const { inputs, ...rest } = hot('33')
    const line = { interfaceId: '103', logicOperator: 'EQUAL', inputValue: true }
    const spec = { id: '103', dataType: 'BOOLEAN', kind: 'STATE', every: 0 }
    const sounding = { ...rest, interfaces: [spec], inputs: { ...inputs, lines: [line] } }
    await platform.configure(ifs, { '31': proportional(), '33': sounding })
    await until('the event', () =>
      [...platform.events.values()].some(event => event.rule === '33' && event.kind === 'EVENT_OPEN'),
    )
  })

  it('sounds its siren while a serious alarm is not received, also over a restart', async () => {
    const sounds = () => writes.filter(([address]) => address === 'h1/siren').map(([, value]) => value)
    const alarm = { ...hot('33'), event: { severityLevel: 'CRITICAL' } }
    const [line] = alarm.inputs.lines
    const body = { ...alarm, inputs: { lines: [{ ...line, permanenceTime: '00:00' }] } }
    platform.siren = { ixs: [3], after: 2 }
    await platform.configure(ifs, { '33': body })
    await until('the report', () => platform.shadows.at(-1)?.rev === 1)
    // As long as the platform answers, it is the platform that calls people.
    values.set('h1/temperature', 35)
    await until('the event', () => [...platform.events.values()].some(event => event.kind === 'EVENT_OPEN'))
    await sleep(3000)
    expect(sounds()).toEqual([])
    platform.acknowledges = false
    values.set('h1/temperature', 20)
    await platform.configure(ifs, { '34': { ...body, id: '34' } })
    await until('the report', () => platform.shadows.at(-1)?.rev === 2)
    values.set('h1/temperature', 36)
    await until('the siren', () => sounds().at(-1) === true)
    await platform.command(3, false)
    await until('the answer', () => platform.answers.length === 1)
    expect(platform.answers[0]).toMatchObject({ st: 'rejected', why: 'outranked' })
    await box.stop()
    const before = sounds().length
    box = make()
    box.start()
    await until('the siren again', () => sounds().length > before)
    expect(sounds()).not.toContain(false)
    platform.acknowledges = true
    platform.cut()
    await until('silence', () => sounds().at(-1) === false)
  })

  it('remembers the last command of a device that fell back to fail-safe, also over a restart', async () => {
    const opened = () => [...platform.events.values()].filter(event => event.rule === '33' && event.kind === 'EVENT_OPEN')
    const { inputs, ...rest } = hot('33')
    const line = { interfaceId: '102', logicOperator: 'NOT_EQUAL', inputValue: 0, permanenceTime: '00:00' }
    const follows = {
      ...rest,
      interfaces: [{ id: '102', dataType: 'INTEGER', kind: 'COMMAND' }],
      inputs: { ...inputs, lines: [line] },
    }
    const safe = { '2': 60 }
    await platform.configure(ifs, { '31': proportional() }, safe)
    await until('the rule', () => values.get('h1/ventilation') === 55)
    await platform.configure(ifs, {}, safe)
    await until('the safe value', () => values.get('h1/ventilation') === 60)
    await platform.configure(ifs, { '33': follows }, safe)
    await until('the report', () => platform.shadows.at(-1)?.rev === 3)
    await box.stop()
    box = make()
    box.start()
    await until('the next hello', () => platform.hellos.length === 2)
    await platform.configure(ifs, { '33': { ...follows, version: 2 } }, safe)
    await until('the report', () => platform.shadows.at(-1)?.rev === 4)
    await sleep(2500)
    expect(opened()).toEqual([])
    values.set('h1/ventilation', 12)
    await until('the event', () => opened().length === 1)
  })

  it('evaluates a new alarm after a restart against the last command of a siren', async () => {
    const quiet = { ...hot('34'), template: 'ALARM_WITH_ACTUATION' }
    const sounds = {
      ...quiet,
      interfaces: [...quiet.interfaces, { id: '103', dataType: 'BOOLEAN', kind: 'COMMAND' }],
      inputs: { ...quiet.inputs, outputs: ['103'] },
    }
    await platform.configure(ifs, { '34': sounds })
    await until('the report', () => platform.shadows.at(-1)?.rules['34']?.st === 'on')
    await platform.command(3, true, { hold: 0 })
    await until('the answer', () => platform.answers.length > 0)
    await box.stop()
    box = make()
    box.start()
    await until('the next hello', () => platform.hellos.length === 2)
    const { inputs, ...rest } = hot('33')
    const line = { interfaceId: '103', logicOperator: 'EQUAL', inputValue: true, permanenceTime: '00:00' }
    const spec = { id: '103', dataType: 'BOOLEAN', kind: 'STATE', every: 0 }
    const is = { ...rest, interfaces: [spec], inputs: { ...inputs, lines: [line] } }
    await platform.configure(ifs, { '34': sounds, '33': is })
    await until('the event', () => [...platform.events.values()].some(event => event.rule === '33'))
    expect([...platform.events.values()].find(event => event.rule === '33')).toMatchObject({ kind: 'EVENT_OPEN' })
  })

  it('refuses a late command and one of an old session', async () => {
    await platform.configure(ifs)
    await until('the report', () => platform.shadows.at(-1)?.rev === 1)
    await platform.command(3, true, { iss: clock.now() - 9000 })
    await platform.command(3, true, { sid: 'session-of-old' })
    await platform.command(1, 20)
    await until('the answers', () => platform.answers.length === 3)
    expect(platform.answers.map(({ st, why }) => [st, why])).toEqual([
      ['expired', 'late'],
      ['rejected', 'session'],
      ['rejected', 'direction'],
    ])
    expect(writes).toEqual([])
  })

  it('writes the effect of a drill once, in time, and keeps it over an outage', async () => {
    await platform.configure(ifs)
    await until('the report', () => platform.shadows.at(-1)?.rev === 1)
    expect(platform.hellos.at(-1)?.feat).toEqual(['drill', 'siren'])
    const drills = () => [...platform.events.values()].filter(event => event.kind === 'DRILL')
    const order = {
      v: 1,
      id: 'D.drill:7',
      sid: platform.hellos.at(-1)!.sid,
      n: 100,
      drill: 'drill:7',
      iss: clock.now(),
      ttl: 15_000,
    } as const
    await platform.send('dn/cmd', { ...order, id: 'D.late', iss: clock.now() - 20_000 })
    await platform.send('dn/cmd', { ...order, id: 'D.old', sid: 'session-of-old' })
    await platform.send('dn/cmd', order)
    await until('the answers', () => platform.answers.length === 3)
    expect(platform.answers.map(({ id, n, st, why }) => [id, n, st, why])).toEqual([
      ['D.late', 100, 'expired', 'late'],
      ['D.old', 100, 'rejected', 'session'],
      ['D.drill:7', 100, 'done', undefined],
    ])
    await until('the doing', () => drills().length === 1)
    expect(drills()).toEqual([{ rule: 'drill', ver: 0, kind: 'DRILL', key: 'drill:7' }])
    await platform.send('dn/cmd', order)
    await until('the answer again', () => platform.answers.length === 4)
    await platform.send('dn/cmd', { ...order, id: 'D.drill:6', drill: 'drill:6' })
    await until('the refusal', () => platform.answers.length === 5)
    expect(platform.answers[4]).toMatchObject({ st: 'rejected', why: 'order' })
    // What the platform does not acknowledge is kept like any reading.
    platform.acknowledges = false
    await platform.send('dn/cmd', { ...order, id: 'D.drill:8', n: 101, drill: 'drill:8', iss: clock.now() })
    await until('the third answer', () => platform.answers.length === 6)
    platform.events.clear()
    await platform.stop()
    platform.acknowledges = true
    await platform.start()
    await until('the doing after the outage', () => drills().some(drill => drill.key === 'drill:8'))
    expect(writes).toEqual([])
  })

  it('executes a command that the broker brings twice once', async () => {
    await platform.configure(ifs)
    await until('the report', () => platform.shadows.at(-1)?.rev === 1)
    const command = await platform.command(3, true)
    await until('the answer', () => platform.answers.length === 1)
    await platform.send('dn/cmd', command)
    await until('both answers', () => platform.answers.length === 2)
    expect(platform.answers[0]).toEqual(platform.answers[1])
    expect(writes).toEqual([['h1/siren', true, 'command']])
  })

  it('controls without a platform, keeps all readings, and sends the latest first', async () => {
    await platform.configure(ifs, { '31': proportional() })
    await until('the ventilation', () => writes.length > 0)
    await until('readings', () => byIx(1).length > 1)
    const before = Math.max(...platform.readings.keys())
    await platform.stop()
    values.set('h1/temperature', 26)
    await until('control in the outage', () => writes.at(-1)?.[1] === 100)
    await sleep(3200)
    platform.batches.length = 0
    await platform.start()
    await until('history', () => platform.batches.some(({ h }) => h === 1))
    await until('the present', () => platform.batches.some(({ h }) => h === 0))
    await until('no hole', () => platform.covered().miss.length === 0)
    const history = [...platform.readings.entries()].filter(([seq, { h }]) => seq > before && h === 1)
    expect(history.length).toBeGreaterThan(3)
    expect(history.some(([, { ix, value }]) => ix === 2 && value === 100)).toBe(true)
    const last = Math.max(...platform.readings.keys())
    expect(platform.readings.size).toBe(last)
    expect(platform.conflicts).toBe(0)
  })

  it('reports on-change values in each session as present', async () => {
    await platform.configure([
      { ...ventilation, every: 3600 },
      { ...siren, hist: 'DIFFERENT_VALUES' },
    ])
    await until('the first value', () => byIx(2).length === 1)
    await platform.command(3, true)
    await until('the siren', () => byIx(3).length === 1)
    values.set('h1/ventilation', 70)
    platform.cut()
    await until('the new value', () => byIx(2).length === 2)
    platform.cut()
    await until('the same value', () => byIx(2).length === 3)
    await until('the siren each time', () => byIx(3).length === 3)
    expect(byIx(2).map(([, { value, h }]) => [value, h])).toEqual([
      [0, 0],
      [70, 0],
      [70, 0],
    ])
    expect(byIx(3).every(([, { value, h }]) => value === true && h === 0)).toBe(true)
  })

  it('loses and duplicates nothing over a restart', async () => {
    await platform.configure(ifs, { '32': hot() })
    await until('readings', () => byIx(1).length > 1)
    platform.acknowledges = false
    await sleep(1500)
    await box.stop()
    expect(platform.presence.at(-1)).toMatchObject({ on: false })
    platform.acknowledges = true
    box = make()
    box.start()
    const known = platform.readings.size
    await until('more readings', () => platform.readings.size > known + 1)
    await until('no hole', () => platform.covered().miss.length === 0)
    expect(platform.conflicts).toBe(0)
    expect(platform.hellos.at(-1)).toMatchObject({ boot: 2, epoch: platform.hellos[0]?.epoch, rev: 1 })
  })

  it('frees readings by the acknowledgement only, never by PUBACK', async () => {
    platform.acknowledges = false
    await platform.configure(ifs)
    await until('readings', () => byIx(1).length > 2)
    platform.readings.clear()
    platform.cut()
    platform.acknowledges = true
    await until('everything again', () => platform.readings.has(1))
    await until('no hole', () => platform.covered().miss.length === 0)
    expect(platform.readings.size).toBe(Math.max(...platform.readings.keys()))
  })

  it('sets outputs that no rule drives to their fail-safe values', async () => {
    await platform.configure(ifs, { '31': proportional() }, { '2': 30, '3': false })
    await until('the siren', () => writes.some(([address]) => address === 'h1/siren'))
    await until('the ventilation', () => writes.some(([address]) => address === 'h1/ventilation'))
    expect(writes.find(([address]) => address === 'h1/ventilation')).toEqual(['h1/ventilation', 55, 'rule'])
    await platform.configure(ifs, {}, { '2': 30, '3': false })
    await until('the fail-safe value', () => writes.at(-1)?.[1] === 30)
    expect(writes.filter(([address]) => address === 'h1/siren')).toHaveLength(1)
  })

  it('dates readings by the clock of the platform', async () => {
    await box.stop()
    platform.ahead = 7_200_000
    box = make()
    box.start()
    await platform.configure(ifs)
    await until('a reading', () => byIx(1).length > 0)
    const [, { ts }] = byIx(1).at(-1)!
    expect(Math.abs(ts - clock.now() - 7_200_000)).toBeLessThan(3000)
    expect(platform.batches.at(-1)?.q).toBe(2)
  })
})
