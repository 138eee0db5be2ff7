import { expect, test } from 'vitest'
import { mayOpen, navigation, needsSession, sectionOf } from './navigation.ts'
import { pagePaths } from '../platform/navigation/paths.ts'

test.each([
  ['/', 'home'],
  ['/farmview', 'home'],
  ['/events/12/details', 'events'],
  ['/system/terminals/details/4', 'system'],
  ['/rules/alarms/3/details', 'rules'],
  ['/production/12/events/create', 'production'],
  ['/production/batch-analytics', 'analytics'],
  ['/settings/profile', undefined],
])('%s stands under %s', (path, section) => expect(sectionOf(path)).toBe(section))

test('these pages alone stay when a session ends', () => {
  expect(pagePaths.filter(path => !needsSession(path))).toEqual([
    '/token-auth',
    '/alarm',
    '/drill',
    '/farmview/public-dashboard',
    '/public-dashboard',
    '/terms-of-use',
    '/data-protection-notice',
    '/login',
    '/setup',
    '/forgot_password',
    '/account/{userid}/activation/{activationcode}',
    '/account/{userid}/reset/{resetcode}',
    '/not_found',
  ])
})

test('a page opens for who may', () => {
  const only = (permission: string) => (asked: string | readonly string[]) => [asked].flat().includes(permission)
  expect(mayOpen('/login', false, only(''))).toBe(true)
  expect(mayOpen('/tasks', false, only(''))).toBe(false)
  expect(mayOpen('/settings/profile', true, only(''))).toBe(true)
  expect(mayOpen('/rules/alarms', true, only('rules.read'))).toBe(false)
  expect(mayOpen('/rules/create', true, only('rules.read'))).toBe(false)
  expect(mayOpen('/system/tariffs/{tariffid}/periods', true, only('tariffs.update'))).toBe(true)
})

test.each([
  ['/tasks', 'tasks.read'],
  ['/tasks/create', 'tasks.create'],
  ['/tasks/taskboard', 'tasks.read'],
  ['/analytics', 'analytics.overview'],
  ['/reports', 'reports.read'],
  ['/reports/create', 'reports.create'],
] as const)('%s shows its content to who may %s alone', (path, permission) => {
  expect([mayOpen(path, true, () => false), mayOpen(path, true, asked => asked === permission)]).toEqual([false, true])
})

test('nobody is led where nothing is', () => {
  for (const section of navigation(() => true)) expect(section.pages.length).toBeGreaterThan(0)
})
