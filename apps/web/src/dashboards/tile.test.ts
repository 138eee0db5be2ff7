import { expect, test } from 'vitest'
import { configsOf, fits, mostOf } from './tile.ts'

const of = (
  terminalInterfaceDataType: 'BOOLEAN' | 'STRING' | 'DECIMAL' | 'INTEGER',
  terminalInterfaceType: 'IN' | 'OUT' | 'IN_OUT',
) => ({
  terminalInterfaceDataType,
  terminalInterfaceType,
})

test.each([
  ['a sensor', of('DECIMAL', 'IN'), ['DIRECT_VALUE', 'GAUGE', 'SIMPLE_MULTI_LINE_CHART']],
  ['fans', of('INTEGER', 'IN_OUT'), ['DIRECT_VALUE', 'GAUGE', 'SIMPLE_MULTI_LINE_CHART', 'CONTROLLER']],
  ['a siren', of('BOOLEAN', 'OUT'), ['DIRECT_VALUE', 'SIMPLE_MULTI_LINE_CHART', 'CONTROLLER']],
  ['a status', of('STRING', 'IN'), ['DIRECT_VALUE']],
])('%s fits', (_, subject, kinds) => {
  expect(Object.entries(fits).flatMap(([kind, does]) => (does(subject) ? [kind] : []))).toEqual(kinds)
})

test('a chart shows eight sensors, every other tile one', () => {
  expect(mostOf('SIMPLE_MULTI_LINE_CHART')).toBe(8)
  expect(mostOf('GAUGE')).toBe(1)
})

test('a tile is what its type says, and nothing while something is missing', () => {
  expect(configsOf({ type: 'DIRECT_VALUE', interfaceIds: ['7'], title: ' ', scale: { min: 3 } })).toEqual({ interfaceId: '7' })
  expect(configsOf({ type: 'GAUGE', interfaceIds: ['7'], title: 'Heat', scale: { min: 10, max: 36, comfortMin: 20 } })).toEqual({
    interfaceId: '7',
    title: 'Heat',
    min: 10,
    max: 36,
    comfortMin: 20,
  })
  expect(configsOf({ type: 'SIMPLE_MULTI_LINE_CHART', interfaceIds: ['7', '8'], title: '' })).toEqual({
    interfaceIds: ['7', '8'],
    hours: 24,
  })
  expect(configsOf({ type: 'CONTROLLER', interfaceIds: [], title: '' })).toBeUndefined()
})
