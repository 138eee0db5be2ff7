import type { HistoryMode } from '@steading/contract/devices/categories'
import { expect, test } from 'vitest'
import { belongsToHistory } from './historyFilter.ts'
import type { PreviousReading } from '../spec.ts'

const T = Date.UTC(2026, 10, 20, 12)

/** Which of these readings, seconds and values, belong to the history? */
function storedReadings(history: HistoryMode, readings: readonly (readonly [number, number])[], historySeconds = 300) {
  let before: PreviousReading | undefined
  return readings.map(([second, value]) => {
    const ts = T + second * 1000
    const belongs = belongsToHistory({ history, historySeconds }, before, ts, value)
    before = { ts, value }
    return belongs
  })
}

test.each([
  [
    'NO_HISTORY',
    [
      [0, 1],
      [60, 2],
    ],
    [false, false],
  ],
  [
    'ALL_VALUES',
    [
      [0, 1],
      [60, 1],
    ],
    [true, true],
  ],
  [
    'DIFFERENT_VALUES',
    [
      [0, 1],
      [60, 1],
      [120, 2],
      [180, 2],
      [240, 1],
    ],
    [true, false, true, false, true],
  ],
  [
    'TIME_INTERVAL',
    [
      [10, 1],
      [299, 2],
      [300, 3],
      [599, 4],
      [1250, 5],
    ],
    [true, false, true, false, true],
  ],
] as const)('%s', (history, readings, expected) => expect(storedReadings(history, readings)).toEqual(expected))

test('loses no reading of a box that samples at the interval of the history', () =>
  expect(
    storedReadings(
      'TIME_INTERVAL',
      [
        [0.001, 1],
        [59.999, 2],
        [120.002, 3],
        [180, 4],
        [239.998, 5],
        [250, 6],
        [260, 7],
      ],
      60,
    ),
  ).toEqual([true, true, true, true, true, true, false]))

test('keeps readings at an interval of its own', () =>
  expect(
    storedReadings(
      'TIME_INTERVAL',
      [
        [0, 1],
        [59, 1],
        [60, 1],
      ],
      60,
    ),
  ).toEqual([true, false, true]))
