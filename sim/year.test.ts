import { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import { run } from '@steading/rules/run'
import { setPointsAt } from '@steading/rules/templates/cycle'
import { describe, expect, it } from 'vitest'
import { zoneOffsets } from '../apps/server/src/platform/time/zoneOffsets.ts'
import { dayOf, turns, wallOf } from './oracle/wall.ts'

/**
 * A leap year by the clock on the wall, with every change of it: what the engine makes of the table that the platform deploys,
 * held against Intl, which neither of them asks.
 */
const ZONES = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Athens',
  'America/Santiago',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
]
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FROM = Date.UTC(2028, 0, 1)
const TO = Date.UTC(2029, 0, 1)

const isWrite = (effect: RuleEffect) => effect.kind === 'ACTUATE'

/** Minutes of the day, around the hours that are put forward and back, and over midnight's two sides. */
const SLOTS = [
  [0, 4],
  [70, 110],
  [125, 129],
  [140, 164],
  [400, 460],
  [1390, 1439],
] as const
const two = (n: number) => String(n).padStart(2, '0')
const wall = (minute: number, second: string) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${second}`

const schedule = (template: 'SCHEDULER' | 'FORCED_SCHEDULER', zone: string) =>
  RuleBody.parse({
    template,
    id: '1',
    version: 1,
    timeZone: zone,
    interfaces: [{ id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' }],
    offsets: zoneOffsets(zone, FROM),
    inputs: {
      outputs: ['21'],
      // Other slots on Sundays, on which most clocks change.
      lines: [
        { weekdays: [0, 1, 2, 3, 4, 5], intervals: SLOTS.slice(1).map(([a, b]) => slot(a, b)) },
        { weekdays: [6], intervals: SLOTS.map(([a, b]) => slot(a, b)) },
      ],
      callbackValue: false,
    },
  })
const slot = (from: number, to: number) => ({ startTime: wall(from, '00'), endTime: wall(to, '59'), action: true })

const byHand = (zone: string): string[] => {
  const done: string[] = []
  let on = false
  for (let ts = FROM; ts <= TO; ts += MINUTE) {
    const { weekday, second } = wallOf(zone, ts)
    const minute = Math.floor(second / 60)
    const inside = SLOTS.some(([a, b], k) => (k > 0 || weekday === 6) && a <= minute && minute <= b)
    if (inside !== on) done.push(`${ts} ${inside}`)
    on = inside
  }
  return done
}

const cycle = (zone: string) =>
  RuleBody.parse({
    template: 'CYCLE_THERMOSTAT',
    id: '1',
    version: 1,
    timeZone: zone,
    offsets: zoneOffsets(zone, FROM),
    interfaces: [
      { id: '11', dataType: 'DECIMAL', kind: 'GAUGE', every: 0 },
      { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' },
      { id: '31', dataType: 'DECIMAL', kind: 'COMMAND', decimals: 3 },
    ],
    inputs: {
      sensors: ['11'],
      outputs: ['21'],
      setPointOut: '31',
      mode: 'COOL',
      cycle: {
        preCycle: { date: '2028-01-05', setPoint: 40 },
        dayOne: { date: '2028-01-11', setPoint: 36 },
        days: [{ day: 100, setPoint: 0 }],
        lastDay: { day: 340, setPoint: 48 },
      },
    },
  })

/** Of 36 down to 0 in 99 days, then up to 48 in 240: another figure each hour. */
const pointByHand = (zone: string, ts: number): number | null => {
  const { day, second } = wallOf(zone, ts)
  if (day < dayOf('2028-01-05')) return null
  const age = day - dayOf('2028-01-11') + 1 + Math.floor(second / 3600) / 24
  if (age < 1) return 40
  if (age < 100) return 36 - (36 * (age - 1)) / 99
  return age < 340 ? (48 * (age - 100)) / 240 : 48
}

describe.each(ZONES)('S3 a leap year in %s', zone => {
  it('has every change of its clock in it', () => {
    const changes = [...turns(zone, FROM, TO)].filter(
      ts => wallOf(zone, ts).second !== 0 || wallOf(zone, ts - 1).second !== 86_399,
    )
    expect(changes.length).toBe(['America/Sao_Paulo', 'Asia/Kolkata'].includes(zone) ? 0 : 2)
  })

  it('is switched as the clock on the wall says, forced or not', () => {
    const expected = byHand(zone)
    expect(expected.length).toBeGreaterThan(366 * 9)
    const life: readonly Input[] = [{ kind: 'CONFIG', ts: FROM }]
    for (const template of ['SCHEDULER', 'FORCED_SCHEDULER'] as const) {
      const writes = run(schedule(template, zone), life, TO).effects.filter(isWrite)
      expect(writes.map(({ ts, value }) => `${ts} ${value}`)).toEqual(expected)
    }
  })

  it('gives each hour of its clock its own set-point', () => {
    const body = cycle(zone)
    if (body.template !== 'CYCLE_THERMOSTAT') throw new Error('another template')
    let wrong = 0
    for (let ts = FROM; ts < TO; ts += 5 * MINUTE) {
      const found = setPointsAt<{ setPoint: number }>(body, ts)?.setPoint ?? null
      const expected = pointByHand(zone, ts)
      if (found === null || expected === null ? found !== expected : Math.abs(found - expected) > 1e-9) wrong++
    }
    expect(wrong).toBe(0)
  })

  it('writes each set-point as its hour begins on the wall, and never between', () => {
    const reading: Input = { kind: 'READING', ts: FROM, interfaceId: '11', seq: 0, value: 20, good: true }
    const writes = run(cycle(zone), [reading], TO - 1)
      .effects.filter(isWrite)
      .filter(effect => effect.interfaceId === '31')
    const expected: string[] = []
    let last: number | null = null
    for (let ts = FROM; ts < TO; ts += 15 * MINUTE) {
      const point = pointByHand(zone, ts)
      const rounded = point === null ? null : Math.floor(point * 1000 + 0.5 + 1e-9) / 1000
      if (rounded !== null && rounded !== last) expected.push(`${ts} ${rounded}`)
      last = rounded ?? last
    }
    expect(writes.length).toBeGreaterThan(7000)
    expect(writes.map(({ ts, value }) => `${ts} ${String(value)}`)).toEqual(expected)
    // By the hour, or where the clock was put into another one.
    const odd = writes.filter(
      ({ ts }) => wallOf(zone, ts).second % 3600 !== 0 && wallOf(zone, ts - HOUR / 2).second % 3600 !== 1800,
    )
    expect(odd.length).toBeLessThanOrEqual(2)
  })
})
