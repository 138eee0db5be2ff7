import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuleBody } from '@steading/contract/rules/body'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proportional } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { createArbiter } from '../actuation/index.ts'
import type { Value } from '../platform/driver.ts'
import { createBoxTime } from '../platform/time.ts'
import type { BoxTime } from '../platform/time.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'

/** Rules of one box that want the same output. Monday 2026-01-05, 00:00 UTC. */
const T = 1_767_571_200_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let folder: string
let clock: VirtualClock
let time: BoxTime
let engine: Engine
/** Minutes since T, and what was written by which rule. */
let writes: [number, Value, string][]
let failures: string[]
/** No write reaches its device. */
let jammed = false

const start = () => {
  time = createBoxTime(clock)
  engine = createEngine({
    path: join(folder, 'rules.json'),
    time,
    clock,
    arbiter: createArbiter(),
    saveEvery: 24 * HOUR,
    log: () => {},
    actuate: (rule, { value, interfaceId }) => {
      writes.push([Math.floor((clock.now() - T) / MINUTE), value, rule.id])
      if (jammed) return clock.after(10_000, () => engine.unwritten(interfaceId, rule.id))
      engine.written(interfaceId, value, rule.id)
    },
    report: () => {},
    failed: ({ id }) => failures.push(id),
  })
}
const load = (...bodies: object[]) => {
  const rules = bodies.map(body => RuleBody.parse(body)).map(body => ({ id: body.id, ver: body.version, body }))
  engine.load(rules, {})
}
/** To so many minutes after T, and a moment more; the temperature comes every minute. */
const pass = async (minute: number, temperature?: number) => {
  while (clock.now() < T + minute * MINUTE + 2) {
    if (temperature !== undefined) engine.reading('101', temperature)
    await clock.pass(Math.min(MINUTE, T + minute * MINUTE + 2 - clock.now()))
  }
}

const fan = { id: '102', dataType: 'INTEGER', kind: 'COMMAND' }
const schedule = (template: string, id: string, startTime: string, endTime: string, action: number, more: object = {}) => ({
  template,
  id,
  version: 1,
  timeZone: 'UTC',
  interfaces: [fan],
  offsets: [{ from: 0, minutes: 0 }],
  inputs: {
    outputs: ['102'],
    lines: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [{ startTime, endTime, action }] }],
    callbackValue: 0,
  },
  ...more,
})
const forced = (startTime: string, endTime: string, action: number) =>
  schedule('FORCED_SCHEDULER', '40', startTime, endTime, action)
const normal = (startTime: string, endTime: string, action: number) => schedule('SCHEDULER', '41', startTime, endTime, action)
const alarm = (id = '50', limit = 30) => ({
  template: 'ALARM_WITH_ACTUATION',
  id,
  version: 1,
  timeZone: 'UTC',
  interfaces: [{ id: '101', dataType: 'DECIMAL', kind: 'GAUGE', every: 60 }, fan],
  inputs: {
    lines: [{ interfaceId: '101', logicOperator: 'GREATER', inputValue: limit }],
    outputs: ['102'],
    onValue: 99,
    offValue: 1,
  },
  event: { severityLevel: 'MAJOR' },
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strength-'))
  clock = virtualClock(T)
  writes = []
  failures = []
  jammed = false
  start()
})
afterEach(() => {
  engine.stop()
  rmSync(folder, { recursive: true })
})

describe('rules that want one output', () => {
  it('a forced scheduler has it against a control rule, which then writes once', async () => {
    load(proportional(), forced('01:00:00', '01:29:59', 7))
    await pass(59, 24)
    await pass(200, 24)
    expect(writes).toEqual([
      [0, 55, '31'],
      [60, 7, '40'],
      // Its callback value stands for no time: the control rule has the output again at once.
      [90, 55, '31'],
    ])
  })

  it('a control rule has it against a normal scheduler', async () => {
    load(normal('01:00:00', '01:29:59', 7), proportional())
    await pass(200, 24)
    expect(writes).toEqual([[0, 55, '31']])
  })

  it('a control rule whose cycle has not begun leaves it to the scheduler', async () => {
    const { setPoint, band, ...group } = proportional().inputs
    const points = { setPoint, band, minOutput: 10 }
    const cycle = {
      preCycle: { date: '2026-01-06', ...points },
      dayOne: { date: '2026-01-08', ...points },
      lastDay: { day: 30, ...points },
    }
    const offsets = [{ from: 0, minutes: 0 }]
    load(
      { ...proportional(), template: 'CYCLE_PROPORTIONAL', offsets, inputs: { ...group, cycle } },
      normal('23:30:00', '23:59:59', 7),
    )
    await pass(25 * 60, 24)
    expect(writes).toEqual([
      [23 * 60 + 30, 7, '41'],
      [24 * 60, 55, '31'],
    ])
  })

  it('an alarm owns the output over all others, then the next rank regains it', async () => {
    load(proportional(), forced('01:00:00', '01:59:59', 7), alarm())
    await pass(70, 24)
    await pass(80, 31)
    expect(engine.above('102')).toBe('alarm')
    await pass(100, 24)
    expect(engine.above('102')).toBe('forced')
    await pass(130, 24)
    expect(engine.above('102')).toBeNull()
    expect(writes).toEqual([
      [0, 55, '31'],
      [60, 7, '40'],
      [70, 99, '50'],
      [81, 7, '40'],
      [120, 55, '31'],
    ])
  })

  it('a person loses it to an alarm, and has it for the rest of the hold afterwards', async () => {
    load(proportional(), alarm())
    await pass(10, 24)
    engine.command('102', 20, 60 * MINUTE)
    await pass(20, 31)
    await pass(40, 24)
    await pass(69, 26)
    expect(writes).toEqual([
      [0, 55, '31'],
      [10, 99, '50'],
      [21, 1, '50'],
    ])
    await pass(75, 26)
    expect(writes.at(-1)).toEqual([70, 100, '31'])
  })

  it('an alarm does not switch off what another one needs', async () => {
    load(alarm('50', 30), alarm('51', 28))
    await pass(10, 31)
    await pass(20, 29)
    await pass(40, 20)
    expect(writes).toEqual([
      // Both want it at the same instant: the last counts.
      [0, 99, '51'],
      [21, 1, '51'],
    ])
  })

  it('a normal scheduler that begins as a forced one ends writes its value', async () => {
    load(normal('01:30:00', '01:59:59', 50), forced('01:00:00', '01:29:59', 7))
    await pass(130)
    expect(writes).toEqual([
      [60, 7, '40'],
      [90, 50, '41'],
      [120, 0, '41'],
    ])
  })

  it('a normal scheduler does not repeat a write that a forced one replaced', async () => {
    load(forced('01:10:00', '01:29:59', 7), normal('01:00:00', '01:59:59', 50))
    await pass(130)
    expect(writes).toEqual([
      [60, 50, '41'],
      [70, 7, '40'],
      [90, 0, '40'],
    ])
  })

  it('a rule that is taken out leaves the output to the next', async () => {
    load(proportional(), forced('01:00:00', '01:59:59', 7))
    await pass(70, 24)
    load(proportional())
    expect(writes).toEqual([
      [0, 55, '31'],
      [60, 7, '40'],
      [70, 55, '31'],
    ])
  })

  it('a forced scheduler that is deployed inside its interval takes the output', async () => {
    load(proportional())
    await pass(70, 24)
    load(proportional(), forced('01:00:00', '01:59:59', 7))
    await pass(90, 26)
    expect(writes).toEqual([
      [0, 55, '31'],
      [70, 7, '40'],
    ])
  })

  it('after a restart the strongest has it, and no weaker one writes in between', async () => {
    load(proportional(), forced('01:00:00', '01:59:59', 7))
    await pass(70, 24)
    engine.stop()
    start()
    load(proportional(), forced('01:00:00', '01:59:59', 7))
    await pass(80, 26)
    expect(writes.slice(2)).toEqual([[70, 7, '40']])
    await pass(130, 24)
    expect(writes.at(-1)).toEqual([120, 55, '31'])
    expect(failures).toEqual([])
  })

  it('an edited schedule applies at once', async () => {
    load(normal('01:00:00', '01:59:59', 50))
    await pass(70)
    load({ ...normal('01:00:00', '01:04:59', 50), version: 2 })
    expect(writes).toEqual([
      [60, 50, '41'],
      [70, 0, '41'],
    ])
  })

  it('a new version inside its interval starts over a previous manual command', async () => {
    load(normal('01:00:00', '01:59:59', 50))
    await pass(65)
    engine.command('102', 20, MINUTE)
    await pass(70)
    load({ ...normal('01:00:00', '01:49:59', 50), version: 2 })
    expect(writes).toEqual([
      [60, 50, '41'],
      [70, 50, '41'],
    ])
  })

  it('days that a leaping clock leaves out are not lived through on the device', async () => {
    load(forced('01:00:00', '01:59:59', 7))
    await pass(10)
    // The platform's clock is five days and an hour ahead of the box's: it is in the interval of another day.
    time.learn(clock.now() + 121 * HOUR - clock.mono())
    engine.reading('101', 24)
    expect(writes).toEqual([[10, 7, '40']])
  })

  it('an undeployed active alarm switches off its outputs, and the next rank owns them', async () => {
    load(proportional(), alarm())
    await pass(5, 31)
    expect(writes.at(-1)).toEqual([0, 99, '50'])
    load(proportional())
    await pass(6, 31)
    expect(writes.slice(1)).toEqual([[5, 100, '31']])
  })

  it('an output without an owner is switched off, with retries', async () => {
    load(alarm())
    await pass(5, 31)
    jammed = true
    load()
    await pass(6)
    jammed = false
    await pass(10)
    expect(writes.slice(1).every(([, value, by]) => value === 1 && by === '50')).toBe(true)
    expect(writes.length).toBeGreaterThan(5)
    const writeCount = writes.length
    await pass(20)
    expect(writes).toHaveLength(writeCount)
  })

  it('an alarm that changes its output switches off the old one', async () => {
    const other = { ...fan, id: '103' }
    load(alarm())
    await pass(5, 31)
    const { inputs, interfaces, ...rest } = alarm()
    load({ ...rest, version: 2, interfaces: [...interfaces, other], inputs: { ...inputs, outputs: ['103'] } })
    expect(writes.at(-1)).toEqual([5, 1, '50'])
    await pass(7, 31)
    expect(writes.at(-1)).toEqual([5, 99, '50'])
  })

  it('a siren that another alarm wants on stays on', async () => {
    load(alarm('50'), alarm('51', 25))
    await pass(5, 31)
    const before = writes.length
    load(alarm('51', 25))
    await pass(6, 31)
    expect(writes).toHaveLength(before)
    load()
    await pass(7, 31)
    expect(writes.slice(before)).toEqual([[6, 1, '51']])
  })

  it('an output whose rule left during a stop is switched off at the start', async () => {
    load(alarm())
    await pass(5, 31)
    engine.stop()
    start()
    load()
    expect(writes.at(-1)).toEqual([5, 1, '50'])
  })
})
