import type { UserDetails } from '@steading/contract/users/users'
import { EditUser } from '@steading/contract/users/users'
import { check } from '@steading/contract/http/problem'
import { expect, test } from 'vitest'
import { nextValues, emptyValues, changedFields, editSchema, toFormValues, newSchema, toRequest } from './userForm.ts'

const place = { id: '7', name: 'QPL', displayName: 'QPL', type: 'FARM' as const }
const ana: UserDetails = {
  userId: '4',
  displayName: 'Ana Silva',
  shortName: 'Ana',
  status: 'ACTIVE',
  activated: true,
  email: 'ana@steading.example',
  phone: '+351912345678',
  hasValidPhone: true,
  role: { id: '3', name: 'Reader' },
  rootEntity: place,
  lastSeenUtc: null,
  version: 5,
  avatar: null,
  language: 'pt-PT',
  numberFormat: null,
  dateFormat: 'DMY_SLASH',
  timeZone: 'Europe/Lisbon',
  contacts: [
    { type: 'WORK_PHONE_NUMBER', phoneNumber: '+351213456789' },
    {
      type: 'POSTAL_ADDRESS',
      addressLine1: 'Rua A',
      addressLine2: null,
      region: null,
      postalCode: '2000-001',
      city: 'Santarém',
      countryCodeA3: 'PRT',
    },
  ],
  accessEntities: [{ ...place, id: '9' }],
  kept: true,
  responsibleFor: [],
  editable: true,
  createdBy: null,
  creationTimestampUtc: '2026-01-01T00:00:00Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}
const wrong = (schema: Parameters<typeof check>[0], value: unknown) => {
  const checked = check(schema, value)
  return checked.ok ? [] : checked.problems.map(({ field, code }) => `${field} ${code}`)
}

test('round-trips an unchanged user', () => {
  const values = toFormValues(ana)
  expect(wrong(editSchema, values)).toEqual([])
  expect(EditUser.parse(toRequest(values).body)).toMatchObject({
    displayName: 'Ana Silva',
    phone: '+351912345678',
    roleId: '3',
    rootEntityId: '7',
    accessEntityIds: ['9'],
    contacts: ana.contacts,
    status: 'ACTIVE',
    version: 5,
  })
})

test('keeps access restricted if all chosen entities were deleted', () => {
  const values = toFormValues({ ...ana, accessEntities: [] })
  expect(wrong(editSchema, values)).toEqual(['accessEntityIds tooFew'])
  expect(wrong(editSchema, { ...values, kept: false })).toEqual([])
})

test('sends no entities for access to the whole root', () => {
  expect(toRequest({ ...toFormValues(ana), kept: false }).body.accessEntityIds).toEqual([])
})

test('requires name, address and role, but no phone', () => {
  const fresh = emptyValues('7', 'pt-PT', 'Europe/Lisbon')
  expect(wrong(newSchema, fresh)).toEqual(['displayName required', 'shortName required', 'email required', 'roleId required'])
  const filled = { ...fresh, displayName: 'Rui Costa', shortName: 'Rui', email: 'RUI@x.pt', roleId: '3' }
  expect(wrong(newSchema, filled)).toEqual([])
  expect(wrong(newSchema, { ...filled, phone: '12' })).toEqual(['phone phone'])
  expect(wrong(newSchema, { ...filled, contacts: [{ type: 'WORK_PHONE_NUMBER', phoneNumber: '' }] })).toEqual([
    'contacts.0.phoneNumber required',
  ])
  expect(toRequest(filled).body.phone).toBeNull()
})

test('keeps entity and role for the next user', () => {
  const next = nextValues({
    ...emptyValues('7', 'fr-FR', 'UTC'),
    displayName: 'Rui',
    roleId: '3',
    kept: true,
    accessEntityIds: ['9'],
  })
  expect(next).toMatchObject({
    displayName: '',
    roleId: '3',
    rootEntityId: '7',
    kept: true,
    accessEntityIds: ['9'],
    language: 'fr-FR',
  })
})

test('lists changed fields, access once and regardless of order', () => {
  const before = toFormValues({ ...ana, accessEntities: [place, { ...place, id: '9' }] })
  const same = toFormValues({ ...ana, accessEntities: [{ ...place, id: '9' }, place], version: 6 })
  expect(changedFields(before, same)).toEqual([])
  expect(changedFields(before, { ...same, kept: false, accessEntityIds: [], email: 'x@y.pt', contacts: [] })).toEqual([
    'email',
    'access',
    'contacts',
  ])
})
