import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { batchOccurrence, weeklyOccurrences } from './occurrences.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)
const END = Date.UTC(2027, 0, 1)
/** Repeatable random numbers from 0 to 1. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ZONES = ['Europe/Lisbon', 'Europe/Athens', 'America/New_York', 'Australia/Lord_Howe']
const TIMES = ['00:00', '01:30', '02:30', '03:15', '23:59']
const WEEKDAYS = [1, 3, 6, 7]

test.each(ZONES.flatMap(zone => TIMES.map(time => [zone, time] as const)))(
  'in %s a weekly trigger at %s fires once on each of its local days of a year',
  (zone, time) => {
    const next = random(zone.length * 100 + TIMES.indexOf(time))
    const fired = new Map<string, { at: number; runAt: number }>()
    let saved = START
    for (let now = START; now < END; now += Math.ceil(next() * 5 * HOUR)) {
      const occurrences = weeklyOccurrences({ weekdays: WEEKDAYS, time }, zone, { after: saved, until: now })
      // The process dies in every third run: what it found is lost, and found again.
      if (next() < 1 / 3) continue
      for (const { date, at } of occurrences) {
        expect(fired.has(date)).toBe(false)
        fired.set(date, { at, runAt: now })
      }
      saved = now
    }
    const [hour, minute] = time.split(':').map(Number)
    const expectedDays: string[] = []
    for (let day = DateTime.fromMillis(START, { zone }).startOf('day'); day.toMillis() < END; day = day.plus({ days: 1 })) {
      const at = day.set({ hour: hour!, minute: minute! }).toMillis() // safe: the times above have both
      if (WEEKDAYS.includes(day.weekday) && at > START && at <= saved) expectedDays.push(day.toISODate()!) // safe: a valid day
    }
    expect([...fired.keys()].toSorted()).toEqual(expectedDays)
    expect(fired.size).toBeGreaterThan(200)
    // A time that the clock skips on one day of the year is as much later as the clock skips.
    const shifts: number[] = []
    for (const [date, { at, runAt }] of fired) {
      expect(at).toBeLessThanOrEqual(runAt)
      const local = DateTime.fromMillis(at, { zone })
      expect(local.toISODate()).toBe(date)
      const shift = local.hour * 60 + local.minute - (hour! * 60 + minute!) // safe: as above
      if (shift !== 0) shifts.push(shift)
    }
    expect(shifts.length).toBeLessThanOrEqual(1)
    expect(shifts.every(shift => shift === 30 || shift === 60)).toBe(true)
  },
)

test('a skipped time fires after the clock change of the day', () => {
  const period = { after: Date.UTC(2026, 2, 28, 12), until: Date.UTC(2026, 2, 29, 12) }
  const [occurrence] = weeklyOccurrences({ weekdays: [7], time: '01:30' }, 'Europe/Lisbon', period)
  expect(occurrence).toEqual({ date: '2026-03-29', at: Date.UTC(2026, 2, 29, 1, 30) })
})

test('a repeated time fires once', () => {
  const period = { after: Date.UTC(2026, 9, 24, 12), until: Date.UTC(2026, 9, 25, 12) }
  expect(weeklyOccurrences({ weekdays: [7], time: '01:30' }, 'Europe/Lisbon', period)).toHaveLength(1)
})

test('a day of a batch begins at local midnight, and day 0 with the opening', () => {
  const openAt = Date.UTC(2026, 2, 25, 15)
  const period = { after: 0, until: END }
  const at = (day: number, closeAt: number | null = null) =>
    batchOccurrence({ type: 'BATCH_DAY', day }, 'Europe/Lisbon', { openAt, closeAt, closedAt: closeAt }, period)
  expect(at(0)).toEqual({ date: '2026-03-25', at: openAt })
  expect(at(1)).toEqual({ date: '2026-03-26', at: Date.UTC(2026, 2, 26) })
  // Behind the clock change, midnight is an hour earlier in UTC.
  expect(at(5)).toEqual({ date: '2026-03-30', at: Date.UTC(2026, 2, 29, 23) })
  expect(at(5, Date.UTC(2026, 2, 28))).toBeNull()
})

test('the close of a batch is due when it is entered, and not before or twice', () => {
  const trigger = { type: 'BATCH_CLOSE' } as const
  const closedAt = Date.UTC(2026, 5, 1, 23, 30)
  const closeAt = closedAt - 20 * DAY
  const dates = { openAt: closeAt - 30 * DAY, closeAt, closedAt }
  const due = (after: number, until: number) => batchOccurrence(trigger, 'Europe/Lisbon', dates, { after, until })
  expect(due(closedAt - DAY, closedAt)).toEqual({ date: '2026-06-02', at: closeAt })
  expect(due(closedAt - DAY, closedAt - 1)).toBeNull()
  expect(due(closedAt, closedAt + DAY)).toBeNull()
  const open = { ...dates, closeAt: null, closedAt: null }
  expect(batchOccurrence(trigger, 'Europe/Lisbon', open, { after: 0, until: END })).toBeNull()
})
