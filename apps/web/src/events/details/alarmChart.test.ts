import type { Cause } from '@steading/contract/events/events'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleCause as cause } from '../../../test/cause.sample.ts'
import { meetsCondition, lineOf, chartPanes, chartWindow } from './alarmChart.ts'

const t = await translator('en-US')
const at = (clock: string) => Date.parse(`2026-05-04T${clock}:00Z`)
const iso = (clock: string) => new Date(at(clock)).toISOString()
const open = { openDate: iso('03:04'), closeDate: null }
const closed = { openDate: iso('03:04'), closeDate: iso('03:50') }
const series = [{ interfaceId: '4', resolution: 'RAW' as const, step: 0, times: [at('02:50'), at('03:00')], values: [25.9, 27] }]
const tails = new Map([
  [
    '4',
    [
      { at: at('03:00'), value: 99 },
      { at: at('03:05'), value: 28 },
    ],
  ],
])
const setting = { now: at('03:41'), zone: 'UTC', t, narrow: false }

test('what is on or off says so beside its line', () => {
  const door = { ...cause, category: 'DOOR_CONTACT', value: true, reading: true, threshold: true }
  const [pane] = chartPanes(open, [door], { series: [], tails: new Map() }, setting)
  expect(pane?.states).toEqual(['Closed', 'Open'])
  expect(chartPanes(open, [cause], { series: [], tails: new Map() }, setting)[0]?.states).toBeUndefined()
})

test('from an hour before the condition began until now, or half an hour after the end', () => {
  expect(chartWindow(open, [cause], at('03:41'))).toEqual([at('01:54'), at('03:41')])
  expect(chartWindow(closed, [cause], at('03:55'))).toEqual([at('01:54'), at('03:55')])
  expect(chartWindow(closed, [cause], at('09:00'))).toEqual([at('01:54'), at('04:20')])
  expect(chartWindow(open, [], at('03:41'))).toEqual([at('02:04'), at('03:41')])
  // Just opened, by a clock that is a minute behind: the alarm is on the chart all the same.
  expect(chartWindow(open, [], at('03:03'))).toEqual([at('02:04'), at('03:05')])
})

test('limit, the time it had to last, the alarm until now, and when each began', () => {
  const [pane] = chartPanes(open, [cause], { series, tails }, setting)
  expect(pane).toMatchObject({
    unit: '°C',
    decimals: 1,
    lines: [{ name: 'Temperature, average', series: 1, subject: true, steps: false }],
    limits: [{ value: 26, words: 'limit 26.0\u00a0°C', tone: 'critical' }],
    spans: [
      { from: at('02:54'), to: at('03:04'), tone: 'pending' },
      { from: at('03:04'), to: at('03:41'), tone: 'critical' },
    ],
  })
  expect(pane?.marks?.map(({ words, side, row }) => [words, side, row])).toEqual([
    ['03:04 alarm', 'right', 1],
    ['02:54 start', 'left', 1],
  ])
})

test('a closed alarm ends in red where it was closed, and its words meet no others', () => {
  const short = { openDate: iso('03:04'), closeDate: iso('03:06') }
  const [pane] = chartPanes(short, [cause], { series, tails }, { ...setting, now: at('09:00') })
  expect(pane?.spans?.at(-1)).toEqual({ from: at('03:04'), to: at('03:06'), tone: 'critical' })
  expect(pane?.marks?.map(mark => mark.row)).toEqual([1, 1, 2])
})

test('where there is little room words step aside or are left out', () => {
  const late = { ...setting, now: at('03:20') }
  const of = (narrow: boolean) => chartPanes(open, [cause], { series, tails }, { ...late, narrow })[0]
  expect(of(false)?.marks?.map(({ side, row }) => [side, row])).toEqual([
    ['right', 1],
    ['left', 1],
  ])
  expect(of(false)?.spans?.[0]?.words).toBe('10 min')
  expect(of(true)?.marks?.map(({ side, row }) => [side, row])).toEqual([
    ['left', 1],
    ['left', 2],
  ])
  expect(of(true)?.spans?.[0]?.words).toBeUndefined()
})

test('without a time to last there is no orange window', () => {
  const [pane] = chartPanes(open, [{ ...cause, sinceUtc: open.openDate, permanence: 0 }], { series, tails }, setting)
  expect(pane?.spans).toHaveLength(1)
  expect(pane?.marks).toHaveLength(1)
})

test('units have panes of their own; an interface with two limits is one line', () => {
  const humid = { ...cause, interfaceId: '5', category: 'HUMIDITY', threshold: 85 }
  const panes = chartPanes(open, [cause, { ...cause, threshold: 20, operator: 'LESS' }, humid], { series, tails }, setting)
  expect(panes.map(pane => [pane.unit, pane.lines.length, pane.limits?.length])).toEqual([
    ['°C', 1, 2],
    ['%', 1, 1],
  ])
  expect(panes.flatMap(pane => pane.lines.map(line => line.series))).toEqual([1, 2])
  expect(panes[1]?.marks).toEqual([])
})

test('what came meanwhile stands behind what was fetched, once', () => {
  expect(lineOf(cause, { series, tails })).toEqual({ times: [at('02:50'), at('03:00'), at('03:05')], values: [25.9, 27, 28] })
  expect(lineOf({ ...cause, interfaceId: '9' }, { series, tails })).toEqual({ times: [], values: [] })
})

test('a register is drawn as its growth in an hour, beside a limit of that kind', () => {
  const water = { ...cause, category: 'WATER_COUNTER', operator: 'EQUAL', threshold: 0, value: 0, reading: 5000 }
  const counted = [{ ...series[0]!, resolution: 'FIVE_MIN' as const, step: 300, values: [10, null] }]
  expect(lineOf(water, { series: counted, tails }).values).toEqual([120, null])
  expect(chartPanes(open, [water], { series: counted, tails }, setting)[0]).toMatchObject({ unit: 'L/h', limits: [{ value: 0 }] })
})

test('a limit of another kind than the readings is not drawn', () => {
  const limits = (change: Partial<Cause>) => chartPanes(open, [{ ...cause, ...change }], { series, tails }, setting)[0]?.limits
  expect(limits({ value: 4.5, threshold: 4 })).toEqual([])
  expect(limits({ category: 'DOOR_CONTACT', value: true, reading: true, threshold: true })).toEqual([])
  expect(limits({ category: 'FAN_RELAY', value: -1, reading: false, threshold: 0 })).toEqual([])
})

test('whether it lasts is the condition asked again', () => {
  expect([meetsCondition(cause, 26.1), meetsCondition(cause, 26), meetsCondition({ ...cause, operator: 'LESS' }, 25)]).toEqual([
    true,
    false,
    true,
  ])
})

test('words that would touch stand one above the other', () => {
  const short = { ...cause, sinceUtc: iso('03:02') }
  const rows = (narrow: boolean) =>
    chartPanes(open, [short], { series, tails }, { ...setting, narrow })[0]?.marks?.map(mark => mark.row)
  expect([rows(false), rows(true)]).toEqual([[1, 1], [1, 2]]) // prettier-ignore
})

test('what a device is told in percent is drawn from none to all', () => {
  const fans = { ...cause, category: 'VENTILATION_CONTROL', operator: 'NOT_EQUAL', threshold: 0, value: -100, reading: 0 }
  expect(chartPanes(open, [fans], { series, tails }, setting)[0]).toMatchObject({ unit: '%', min: 0, max: 100 })
  expect(chartPanes(open, [cause], { series, tails }, setting)[0]).not.toHaveProperty('min')
})
