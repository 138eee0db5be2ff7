import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { stripOf, timeTrue } from './strips.ts'

const MINUTE = 60_000
const raw = (...points: readonly (readonly [minute: number, value: number | null])[]) => ({
  step: 0,
  times: points.map(([minute]) => minute * MINUTE),
  values: points.map(([, value]) => value),
})

const cases: readonly (readonly [string, ReturnType<typeof raw>, number])[] = [
  ['counts a reading until the next one', raw([10, 1], [30, 0], [40, 1], [45, 0]), 25],
  ['counts the last reading until the end of the range', raw([50, 1]), 10],
  ['counts a reading before the range from its beginning', raw([-30, 1], [20, 0]), 20],
  ['counts nothing of what is unknown', raw([0, null], [10, 1], [20, null]), 10],
  ['counts nothing without readings', raw(), 0],
  ['counts the share of each bucket', { step: 1800, times: [0, 30 * MINUTE], values: [0.5, 1] }, 45],
  ['counts the bucket under way up to now', { step: 7200, times: [0], values: [1] }, 60],
]

test.each(cases)('%s', (_, series, minutes) => {
  expect(timeTrue(series, [0, 60 * MINUTE])).toBe(minutes * MINUTE)
})

test('a strip says its states and how long it was on', async () => {
  const t = await translator('en-US')
  const door = { category: 'DOOR_CONTACT', decimals: 0 } as const
  const pane = stripOf(door, raw([0, 1], [90, 0]), [0, 120 * MINUTE], { name: 'Door', series: 1 }, t)
  expect(pane).toMatchObject({ share: 0.3, states: ['Closed', 'Open'], lines: [{ shape: 'area', steps: true }] })
  expect(pane.lines[0]!.name).toMatch(/^Door · Open: 1 h 30 min$/)
})
