import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { translator } from '@steading/locales/text'
import { reasonWords } from '@steading/locales/reasons'
import { expect, test } from 'vitest'
import { paneOf } from './history.ts'
import { dailyFigures } from '../details/dailyFigures.ts'
import { valueWords } from '../words.ts'

const t = await translator('en-US')
const temperature = {
  id: '1',
  displayName: 'North',
  category: 'TEMPERATURE',
  unit: '°C',
  decimals: 1,
  terminalInterfaceDataType: 'DECIMAL',
} as Interface // safe: what these functions look at
const door = { ...temperature, category: 'DOOR_CONTACT', unit: null, terminalInterfaceDataType: 'BOOLEAN' } as Interface // safe: as above
const meter = { ...temperature, category: 'WATER_COUNTER', unit: 'L', decimals: 0 } as Interface // safe: as above

const series: Series = { interfaceId: '1', resolution: 'FIVE_MIN', step: 300, times: [1000, 2000], values: [20, 21] }

test('figures are a line, at the times of their readings', () => {
  const pane = paneOf(temperature, series, t)
  expect(pane.lines[0]).toMatchObject({ times: [1000, 2000], values: [20, 21], steps: false })
  expect(pane.states).toBeUndefined()
})

test('the peak of a longer step is drawn beside its mean', () => {
  const pane = paneOf(temperature, { ...series, min: [19, 20], max: [21, 26] }, t)
  expect(pane.lines[0]).toMatchObject({ values: [20, 21], low: [19, 20], high: [21, 26] })
})

test('a counter is drawn by the hour', () => {
  const pane = paneOf(meter, { ...series, values: [10, 20] }, t)
  expect(pane).toMatchObject({ unit: 'L/h', min: 0, lines: [{ times: [1000, 2000], values: [120, 240] }] })
})

test('states hold until the next one and are said in their words', () => {
  const pane = paneOf(door, { ...series, values: [1, 0] }, t)
  expect(pane.states).toEqual(['Closed', 'Open'])
  expect(pane.lines[0]).toMatchObject({ values: [1, 0], steps: true })
})

test('what is kept only when it changes is held, not drawn aslant', () => {
  const scale = { ...temperature, category: 'ANIMAL_SCALE', unit: 'g', historyConfiguration: 'DIFFERENT_VALUES' } as Interface // safe: as above
  expect(paneOf(scale, series, t).lines[0]).toMatchObject({ steps: true })
  expect(paneOf({ ...scale, historyConfiguration: 'ALL_VALUES' }, series, t).lines[0]).toMatchObject({ steps: false })
})

test('what a day was like depends on the kind', () => {
  const today = { min: 18.4, max: 24, avg: 21.25, sum: 754 } as Parameters<typeof dailyFigures>[1]
  const values = (iface: Interface) => dailyFigures(iface, today, t).map(({ value, unit }) => `${value} ${unit}`.trim())
  expect(values(temperature)).toEqual(['18.4 °C', '21.3 °C', '24.0 °C'])
  expect(values(meter)).toEqual(['754 L'])
  expect(values(door)).toEqual(['12 min 34 s'])
  expect(dailyFigures(temperature, undefined, t)[0]).toMatchObject({ value: '–', unit: '' })
})

test('a value has its unit or its word; a reason that nobody knows is said as it came', () => {
  expect(valueWords(temperature, 26.44, t)).toBe('26.4\u00a0°C')
  expect(valueWords(door, true, t)).toBe('Open')
  expect(valueWords(temperature, null, t)).toBe('–')
  expect(reasonWords({ reason: null }, t)).toBeUndefined()
  expect(reasonWords({ reason: 'late' }, t)).toBe(t('command.reason.expired'))
  expect(reasonWords({ reason: 'unit 3 does not answer' }, t)).toBe('unit 3 does not answer')
})
