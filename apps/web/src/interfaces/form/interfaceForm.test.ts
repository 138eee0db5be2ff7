import { CATEGORY_IDS } from '@steading/contract/devices/categories'
import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import { check } from '@steading/contract/http/problem'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import {
  type EditInterfaceValues,
  type NewInterfaceValues,
  emptyValues,
  changeable,
  changedBetween,
  editSchema,
  toFormValues,
  newSchema,
} from './interfaceForm.ts'

const details = (more: Partial<InterfaceDetails> = {}): InterfaceDetails => ({
  ...sampleInterface({ min: -40, max: 80 }),
  interfaceUnitType: null,
  address: 'di0',
  every: 60,
  factor: 1,
  offset: 0,
  safeValue: null,
  virtual: null,
  hiddenSources: [],
  rootEntityId: null,
  usedBy: [],
  defaultOf: [],
  unseen: { rules: 0, calculated: 0, places: 0 },
  activeRules: 0,
  errorRules: 0,
  undeployedRules: 0,
  pendingRules: 0,
  createdBy: null,
  creationTimestampUtc: '2026-01-01T00:00:00Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  deletedBy: null,
  deletedTimestampUtc: null,
  ...more,
})
const filled: NewInterfaceValues = {
  ...emptyValues('1'),
  displayName: 'Air',
  entityId: '3',
  category: 'TEMPERATURE',
  address: 'di0',
}
const wrong = (schema: Parameters<typeof check>[0], values: unknown) => {
  const checked = check(schema, values)
  return checked.ok ? [] : checked.problems.map(problem => `${problem.field}: ${problem.code}`)
}

test.each<[Partial<NewInterfaceValues>, boolean, string[]]>([
  [{}, false, []],
  [{ address: ' ' }, false, ['address: required']],
  [{ every: undefined }, false, ['every: required']],
  [{ category: null }, false, ['category: required']],
  [{ terminalId: null }, false, ['terminalId: required']],
  [{ entityId: null }, false, ['entityId: required']],
  [{ displayName: 'ab' }, false, ['displayName: tooShort']],
  [{ address: '' }, true, ['virtual.sourceIds: tooFew']],
  [{ virtual: { operation: 'DIFF', sourceIds: ['4'], a: 1, b: 0 } }, true, ['virtual.sourceIds: tooFew']],
  [{ virtual: { operation: 'SCALE', sourceIds: ['4'], a: undefined, b: 0 } }, true, ['virtual.a: required']],
  [{ virtual: { operation: 'SCALE', sourceIds: ['4'], a: 2, b: 1 } }, true, []],
])('a new one with %j, calculated %s: %j', (more, isCalculated, problems) => {
  expect(wrong(newSchema(isCalculated), { ...filled, ...more })).toEqual(problems)
})

test('omits fields that the category does not have', () => {
  const all = {
    ...filled,
    min: 1,
    max: 2,
    safeValue: 1,
    modulus: 9,
    maxRate: 9,
    capacity: 900,
    poultry: true,
    historySeconds: 60,
  }
  const sent = (category: string, more: Partial<NewInterfaceValues> = {}) => newSchema(false).parse({ ...all, category, ...more })
  expect(sent('DOOR_CONTACT')).toEqual({
    displayName: 'Air',
    terminalId: '1',
    entityId: '3',
    category: 'DOOR_CONTACT',
    address: 'di0',
    every: 60,
    factor: 1,
    offset: 0,
    hidden: false,
    poultry: false,
  })
  expect(sent('WATER_COUNTER')).toMatchObject({ modulus: 9, maxRate: 9, min: 1, max: 2 })
  const calculated = { ...all, category: 'WATER_COUNTER', virtual: { operation: 'SUM', sourceIds: ['4'], a: 1, b: 0 } }
  expect(newSchema(true).parse(calculated)).not.toHaveProperty('maxRate')
  expect(sent('SILO_WEIGHT')).toMatchObject({ capacity: 900 })
  expect(sent('FAN_RELAY')).toMatchObject({ safeValue: 1 })
  expect(sent('ANIMAL_SCALE')).toMatchObject({ poultry: true, min: 1 })
  expect(sent('ANIMAL_SCALE')).not.toHaveProperty('max', 2)
  expect(sent('TEMPERATURE', { historyConfiguration: 'TIME_INTERVAL' })).toMatchObject({ historySeconds: 60 })
  for (const category of CATEGORY_IDS) expect(wrong(newSchema(false), { ...filled, category })).toEqual([])
})

test('a change sends what differs, and null for what was cleared', () => {
  const iface = details()
  const all = changeable(() => true)
  const sent = (more: Partial<EditInterfaceValues>, allowed = all) =>
    editSchema(iface, allowed).parse({ ...toFormValues(iface), ...more })
  expect(sent({})).toEqual({ version: 1 })
  expect(sent({ displayName: 'Air 2', min: undefined, hidden: true })).toEqual({
    displayName: 'Air 2',
    min: null,
    hidden: true,
    version: 1,
  })
  expect(sent({ historyConfiguration: 'ALL_VALUES', historySeconds: undefined })).toEqual({
    historyConfiguration: 'ALL_VALUES',
    version: 1,
  })
  expect(wrong(editSchema(iface, all), { ...toFormValues(iface), every: undefined })).toEqual(['every: required'])
  expect(wrong(editSchema(iface, all), { ...toFormValues(iface), address: '' })).toEqual(['address: required'])
  const names = changeable(permission => permission === 'interfaces.update_name')
  expect(sent({ displayName: 'Air 2', min: 5 }, names)).toEqual({ displayName: 'Air 2', version: 1 })
})

test('a calculation is sent whole', () => {
  const iface = details({ address: null, virtual: { operation: 'AVG', sourceIds: ['4', '5'] }, calculated: true })
  const values = toFormValues(iface)
  const virtual = { ...values.virtual, operation: 'SCALE', sourceIds: ['4'], a: 1.8, b: 32 }
  expect(
    editSchema(
      iface,
      changeable(() => true),
    ).parse({ ...values, virtual }),
  ).toEqual({
    virtual: { operation: 'SCALE', sourceIds: ['4'], a: 1.8, b: 32 },
    version: 1,
  })
  expect(changedBetween(values, { ...values, virtual })).toEqual(['virtual'])
})

test('who may change the name alone, or the place alone', () => {
  expect(changeable(permission => permission !== 'interfaces.update')).toEqual(['displayName', 'entityId'])
  expect(changeable(permission => permission === 'interfaces.update_sector')).toEqual(['entityId'])
  expect(changeable(() => false)).toEqual([])
})
