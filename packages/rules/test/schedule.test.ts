import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '../src/inputs/input.ts'
import type { Actuate, RuleEffect } from '../src/effects.ts'
import { dayOf } from '../src/values/localTime.ts'
import { run } from '../src/run.ts'

/** A year of a schedule, in zones that put their clocks forward and back in every way there is. */

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const utc = (date: string, hours: number, minutes = 0): number => dayOf(date) * DAY + (hours * 60 + minutes) * MINUTE
type Table = readonly (readonly [from: number, minutes: number])[]
const zones: Record<string, Table> = {
  'Europe/Lisbon': [
    [0, 0],
    [utc('2028-03-26', 1), 60],
    [utc('2028-10-29', 1), 0],
  ],
  'Europe/Athens': [
    [0, 120],
    [utc('2028-03-26', 1), 180],
    [utc('2028-10-29', 1), 120],
  ],
  'America/Sao_Paulo': [[0, -180]],
  // The gap begins at midnight.
  'Africa/Cairo': [
    [0, 120],
    [utc('2028-04-27', 22), 180],
    [utc('2028-10-26', 21), 120],
  ],
  // Half an hour.
  'Australia/Lord_Howe': [
    [0, 660],
    [utc('2028-04-01', 15), 630],
    [utc('2028-09-30', 15, 30), 660],
  ],
}
const FROM = utc('2028-01-01', 0)
const TO = utc('2029-01-01', 0)

interface Slot {
  readonly weekday: number
  /** Minutes of the day; the last one is inside. */
  readonly from: number
  readonly to: number
}

const two = (n: number): string => String(n).padStart(2, '0')
const time = (minute: number, second: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}`

const bodyOf = (template: 'SCHEDULER' | 'FORCED_SCHEDULER', table: Table, slots: readonly Slot[]) =>
  RuleBody.parse({
    template,
    id: '1',
    version: 1,
    timeZone: 'UTC',
    interfaces: [{ id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' }],
    offsets: table.map(([from, minutes]) => ({ from, minutes })),
    inputs: {
      outputs: ['21'],
      lines: slots.map(({ weekday, from, to }) => ({
        weekdays: [weekday],
        intervals: [{ startTime: time(from, 0), endTime: time(to, 59), action: true }],
      })),
      callbackValue: false,
    },
  })

/** Reference model: looks at the local clock once a minute. */
const simulateSchedule = (table: Table, slots: readonly Slot[]): string[] => {
  const trace: string[] = []
  let on = false
  for (let ts = FROM; ts <= TO; ts += MINUTE) {
    const ahead = table.findLast(([from]) => from <= ts)![1]
    const local = ts / MINUTE + ahead
    const day = Math.floor(local / 1440)
    const minute = local - day * 1440
    // 1970-01-01 was a Thursday.
    const weekday = (day + 3) % 7
    const inside = slots.some(slot => slot.weekday === weekday && slot.from <= minute && minute <= slot.to)
    if (inside !== on) trace.push(`${ts} ${inside}`)
    on = inside
  }
  return trace
}

const isWrite = (effect: RuleEffect): effect is Actuate => effect.kind === 'ACTUATE'
const history: readonly Input[] = [{ kind: 'CONFIG', ts: FROM }]
const written = (body: RuleBody): string[] =>
  run(body, history, TO)
    .effects.filter(isWrite)
    .map(({ ts, value }) => `${ts} ${value}`)

const slot = fc
  .record({
    weekday: fc.integer({ min: 0, max: 6 }),
    from: fc.integer({ min: 0, max: 1439 }),
    length: fc.constantFrom(1, 15, 30, 90, 600),
  })
  .map(({ weekday, from, length }): Slot => ({ weekday, from, to: Math.min(1439, from + length - 1) }))
const apart = (slots: readonly Slot[]) =>
  slots.filter(
    (slot, k) =>
      slots.findIndex(earlier => earlier.weekday === slot.weekday && earlier.from <= slot.to && slot.from <= earlier.to) === k,
  )
/** Around the hours that are put forward and back. */
const nightly = Array.from({ length: 7 }, (_, weekday): Slot[] => [
  { weekday, from: 0, to: 4 },
  { weekday, from: 70, to: 110 },
  { weekday, from: 125, to: 129 },
  { weekday, from: 140, to: 164 },
  { weekday, from: 1390, to: 1439 },
]).flat()

describe.each(Object.entries(zones))('S3 a leap year in %s', (_name, table) => {
  it('switches by the local clock, forced or not', () => {
    const expected = simulateSchedule(table, nightly)
    expect(expected.length).toBeGreaterThan(366 * 7)
    for (const template of ['SCHEDULER', 'FORCED_SCHEDULER'] as const)
      expect(written(bodyOf(template, table, nightly))).toEqual(expected)
  })

  it('switches by the local clock for random schedules', () => {
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1, maxLength: 6 }), slots => {
        expect(written(bodyOf('SCHEDULER', table, apart(slots)))).toEqual(simulateSchedule(table, apart(slots)))
      }),
      { numRuns: 2 },
    )
  })
})
