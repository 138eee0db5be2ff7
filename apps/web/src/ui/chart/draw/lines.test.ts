import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { ageAxis, timeAxis, valueAxis } from './axis.ts'
import { type Line, type Pane, chartOption } from './lines.ts'

const t = { notation: notationOf('de-DE') }
const line: Line = { name: 'Water', times: [1, 2, 3], values: [10, 20, null], series: 1 }
const drawnOf = (of: Line) =>
  chartOption(token => token, [{ unit: 'L/h', decimals: 0, lines: [of] }], timeAxis('UTC', 'Time', t), t).series.find(
    sery => 'name' in sery,
  )!

test('marks a point with a note and shows it in the tooltip', () => {
  const { data, tooltip } = drawnOf({ ...line, notes: [undefined, 'left out', undefined] })
  expect(data.map(one => ('symbol' in one ? one.symbol : undefined))).toEqual([undefined, 'diamond', undefined])
  expect(data[1]).toMatchObject({ value: [expect.any(Number), 20] })
  expect([tooltip.valueFormatter(10, 0), tooltip.valueFormatter(20, 1)]).toEqual(['10 L/h', '20 L/h · left out'].map(nbsp))
})

test('draws the ninth line in the first colour with another dash', () => {
  const strokes = [1, 9].map(series => drawnOf({ ...line, series }))
  expect(strokes).toMatchObject([{ color: 'series-1' }, { color: 'series-1', lineStyle: { type: [2, 2] } }])
  expect(strokes[0]).not.toHaveProperty('lineStyle.type')
})

test.each([
  ['above its line in the middle of a pane', [50], ['insideStartTop']],
  ['above its line at the bottom of a pane', [2], ['insideStartTop']],
  ['below its line near the top of a pane', [94], ['insideStartBottom']],
  [
    'below the line of a limit that lies close under one near the top',
    [94, 80, 10],
    ['insideStartBottom', 'insideStartBottom', 'insideStartTop'],
  ],
])('writes a limit %s', (_, values, expected) => {
  const limits = values.map(value => ({ value, words: `Limit ${value}`, tone: 'major' as const }))
  const pane: Pane = { unit: '%', decimals: 0, min: 0, max: 100, limits, lines: [line] }
  const [drawn] = chartOption(token => token, [pane], timeAxis('UTC', 'Time', t), t).series
  const { data } = (drawn as unknown as { markLine: { data: { label: { position: string } }[] } }).markLine
  expect(data.map(({ label }) => label.position)).toEqual(expected)
})

test('draws no marks without notes', () => {
  expect(drawnOf(line).data.every(Array.isArray)).toBe(true)
})

test('draws the band of peaks within the scale and not as a line', () => {
  const hot: Line = {
    name: 'House 1',
    times: [1, 2, 3, 4],
    values: [20, 29.7, null, 25],
    low: [19, 28, null],
    high: [21, 31.2, null],
    series: 2,
  }
  const { series, yAxis } = chartOption(
    token => (token === 'series-2' ? '#336699' : token),
    [{ unit: '°C', decimals: 1, lines: [hot] }],
    timeAxis('UTC', 'Time', t),
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

test('orders points by absolute time when clocks go back', () => {
  const halfHours = Array.from({ length: 7 }, (_, at) => Date.parse('2026-10-24T23:30:00Z') + at * 1_800_000)
  const values = halfHours.map(() => 1)
  const pane = { unit: '°C', decimals: 1, lines: [{ ...line, times: halfHours, values }] }
  const { series, xAxis } = chartOption(token => token, [pane], timeAxis('Europe/Lisbon', 'Time', t), t, [
    halfHours[0]!,
    halfHours.at(-1)!,
  ])
  expect(series[0]!.data.map(one => (one as readonly number[])[0])).toEqual(halfHours)
  expect(xAxis[0]).toMatchObject({ min: halfHours[0], max: halfHours.at(-1) })
  const head = halfHours.map(value => xAxis[0]!.axisPointer.label.formatter({ value }))
  expect(head.slice(1, 5)).toEqual(['01:00 +01:00', '01:30 +01:00', '01:00 +00:00', '01:30 +00:00'])
})

test('an axis of ages has whole days and ends where the lines end', () => {
  const axis = ageAxis({ name: 'Age', title: 'Age in days' }, age => `Age ${age} d`, t)
  const line: Line = { name: 'Weight', times: [0, 7, 42], values: [0.044, 0.213, 2.998], series: 1 }
  const { xAxis } = chartOption(token => token, [{ unit: 'kg', decimals: 3, lines: [line] }], axis, t)
  expect(xAxis[0]).toMatchObject({ type: 'value', min: 0, max: 42 })
  expect(axis.ticks([0, 42])).toEqual([0, 10, 20, 30, 40])
  expect(axis.ticks([0, 3])).toEqual([0, 1, 2, 3])
  expect(axis.ticks([63, 64])).toEqual([63, 64])
})

const optionOf = (...panes: readonly Pane[]) =>
  chartOption(token => (token.startsWith('series') ? '#336699' : token), panes, timeAxis('UTC', 'Time', t), t)

test('writes the title of an axis once, below its lowest pane', () => {
  const axis = ageAxis({ name: 'Age', title: 'Age in days' }, String, t)
  const panes = ['kg', '%'].map((unit): Pane => ({ unit, decimals: 1, lines: [line] }))
  const namesOf = (of: typeof axis) =>
    chartOption(token => token, panes, of, t).xAxis.map(one => ('name' in one ? one.name : undefined))
  expect(namesOf(axis)).toEqual([undefined, 'Age in days'])
  expect(namesOf(timeAxis('UTC', 'Time', t))).toEqual([undefined, undefined])
})

test('lays a pane upon the one before it, with its axis and unit at the right', () => {
  const left = { unit: '°C', decimals: 1, lines: [line] }
  const { grid, xAxis, yAxis, series } = optionOf(left, { unit: '%', decimals: 0, lines: [line], overlay: true }, left)
  expect([grid.length, xAxis.length]).toEqual([2, 2])
  expect(yAxis.map(({ gridIndex, position, splitLine }) => [gridIndex, position, splitLine.show])).toEqual([
    [0, 'left', true],
    [0, 'right', false],
    [1, 'left', true],
  ])
  expect(series.map(one => [one.xAxisIndex, one.yAxisIndex])).toEqual([
    [0, 0],
    [0, 1],
    [1, 2],
  ])
  expect(yAxis.map(({ axisLabel }) => axisLabel.formatter?.(20))).toEqual(['20\u00a0°C', '20\u00a0%', '20'])
  expect(grid[0]?.right).toBeGreaterThan(optionOf(left).grid[0]?.right ?? 0)
})

test('draws bars over the middle of their step', () => {
  const { series } = optionOf({ unit: 'L', decimals: 0, lines: [{ ...line, shape: 'bar', step: 1 }] })
  expect(series[0]).toMatchObject({
    type: 'bar',
    data: [
      [1.5, 10],
      [2.5, 20],
      [3.5, null],
    ],
  })
})

test('draws points, areas and paler lines', () => {
  const drawn = (more: Partial<Line>) => optionOf({ unit: 'L', decimals: 0, lines: [{ ...line, ...more }] }).series[0]
  expect(drawn({ shape: 'points' })).toMatchObject({ type: 'scatter' })
  expect(drawn({ shape: 'area' })).toMatchObject({ type: 'line', areaStyle: { color: 'rgba(51,102,153,0.16)' } })
  expect([drawn({}), drawn({ pale: true })].map(one => one && 'color' in one && one.color)).toEqual([
    '#336699',
    'rgba(51,102,153,0.55)',
  ])
})

test('labels an axis of values on round numbers and with its unit', () => {
  const axis = valueAxis('Air', { unit: '°C', decimals: 1 }, [18, 26], t)
  expect([axis.name, axis.ticks([18, 26]), axis.label(18), axis.words(18.25)]).toEqual([
    'Air (°C)',
    [18, 20, 22, 24, 26],
    '18',
    '18,3\u00a0°C',
  ])
})
