import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { aggregateWords, operationFor, operationsOf, resolutionsOf } from './operations.ts'

const t = await translator('en-US')
const sensor = { category: 'TEMPERATURE', decimals: 1, unit: '°C', terminalInterfaceDataType: 'DECIMAL' } as const
const door = { category: 'DOOR_CONTACT', decimals: 0, unit: null, terminalInterfaceDataType: 'BOOLEAN' } as const
const meter = { ...sensor, category: 'WATER_COUNTER', unit: 'L' } as const
const wind = { ...sensor, category: 'WIND_DIRECTION', unit: '°' } as const

test('a sensor offers all operations, a counter its sum, a direction its mean', () => {
  expect(operationsOf(sensor)).toEqual(['AVERAGE', 'SUM', 'MIN', 'MAX'])
  expect(operationsOf(meter)).toEqual(['SUM'])
  expect(operationsOf(wind)).toEqual(['AVERAGE'])
})

test('an operation that the interface lacks falls back to its first', () => {
  expect(operationFor(sensor, 'MAX')).toBe('MAX')
  expect(operationFor(meter, 'MAX')).toBe('SUM')
  expect(operationFor(sensor, undefined)).toBe('AVERAGE')
})

test('a text offers its readings alone', () => {
  expect(resolutionsOf({ ...door, terminalInterfaceDataType: 'STRING' })).toEqual(['RAW'])
  expect(resolutionsOf(door)).toHaveLength(4)
})

test('the mean of a boolean is a share of time, its sum a duration, its extremes states', () => {
  expect(aggregateWords(door, 0.25, 'AVERAGE', t)).toBe('25\u00a0%')
  expect(aggregateWords(door, 553, 'SUM', t)).toBe('9 min 13 s')
  expect([aggregateWords(door, 0, 'MIN', t), aggregateWords(door, 1, 'MAX', t)]).toEqual(['Closed', 'Open'])
})

test('the mean of a sensor carries its unit', () => {
  expect(aggregateWords(sensor, 21.25, 'AVERAGE', t)).toBe('21.3\u00a0°C')
})
