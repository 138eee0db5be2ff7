import { expect, test } from 'vitest'
import { elsewhere, hrefAt, placeOf } from './place.ts'

test('the entity stands in the address in the words of each list', () => {
  expect(hrefAt('/events', '31')).toBe('/events?entity=31')
  expect(hrefAt('/system/terminals', '31')).toBe('/system/terminals?entityId=31')
  expect(hrefAt('/rules', undefined)).toBe('/rules')
  expect(hrefAt('/system/users', '31')).toBe('/system/users')
})

test('choosing another keeps the filters of a list, goes back to its first page, and leads home from a details page', () => {
  expect(elsewhere('/events', '?status=OPEN&currentPage=3&entity=2', '31')).toBe('/events?status=OPEN&entity=31')
  expect(elsewhere('/events', '?status=OPEN&entity=2', undefined)).toBe('/events?status=OPEN')
  expect(elsewhere('/farmview', '?dashboard=7', '31')).toBe('/farmview?entity=31')
  expect(elsewhere('/rules/7/details', '', '31')).toBe('/farmview?entity=31')
})

test('an address names one, names none, or cannot', () => {
  expect([placeOf('/events', '?entity=31'), placeOf('/events', ''), placeOf('/settings/profile', '?entity=31')]).toEqual([
    '31',
    undefined,
    null,
  ])
})
