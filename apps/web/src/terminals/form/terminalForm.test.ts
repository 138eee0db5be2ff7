import { check } from '@steading/contract/http/problem'
import { expect, test } from 'vitest'
import { zoneAt, emptyValues, changedFields, createBody, editBody, labelOf, toCreateRequest } from './terminalForm.ts'

const filled = { ...emptyValues('Europe/Lisbon', '7'), displayName: 'Barn' }

test('omits an empty label and normalises a typed one', () => {
  expect(labelOf({ uid: ' ', claimCode: '' })).toEqual({ uid: undefined, claimCode: undefined })
  expect(labelOf({ uid: ' ABC123DEF456 ', claimCode: ' x ' })).toEqual({ uid: 'abc123def456', claimCode: 'x' })
  expect(createBody.parse(toCreateRequest(filled))).toEqual({
    displayName: 'Barn',
    entityId: '7',
    profile: 'FC-SMARTBOX-1',
    timeOut: 900,
    timeZone: 'Europe/Lisbon',
  })
})

test.each([
  [{ displayName: 'ab' }, 'displayName'],
  [{ entityId: null }, 'entityId'],
  [{ profile: null }, 'profile'],
  [{ timeOut: undefined }, 'timeOut'],
  [{ timeOut: 43_201 }, 'timeOut'],
  [{ timeOut: -1 }, 'timeOut'],
  [{ timeOut: 1.5 }, 'timeOut'],
  [{ timeZone: undefined }, 'timeZone'],
])('%j is told at its entry', (more, field) => {
  const { uid: _uid, claimCode: _code, ...rest } = { ...filled, version: 1, ...more }
  const checked = check(editBody, rest)
  expect(checked.ok ? [] : checked.problems.map(problem => problem.field)).toEqual([field])
})

test('lists the changed fields', () => {
  expect(changedFields(filled, { ...filled, timeOut: 0, timeZone: 'UTC' })).toEqual(['timeOut', 'timeZone'])
  expect(changedFields(filled, { ...filled })).toEqual([])
})

test.each([
  ['no place yet', 'Europe/Lisbon', undefined, false, 'Europe/Lisbon'],
  ['a place', 'Europe/Lisbon', 'Atlantic/Azores', false, 'Atlantic/Azores'],
  ['a place, and a zone of the person’s own', 'Europe/Paris', 'Atlantic/Azores', true, 'Europe/Paris'],
])('the zone of a new box with %s', (_what, shown, ofPlace, isOwn, expected) => {
  expect(zoneAt(shown, ofPlace, isOwn)).toBe(expected)
})
