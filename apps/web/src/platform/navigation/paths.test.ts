import { expect, test } from 'vitest'
import { permissionKeys } from '@steading/contract/users/permissions'
import { pageOf, pagePaths, to } from './paths.ts'

test('fills the parameters of a path', () => {
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
  '/production/earlyWarnings',
  '/drills',
  '/drills/summary',
  '/drills/{drillId}',
  '/reports/schedules/{scheduleId}/edit',
  '/system/roles/create',
  '/system/roles/details/{roleid}',
])

test('guards every page by an existing permission', () => {
  const known = new Set<string>(['open', 'session', ...permissionKeys])
  expect(pagePaths.filter(path => !ours.has(path)).length).toBe(112)
  for (const path of pagePaths)
    for (const one of [pageOf(path).access, pageOf(path).content ?? 'session'].flat()) expect(known).toContain(one)
})

test('names every page of the navigation', () => {
  expect(pagePaths.filter(path => pageOf(path).section && !pageOf(path).title)).toEqual([])
})
