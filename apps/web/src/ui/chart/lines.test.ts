import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { type Line, timeOption } from './lines.ts'

const t = { notation: notationOf('de-DE') }
const line: Line = { name: 'Water', times: [1, 2, 3], values: [10, 20, null], series: 1 }
const drawnOf = (of: Line) =>
  timeOption(token => token, [{ unit: 'L/h', decimals: 0, lines: [of] }], 'UTC', t).series.find(one => 'name' in one)!

test('a point that has words of its own is marked, and says them in the tooltip', () => {
  const { data, tooltip } = drawnOf({ ...line, notes: [undefined, 'left out', undefined] })
  expect(data.map(one => ('symbol' in one ? one.symbol : undefined))).toEqual([undefined, 'diamond', undefined])
  expect(data[1]).toMatchObject({ value: [expect.any(Number), 20] })
  expect([tooltip.valueFormatter(10, 0), tooltip.valueFormatter(20, 1)]).toEqual(['10 L/h', '20 L/h · left out'].map(nbsp))
})

test('a line without notes has no marks', () => {
  expect(drawnOf(line).data.every(Array.isArray)).toBe(true)
})

test('a peak that a mean hides is drawn as a band, fits the scale and is told; it is no line of its own to point at', () => {
  const hot: Line = {
    name: 'House 1',
    times: [1, 2, 3, 4],
    values: [20, 29.7, null, 25],
    low: [19, 28, null],
    high: [21, 31.2, null],
    series: 2,
  }
  const { series, yAxis } = timeOption(
    token => (token === 'series-2' ? '#336699' : token),
    [{ unit: '°C', decimals: 1, lines: [hot] }],
    'UTC',
    t,
  )
  const [line, low, band] = series
  expect(series).toHaveLength(3)
  expect(yAxis[0]?.max).toBeGreaterThanOrEqual(31.2)
  const values = (of: typeof line) => of?.data.map(one => (Array.isArray(one) ? (one as number[])[1] : undefined))
  expect(values(low)).toEqual([19, 28, null, 25])
  expect(values(band)?.map(value => value && Math.round(value * 10) / 10)).toEqual([2, 3.2, null, 0])
  expect(band).toMatchObject({
    stack: low && 'stack' in low ? low.stack : '',
    areaStyle: { color: 'rgba(51,102,153,0.2)' },
    tooltip: { show: false },
  })
  const words = line && 'name' in line ? line.tooltip.valueFormatter(29.7, 1) : ''
  expect(words).toBe('29,7\u00a0°C · 28,0–31,2\u00a0°C')
})

const nbsp = (words: string) => words.replace(' L/h', '\u00a0L/h')

test('x grows with absolute time where clocks go back, and the tooltip tells the hours apart', () => {
  const halfHours = Array.from({ length: 7 }, (_, at) => Date.parse('2026-10-24T23:30:00Z') + at * 1_800_000)
  const values = halfHours.map(() => 1)
  const pane = { unit: '°C', decimals: 1, lines: [{ ...line, times: halfHours, values }] }
  const { series, xAxis } = timeOption(token => token, [pane], 'Europe/Lisbon', t, [halfHours[0]!, halfHours.at(-1)!])
  expect(series[0]!.data.map(one => (one as readonly number[])[0])).toEqual(halfHours)
  expect(xAxis[0]).toMatchObject({ min: halfHours[0], max: halfHours.at(-1) })
  const head = halfHours.map(value => xAxis[0]!.axisPointer.label.formatter({ value }))
  expect(head.slice(1, 5)).toEqual(['01:00 +01:00', '01:30 +01:00', '01:00 +00:00', '01:30 +00:00'])
})
