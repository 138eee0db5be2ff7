import { expect, test } from 'vitest'
import { type Line, timeOption } from './lines.ts'

const line: Line = { name: 'Water', times: [1, 2, 3], values: [10, 20, null], series: 1 }
const drawnOf = (of: Line) => timeOption(token => token, [{ unit: 'L/h', decimals: 0, lines: [of] }], 'UTC').series[0]!

test('a point that has words of its own is marked, and says them in the tooltip', () => {
  const { data, tooltip } = drawnOf({ ...line, notes: [undefined, 'left out', undefined] })
  expect(data.map(one => ('symbol' in one ? one.symbol : undefined))).toEqual([undefined, 'diamond', undefined])
  expect(data[1]).toMatchObject({ value: [expect.any(Number), 20] })
  expect([tooltip.valueFormatter(10, 0), tooltip.valueFormatter(20, 1)]).toEqual(['10 L/h', '20 L/h · left out'].map(nbsp))
})

test('a line without notes has no marks', () => {
  expect(drawnOf(line).data.every(Array.isArray)).toBe(true)
})

const nbsp = (words: string) => words.replace(' L/h', '\u00a0L/h')
