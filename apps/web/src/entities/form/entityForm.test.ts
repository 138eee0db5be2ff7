import type { Entity } from '@steading/contract/entities/entities'
import { expect, test } from 'vitest'
import {
  type EditEntityValues,
  nextValues,
  toBillingValues,
  emptyValues,
  changedBetween,
  editSchema,
  toFormValues,
  newSchema,
  toRequest,
} from './entityForm.ts'

const ref = { id: '2', name: 'Aves', displayName: 'Aves', type: 'ENTERPRISE' } as const
const farm: Entity = {
  id: '5',
  name: 'Paul',
  displayName: 'Paul',
  type: 'FARM',
  code: 'QPL',
  status: 'ACTIVE',
  parent: ref,
  farmOfSector: null,
  enterprise: ref,
  dashboard: null,
  responsibleUsers: [{ userId: '9', shortName: 'Ana' }],
  hiddenResponsibles: 0,
  hasImage: true,
  entityInfo: null,
  billingInformation: null,
  area: 62_400.5,
  usableArea: null,
  height: null,
  ventilationCapacity: null,
  distressTemperature: null,
  lethalTemperature: null,
  latitude: 39.21,
  longitude: -8.62,
  areaBoundaries: null,
  tags: [{ id: '4', name: 'broiler', translations: {} }],
  timeZone: 'Europe/Lisbon',
  children: 3,
  version: 7,
  createdBy: null,
  creationTimestampUtc: '2026-01-01T00:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}

test('an unchanged entity form sends a valid request', () => {
  const values = toFormValues(farm)
  expect(editSchema('FARM').safeParse(values).success).toBe(true)
  const { body, files } = toRequest(values)
  expect(body).toMatchObject({ name: 'Paul', code: 'QPL', area: 62_400.5, entityInfo: null, tagIds: ['4'], version: 7 })
  expect(body).not.toHaveProperty('picture')
  expect(files).toEqual([])
})

test('codes by type, in the words of the contract', () => {
  const problem = (type: 'FARM' | 'GROUP', code: string) =>
    editSchema(type)
      .safeParse({ ...toFormValues(farm), code })
      .error?.issues.map(issue => issue.message)
  expect(problem('FARM', 'AB')).toEqual(['farmCode'])
  expect(problem('FARM', 'ab1')).toBeUndefined()
  expect(problem('GROUP', 'AB')).toEqual(['noCode'])
})

test('a new one needs a name, a type and a place', () => {
  const fields = newSchema.safeParse(emptyValues(null, null)).error?.issues.map(issue => issue.path.join('.'))
  expect(fields).toEqual(expect.arrayContaining(['type', 'parentId', 'name']))
  expect(newSchema.safeParse({ ...emptyValues('GROUP', '1'), name: 'North' }).success).toBe(true)
})

test('tenants have billing, places have none', () => {
  expect(toBillingValues('FARM')).toBeNull()
  expect(toBillingValues('ENTERPRISE')).toMatchObject({ iban: '', country: null })
})

test('another one keeps its kind and place, and nothing that is its own', () => {
  const made = { ...emptyValues('FARM', '2'), name: 'A', code: 'AAA', area: 3, tagIds: ['4'], areaBoundaries: '{}' }
  expect(nextValues(made)).toEqual({ ...emptyValues('FARM', '2'), tagIds: ['4'] })
})

test('what somebody else changed meanwhile', () => {
  const before: EditEntityValues = toFormValues(farm)
  const after = toFormValues({ ...farm, name: 'Paúl', tags: [], version: 8 })
  expect(changedBetween(before, after)).toEqual(['name', 'tagIds'])
  expect(changedBetween(before, before)).toEqual([])
})
