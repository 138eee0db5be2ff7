import { expect, test, vi } from 'vitest'
import { backLinkOf, kindAt } from './backLink.ts'

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })

test.each([
  [{ groupEntityId: '11', groupId: '3' }, '/rules/groups?entityId=11&group=3'],
  [{ groupEntityId: '11', noGroup: 'true' }, '/rules/groups?entityId=11&group=none'],
  [{ dashboard: '8' }, '/farmview?dashboard=8'],
  [{ alarmRuleId: '7' }, '/rules/alarms/7/details'],
  [{ schedulerId: '6' }, '/rules/scheduler/6/details'],
  [{ eventId: '5' }, '/events/5/details'],
  [{}, '/rules/alarms'],
])('%o leads back to %s', (search, href) => {
  expect(backLinkOf(search, 'ALARM').href).toBe(href)
})

test('the address says which kind of rule a page is about', () => {
  expect(['/rules/create', '/rules/alarms/create', '/rules/scheduler/9/details'].map(kindAt)).toEqual([
    'CONTROL',
    'ALARM',
    'SCHEDULER',
  ])
})
