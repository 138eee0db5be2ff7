import { expect, test } from 'vitest'
import { namedHouseSensors, namedSubjects } from './definition.ts'
import {
  configsForHouse,
  houseSensorKey,
  houseSensorOf,
  houseSensorsIn,
  INTERFACE_FIELDS,
  withoutHouseSensors,
} from './houseSensors.ts'
import { definitionOf, WIDGET_TYPES, WIDGETS } from './widgets.ts'

const T1 = 'house:TEMPERATURE:1'
const T2 = 'house:TEMPERATURE:2'
const CO2 = 'house:CO2:1'
const sensors = { [T1]: '11', [T2]: '12' }

test('a sensor of the house is read as it is written', () => {
  expect(houseSensorOf(T2)).toEqual({ category: 'TEMPERATURE', position: 2 })
  expect(houseSensorKey({ category: 'TEMPERATURE', position: 2 })).toBe(T2)
})

test.each(['12', 'house:TEMPERATURE:0', 'house:TEMPERATURE', 'house:temperature:1', 'house:TEMPERATURE:100', undefined, 7])(
  '%j names no sensor of the house',
  text => expect(houseSensorOf(text)).toBeUndefined(),
)

test('a configuration for a house names its sensors, each once, and keeps what the house lacks', () => {
  expect(configsForHouse({ interfaceIds: [T1, '12', T2, CO2], title: T1 }, sensors)).toEqual({
    interfaceIds: ['11', '12', CO2],
    title: T1,
  })
  expect(configsForHouse({ x: T1, y: T2, hours: 24 }, sensors)).toEqual({ x: '11', y: '12', hours: 24 })
})

test('a configuration without sensors of the house stays the same object', () => {
  const configs = { interfaceId: '12' }
  expect(configsForHouse(configs, sensors)).toBe(configs)
  expect(withoutHouseSensors(configs)).toBe(configs)
  expect(houseSensorsIn(configs)).toEqual([])
})

test('what a house lacks leaves a chart, and nothing is left of a single value', () => {
  expect(withoutHouseSensors({ interfaceIds: ['11', CO2] })).toEqual({ interfaceIds: ['11'] })
  expect(withoutHouseSensors({ interfaceIds: [CO2] })).toBeUndefined()
  expect(withoutHouseSensors({ interfaceId: CO2 })).toBeUndefined()
})

test.each([
  ['GAUGE', { interfaceId: T1 }, true],
  ['GAUGE', { interfaceId: 'house:DOOR_CONTACT:1' }, false],
  ['GAUGE', { interfaceId: 'house:NO_SUCH:1' }, false],
  ['GAUGE', { interfaceId: 'house:constructor:1' }, false],
  ['DIRECT_VALUE', { interfaceId: CO2 }, true],
  ['SIMPLE_MULTI_LINE_CHART', { interfaceIds: [T1, '12'] }, true],
  ['COMPLEX_CHART', { interfaceIds: [T1] }, true],
  ['MULTIPLE_INTERFACES', { interfaceIds: [T1, CO2] }, true],
  ['REGRESSION_CHART', { x: T1, y: CO2 }, true],
  ['SCORE_CARD', { interfaceId: T1 }, true],
  ['CONSUMPTION', { interfaceIds: ['house:WATER_COUNTER:2'] }, true],
  ['CONSUMPTION', { interfaceIds: [T1] }, false],
  ['SILO', { interfaceId: 'house:SILO_WEIGHT:1' }, true],
  ['SILO', { interfaceId: T1 }, false],
  ['MILK', { interfaceId: 'house:MILK_COUNTER:1' }, true],
  ['MILK', { interfaceId: 'house:WATER_COUNTER:1' }, false],
  // A command is for a named device, whatever house is looked at.
  ['CONTROLLER', { interfaceId: 'house:FAN_RELAY:1' }, false],
] as const)('%s takes %j: %s', (type, configs, isTaken) => {
  expect(WIDGETS[type].schema.safeParse(configs).success).toBe(isTaken)
})

test('every field but that of a command takes a sensor of the house', () => {
  const fields = WIDGET_TYPES.flatMap(type =>
    Object.entries(definitionOf(type).fields).map(([name, field]) => ({ type, name, field })),
  )
  const ofInterfaces = fields.filter(({ field }) => field.kind === 'interface' || field.kind === 'interfaces')
  expect(ofInterfaces.filter(({ field }) => !('ofHouse' in field)).map(({ type }) => type)).toEqual(['CONTROLLER'])
})

test('fields of interfaces have the known names, and no other field has one', () => {
  const fields = WIDGET_TYPES.flatMap(type => Object.entries(definitionOf(type).fields))
  const isOfInterfaces = (kind: string) => kind === 'interface' || kind === 'interfaces'
  const names = fields.filter(([, { kind }]) => isOfInterfaces(kind)).map(([name]) => name)
  expect([...new Set(names)].toSorted()).toEqual(INTERFACE_FIELDS.toSorted())
  const known: readonly string[] = INTERFACE_FIELDS
  expect(fields.filter(([name, { kind }]) => known.includes(name) && !isOfInterfaces(kind))).toEqual([])
})

test('a sensor of the house is no subject of a widget, and counts where its field counts', () => {
  const chart = { interfaceIds: ['7', T1] }
  expect(namedSubjects(definitionOf('COMPLEX_CHART'), chart).map(({ id }) => id)).toEqual(['7'])
  expect(namedHouseSensors(definitionOf('COMPLEX_CHART'), chart)).toEqual([T1])
  expect(namedHouseSensors(definitionOf('SCORE_CARD'), { source: 'INTERFACE', interfaceId: T1 })).toEqual([T1])
  expect(namedHouseSensors(definitionOf('SCORE_CARD'), { source: 'BATCH', interfaceId: T1 })).toEqual([])
})
