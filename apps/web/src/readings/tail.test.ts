import type { CategoryId } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../test/interface.sample.ts'
import { withTail } from './tail.ts'

const start = Date.UTC(2026, 4, 4, 3)
const minute = 60_000
const of = (category: CategoryId, more: Partial<Interface> = {}) => sampleInterface({ category, ...more })
const series = (times: number[], values: (number | null)[], step = 300): Series => ({
  interfaceId: '8',
  resolution: 'FIVE_MIN',
  step,
  times: times.map(at => start + at * minute),
  values,
})
const reading = (at: number, value: number | boolean, good = true) => ({
  value,
  good,
  timestampUtc: new Date(start + at * minute).toISOString(),
})
const points = ({ times, values }: Series) => times.map((time, at) => [(time - start) / minute, values[at]])

test('what was heard since is appended, what the series has already is not', () => {
  const made = withTail(
    series([0, 5], [20, 21]),
    [reading(4, 1), reading(5, 2), reading(6, 22)],
    of('TEMPERATURE'),
    start + 7 * minute,
  )
  expect(points(made)).toEqual([[0, 20], [5, 21], [6, 22]]) // prettier-ignore
})

test('the last reading ends a series of hours, unless it is too old to be believed', () => {
  const last = { lastConvertedReading: 29, lastReadingTimestampUtc: new Date(start + 85 * minute).toISOString() }
  const hours = series([0, 60], [20, 21], 3600)
  expect(points(withTail(hours, [reading(70, 25)], of('TEMPERATURE', last), start))).toEqual([[0, 20], [60, 21], [70, 25], [85, 29]]) // prettier-ignore
  expect(withTail(hours, [], of('TEMPERATURE', { ...last, stale: true }), start)).toBe(hours)
})

test('a silence and a bad reading break the line', () => {
  const made = withTail(series([0], [20]), [reading(15, 21), reading(16, 99, false), reading(40, 23)], of('TEMPERATURE'), start)
  expect(made.values).toEqual([20, 21, null, null, 23])
})

test('a state stands until now while its box is heard, and never breaks', () => {
  const made = (more: Partial<Interface>) =>
    points(withTail(series([0], [0], 0), [reading(90, true)], of('DOOR_CONTACT', more), start + 120 * minute))
  expect(made({})).toEqual([[0, 0], [90, 1], [120, 1]]) // prettier-ignore
  expect(made({ stale: true })).toEqual([[0, 0], [90, 1]]) // prettier-ignore
  expect(made({ terminal: { id: '1', displayName: 'Box', connected: false, retired: false } })).toEqual([[0, 0], [90, 1]]) // prettier-ignore
})

test('what is kept only when it changes stands too: a scale while the birds sleep', () => {
  const scale = of('ANIMAL_SCALE', { historyConfiguration: 'DIFFERENT_VALUES', historySeconds: null })
  const made = withTail(series([0], [980], 0), [reading(400, 1010)], scale, start + 410 * minute)
  expect(points(made)).toEqual([[0, 980], [400, 1010], [410, 1010]]) // prettier-ignore
  const sampled = of('ANIMAL_SCALE', { historyConfiguration: 'ALL_VALUES', historySeconds: null })
  expect(withTail(series([0], [980], 0), [reading(400, 1010)], sampled, start).values).toEqual([980, null, 1010])
})

test('a counter is shown as it was fetched', () => {
  const given = series([0, 5], [12, 14])
  expect(withTail(given, [reading(6, 123_456)], of('WATER_COUNTER'), start)).toBe(given)
})
