import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trendOf } from './trend.ts'

const begin = Date.UTC(2026, 4, 4, 3)
/** A reading every `every` minutes. */
const series = (every: number, values: readonly (number | null)[]) => ({
  times: values.map((_, at) => begin + at * every * 60_000),
  values: [...values],
})

test('the trend of a straight line is its slope, regardless of older readings', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 50, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 16, max: 90 }),
      fc.constantFrom(1 / 6, 1, 5),
      (rate, rises, count, every) => {
        const perHour = rises ? rate : -rate
        const line = Array.from(
          { length: count * Math.max(1, Math.round(1 / every)) },
          (_, at) => 20 + (perHour * at * every) / 60,
        )
        const { times, values } = series(every, line)
        expect(trendOf({ times: [begin - 3_600_000, ...times], values: [99, ...values] }, 3)).toBeCloseTo(perHour, 6)
      },
    ),
  )
})

test.each<[string, ReturnType<typeof series>, number | undefined]>([
  ['nothing', series(1, []), undefined],
  ['all missing', series(1, [null, null]), undefined],
  ['two readings a quarter of an hour apart', series(15, [20, 21]), undefined],
  ['three within ten minutes', series(4, [20, 21, 22]), undefined],
  [
    'many within nine minutes',
    series(
      0.5,
      Array.from({ length: 19 }, (_, at) => 20 + at),
    ),
    undefined,
  ],
  ['three over ten minutes', series(5, [20, 20.5, 21]), 6],
  ['a break in the line is no reading', series(5, [20, null, null, 21]), undefined],
  ['every five minutes: half an hour counts', series(5, [90, 20, 20.5, 21, 21.5, 22, 22.5, 23]), 6],
  ['every five minutes, half of them missing', series(5, [20, null, 21, null, 22, null, 23]), 6],
  ['every minute: twenty minutes count', series(1, [...Array.from({ length: 20 }, () => 0), ...ramp(21, 20, 0.1)]), 6],
  ['an odd reading at the end turns nothing', series(1, [...ramp(20, 20, 0.1), 5]), 6],
  ['it is turning', series(1, [...ramp(20, 20, 0.2), ...ramp(5, 23.4, -0.5)]), undefined],
  ['it has just turned', series(1 / 6, [...ramp(121, 20, 0.05), ...ramp(16, 26, -0.05)]), undefined],
  ['it has stopped', series(1, [...ramp(19, 20, 0.4), ...ramp(4, 27.2, 0)]), undefined],
  ['it turned a while ago', series(1, [...ramp(11, 20, 0.4), ...ramp(12, 23.6, -0.4)]), undefined],
  ['it has turned for good', series(1, [...ramp(11, 20, 0.4), ...ramp(26, 23.6, -0.4)]), -24],
  [
    'noise does not turn it',
    series(
      1,
      ramp(23, 20, 0.1).map((value, at) => value + (at % 2 ? 0.3 : 0)),
    ),
    6.14,
  ],
  [
    'noise of one least step',
    series(
      1,
      ramp(16, 20, 0).map((value, at) => value + (at > 7 ? 0.1 : 0)),
    ),
    0,
  ],
  [
    'more than one step',
    series(
      1,
      ramp(16, 20, 0).map((value, at) => value + (at > 7 ? 0.2 : 0)),
    ),
    1.2,
  ],
  [
    'to and fro',
    series(
      1,
      ramp(16, 20, 0).map((value, at) => value + (at % 2 ? 0.3 : 0)),
    ),
    0,
  ],
  [
    'to and fro for longer',
    series(
      0.25,
      ramp(61, 20, 0).map((value, at) => value + (at % 2 ? 0.3 : 0)),
    ),
    0,
  ],
  [
    'less than a step in an hour',
    series(
      0.25,
      ramp(61, 20, 0).map((value, at) => value + (at % 2 ? 0.3 : 0) + at / 3000),
    ),
    0,
  ],
  ['it stands still', series(1, ramp(16, 20, 0)), 0],
])('%s', (_, given, perHour) => {
  const found = trendOf(given, 1)
  expect(found && Math.round(found * 100) / 100).toBe(perHour)
})

function ramp(count: number, from: number, step: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at * step)
}
