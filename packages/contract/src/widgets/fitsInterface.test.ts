import { expect, test } from 'vitest'
import { type FittedInterface, fitsInterface, INTERFACE_KINDS } from './fitsInterface.ts'

const probe: FittedInterface = { category: 'TEMPERATURE', terminalInterfaceDataType: 'DECIMAL', terminalInterfaceType: 'IN' }
const kindsOf = (change: Partial<FittedInterface>) => INTERFACE_KINDS.filter(kind => fitsInterface(kind, { ...probe, ...change }))

test.each([
  ['a sensor of temperature', {}, ['ANY', 'NUMBER', 'CHARTED']],
  ['a sensor of whole numbers', { terminalInterfaceDataType: 'INTEGER' }, ['ANY', 'NUMBER', 'CHARTED']],
  ['a door contact', { category: 'DOOR_CONTACT', terminalInterfaceDataType: 'BOOLEAN' }, ['ANY', 'CHARTED']],
  ['a text', { terminalInterfaceDataType: 'STRING', terminalInterfaceType: 'OUT' }, ['ANY']],
  ['a switched device', { terminalInterfaceDataType: 'BOOLEAN', terminalInterfaceType: 'IN_OUT' }, ['ANY', 'CHARTED', 'OUTPUT']],
  ['a fan without feedback', { terminalInterfaceType: 'OUT' }, ['ANY', 'NUMBER', 'CHARTED', 'OUTPUT']],
  ['a water meter', { category: 'WATER_COUNTER' }, ['ANY', 'NUMBER', 'CHARTED', 'METER']],
  ['a milk meter', { category: 'MILK_COUNTER' }, ['ANY', 'NUMBER', 'CHARTED', 'METER', 'MILK']],
  ['a silo', { category: 'SILO_WEIGHT' }, ['ANY', 'NUMBER', 'CHARTED', 'SILO']],
] satisfies [string, Partial<FittedInterface>, string[]][])('%s fits the fields of its kind', (_, change, kinds) => {
  expect(kindsOf(change)).toEqual(kinds)
})
