import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { complexChart } from '@steading/contract/widgets/types/interfaces/complexChart'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import { comparisonWith, complexPanes, requestedResolution, shownSeries } from './complexPanes.ts'

const t = await translator('en-US')
const air = sampleInterface({ id: '1', displayName: 'Air', unit: '°C' })
const meter = sampleInterface({ id: '2', displayName: 'Meter', category: 'WATER_COUNTER', unit: 'L', decimals: 0 })
const interfaces = new Map<string, Interface>([air, meter].map(item => [item.id, item]))
const seriesOf = (interfaceId: string, values: readonly number[] = [10, 20]): [string, Series] => [
  interfaceId,
  { interfaceId, resolution: 'HOUR', step: 3600, times: [0, 3_600_000], values: [...values] },
]
const series = new Map([seriesOf('1'), seriesOf('2')])
const range = [0, 7_200_000] as const
const configsOf = (more: object = {}) => complexChart.schema.parse({ interfaceIds: ['1', '2'], ...more })

test('draws a pane a unit, a counter as its rate', () => {
  expect(complexPanes(configsOf(), interfaces, series, undefined, range, t)).toMatchObject([
    { unit: '°C', lines: [{ name: 'Air', series: 1 }] },
    { unit: 'L/h', min: 0, lines: [{ name: 'Meter', series: 2 }] },
  ])
})

test('draws the sum of a counter in its own unit', () => {
  const [, pane] = complexPanes(configsOf({ aggregation: 'SUM' }), interfaces, series, undefined, range, t)
  expect(pane).toMatchObject({ unit: 'L', lines: [{ values: [10, 20] }] })
})

test('lays a second unit upon the first where axes are shared', () => {
  const overlays = (axes: string) =>
    complexPanes(configsOf({ axes }), interfaces, series, undefined, range, t).map(pane => pane.overlay ?? false)
  expect([overlays('PANES'), overlays('SHARED')]).toEqual([
    [false, false],
    [false, true],
  ])
})

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('draws an earlier period paler and dashed at the times of the shown one', () => {
  const before = { ...seriesOf('1', [7, 8])[1], times: [-DAY, HOUR - DAY] }
  const earlier = new Map([['1', shownSeries(before, comparisonWith('DAY_BEFORE', 6, 'UTC')!)]])
  const [pane] = complexPanes(configsOf({ comparison: 'DAY_BEFORE' }), interfaces, series, earlier, range, t)
  expect(pane?.lines).toMatchObject([
    { name: 'Air', values: [10, 20] },
    { name: 'Air (day before)', values: [7, 8], times: [0, HOUR], series: 1, dashed: true, pale: true },
  ])
})

test('compares with a period as long as the shown one, a day, a week or a year before', () => {
  const days = (comparison: Parameters<typeof comparisonWith>[0]) =>
    Math.abs(comparisonWith(comparison, 48, 'UTC')?.toEarlier(0) ?? 0) / DAY
  expect((['NONE', 'PERIOD_BEFORE', 'DAY_BEFORE', 'WEEK_BEFORE', 'YEAR_BEFORE'] as const).map(days)).toEqual([0, 2, 1, 7, 365])
})

test.each([
  ['WEEK_BEFORE', 24],
  ['PERIOD_BEFORE', 168],
] as const)('lays 08:00 over 08:00 across a change of the clock, %s of %i hours', (comparison, hours) => {
  const { toEarlier, toShown } = comparisonWith(comparison, hours, 'Europe/Lisbon')!
  // In Lisbon summer time ended on 25 October 2026, and began on 29 March.
  for (const [shown, earlier] of [
    ['2026-10-28T08:00:00Z', '2026-10-21T07:00:00Z'],
    ['2026-04-01T07:00:00Z', '2026-03-25T08:00:00Z'],
  ].map(pair => pair.map(Date.parse))) {
    expect(toEarlier(shown!)).toBe(earlier)
    expect(toShown(earlier!)).toBe(shown)
  }
})

test('compares with the hours before by absolute time', () => {
  const at = Date.parse('2026-10-25T03:00:00Z')
  expect(comparisonWith('PERIOD_BEFORE', 6, 'Europe/Lisbon')!.toEarlier(at)).toBe(at - 6 * HOUR)
})

test('draws the hour that a clock repeats in the earlier period once', () => {
  const from = Date.parse('2026-10-24T23:00:00Z')
  const hours = [0, 1, 2, 3]
  const night: Series = { ...seriesOf('1', hours)[1], times: hours.map(hour => from + hour * HOUR), max: hours, flags: hours }
  // 00:00, 01:00, once more 01:00, 02:00.
  const shown = shownSeries(night, comparisonWith('WEEK_BEFORE', 24, 'Europe/Lisbon')!)
  expect(shown).toMatchObject({ values: [0, 1, 3], max: [0, 1, 3], flags: [0, 1, 3] })
  expect(shown.times.map(time => new Date(time).toISOString().slice(5, 16))).toEqual([
    '11-01T00:00',
    '11-01T01:00',
    '11-01T02:00',
  ])
})

test('draws a counter without a sum as its rate, since a register has no extremes', () => {
  const [, pane] = complexPanes(configsOf({ aggregation: 'MAX' }), interfaces, series, undefined, range, t)
  expect(pane?.unit).toBe('L/h')
})

test('requests equal steps for bars, coarser ones for longer ranges', () => {
  const requested = (hours: number, more: object = {}) => requestedResolution(configsOf({ chartType: 'BAR', ...more }), hours)
  expect([6, 12, 24, 168, 720].map(hours => requested(hours))).toEqual(['FIVE_MIN', 'FIVE_MIN', 'HOUR', 'HOUR', 'DAY'])
  expect([requested(720, { resolution: 'HOUR' }), requested(24, { chartType: 'LINE' })]).toEqual(['HOUR', undefined])
})

test('begins bars at 0 and says how long their step is', () => {
  const [pane] = complexPanes(configsOf({ chartType: 'BAR' }), interfaces, series, undefined, range, t)
  expect(pane).toMatchObject({ min: 0, lines: [{ shape: 'bar', times: [0, 3_600_000], step: 3_600_000 }] })
  const frost = new Map([seriesOf('1', [-4, -2])])
  expect(complexPanes(configsOf({ chartType: 'BAR' }), interfaces, frost, undefined, range, t)[0]).toMatchObject({ max: 0 })
})

test('draws areas and steps as they are chosen', () => {
  const first = (chartType: string) =>
    complexPanes(configsOf({ chartType }), interfaces, series, undefined, range, t)[0]?.lines[0]
  expect([first('AREA')?.shape, first('LINE')?.shape]).toEqual(['area', undefined])
  expect([first('STEP')?.steps, first('LINE')?.steps]).toEqual([true, false])
})

test('draws thresholds in the pane of the first unit', () => {
  const panes = complexPanes(configsOf({ thresholdMin: 18, thresholdMax: 26.125 }), interfaces, series, undefined, range, t)
  expect(panes.map(pane => pane.limits?.map(({ words, side }) => [words, side]))).toEqual([
    [
      ['Upper limit 26.125\u00a0°C', 'above'],
      ['Lower limit 18\u00a0°C', 'below'],
    ],
    [],
  ])
})

test('draws each state as a strip with the time that it was on', () => {
  const heater = sampleInterface({
    id: '3',
    displayName: 'Heater',
    category: 'HEATING_RELAY',
    terminalInterfaceDataType: 'BOOLEAN',
  })
  const all = new Map([...interfaces, ['3', heater] as const])
  const shares = new Map([seriesOf('1'), seriesOf('3', [0.5, 1])])
  const panes = complexPanes(configsOf({ interfaceIds: ['3', '1'], chartType: 'BAR' }), all, shares, undefined, range, t)
  expect(panes).toMatchObject([
    { unit: '°C', lines: [{ name: 'Air', shape: 'bar' }] },
    { states: ['Off', 'On'], lines: [{ name: 'Heater · On: 1 h 30 min', shape: 'area', values: [0.5, 1] }] },
  ])
})

test('colours lines by the places of their interfaces in the stored configuration', () => {
  const panes = complexPanes({ ...configsOf(), places: [1, 4] }, interfaces, series, undefined, range, t)
  expect(panes.map(({ lines }) => lines.map(line => line.series))).toEqual([[2], [5]])
})
