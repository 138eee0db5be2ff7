import type { UserDetails } from '@steading/contract/users'
import { EditUser } from '@steading/contract/users'
import { check } from '@steading/contract/problem'
import { expect, test } from 'vitest'
import { another, blank, changedBetween, editSchema, enteredOf, newSchema, wishOf } from './entered.ts'

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

test('somebody who is saved as they are stays as they are', () => {
  const entered = enteredOf(ana)
  expect(wrong(editSchema, entered)).toEqual([])
  expect(EditUser.parse(wishOf(entered).body)).toMatchObject({
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

test('whoever is kept to parts that are all gone is not let into everything by a save', () => {
  const entered = enteredOf({ ...ana, accessEntities: [] })
  expect(wrong(editSchema, entered)).toEqual(['accessEntityIds tooFew'])
  expect(wrong(editSchema, { ...entered, kept: false })).toEqual([])
})

test('all of the root names no parts', () => {
  expect(wishOf({ ...enteredOf(ana), kept: false }).body.accessEntityIds).toEqual([])
})

test('a new person needs a name, an address and a role; a phone only if there is one', () => {
  const fresh = blank('7', 'pt-PT', 'Europe/Lisbon')
  expect(wrong(newSchema, fresh)).toEqual(['displayName required', 'shortName required', 'email required', 'roleId required'])
  const filled = { ...fresh, displayName: 'Rui Costa', shortName: 'Rui', email: 'RUI@x.pt', roleId: '3' }
  expect(wrong(newSchema, filled)).toEqual([])
  expect(wrong(newSchema, { ...filled, phone: '12' })).toEqual(['phone phone'])
  expect(wrong(newSchema, { ...filled, contacts: [{ type: 'WORK_PHONE_NUMBER', phoneNumber: '' }] })).toEqual([
    'contacts.0.phoneNumber required',
  ])
  expect(wishOf(filled).body.phone).toBeNull()
})

test('the next new person starts at the same place with the same role', () => {
  const next = another({ ...blank('7', 'fr-FR', 'UTC'), displayName: 'Rui', roleId: '3', kept: true, accessEntityIds: ['9'] })
  expect(next).toMatchObject({
    displayName: '',
    roleId: '3',
    rootEntityId: '7',
    kept: true,
    accessEntityIds: ['9'],
    language: 'fr-FR',
  })
})

test('what somebody else changed is named, access once and in whatever order its parts come', () => {
  const before = enteredOf({ ...ana, accessEntities: [place, { ...place, id: '9' }] })
  const same = enteredOf({ ...ana, accessEntities: [{ ...place, id: '9' }, place], version: 6 })
  expect(changedBetween(before, same)).toEqual([])
  expect(changedBetween(before, { ...same, kept: false, accessEntityIds: [], email: 'x@y.pt', contacts: [] })).toEqual([
    'email',
    'access',
    'contacts',
  ])
})
