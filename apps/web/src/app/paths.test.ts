import { expect, test } from 'vitest'
import { permissionKeys } from '@steading/contract/permissions'
import { pageOf, pagePaths, to } from './paths.ts'

test('an address takes its parameters', () => {
  expect(to('/events')).toBe('/events')
  expect(to('/production/{batchId}/events/details/{eventId}', { batchId: '12', eventId: 'a b' })).toBe(
    '/production/12/events/details/a%20b',
  )
})

/** Pages that the specification does not list. */
const ours = new Set([
  '/setup',
  '/themes',
  '/system/heartbeat',
  '/outbox',
  '/alarm',
  '/drill',
  '/drills',
  '/drills/summary',
  '/drills/{drillId}',
  '/system/roles/create',
  '/system/roles/details/{roleid}',
])

test('every page is guarded by a permission that exists', () => {
  const known = new Set<string>(['open', 'session', ...permissionKeys])
  expect(pagePaths.filter(path => !ours.has(path)).length).toBe(112)
  for (const path of pagePaths)
    for (const one of [pageOf(path).access, pageOf(path).content ?? 'session'].flat()) expect(known).toContain(one)
})

test('a page of the navigation has a name', () => {
  expect(pagePaths.filter(path => pageOf(path).section && !pageOf(path).title)).toEqual([])
})
