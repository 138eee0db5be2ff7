import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { chartTable } from './chartTable.ts'

const t = { notation: notationOf('en-US') }
const write = (at: number) => `t${at}`

test('writes one row a moment and one column a line with its unit', () => {
  const lines = [
    { name: 'North', series: 1, times: [1, 2], values: [20.5, null] },
    { name: 'South', series: 2, times: [2, 3], values: [21, 22] },
  ]
  expect(chartTable([{ unit: '°C', decimals: 1, lines }], 'Time', write, t)).toEqual([
    ['Time', 'North (°C)', 'South (°C)'],
    ['t1', 20.5, null],
    ['t2', null, 21],
    ['t3', null, 22],
  ])
})

test('writes values with the decimals of their pane', () => {
  const lines = [{ name: 'LAQPL-2603', series: 1, times: [1], values: [1.2345678901] }]
  expect(chartTable([{ unit: 'L', decimals: 2, lines }], 'Age', write, t)).toEqual([
    ['Age', 'LAQPL-2603 (L)'],
    ['t1', 1.23],
  ])
})

test('writes states in their words', () => {
  const pane = {
    unit: '',
    decimals: 0,
    states: ['Closed', 'Open'],
    lines: [{ name: 'Door', series: 1, times: [1], values: [1] }],
  }
  expect(chartTable([pane], 'Time', write, t)).toEqual([
    ['Time', 'Door'],
    ['t1', 'Open'],
  ])
})

test('writes a row for each of several points at one position', () => {
  const lines = [
    { name: 'Humidity', series: 1, times: [20, 20, 21], values: [60, 62, 58] },
    { name: 'Trend line', series: 2, times: [20, 21], values: [61, 58] },
  ]
  expect(chartTable([{ unit: '%', decimals: 0, lines }], 'Air', write, t)).toEqual([
    ['Air', 'Humidity (%)', 'Trend line (%)'],
    ['t20', 60, 61],
    ['t20', 62, null],
    ['t21', 58, 58],
  ])
})
