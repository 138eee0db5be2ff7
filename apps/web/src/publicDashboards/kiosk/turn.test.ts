import { expect, test } from 'vitest'
import { dashboardInTurn, type Turn } from './turn.ts'

const turnOf = (...alarms: Turn[number]['alarm'][]): Turn =>
  alarms.map((alarm, at) => ({ id: String(at + 1), displayName: `Board ${at + 1}`, alarm, alarmPlace: alarm && 'House 2' }))
const calm = turnOf(null, null, null)

test.each([
  ['begins with the first one', calm, undefined, false, '1'],
  ['stays until its time is over', calm, '2', false, '2'],
  ['goes on to the next one', calm, '2', true, '3'],
  ['begins again after the last one', calm, '3', true, '1'],
  ['begins again where the shown one is gone', calm, '9', false, '1'],
  ['goes to the one with an open alarm at once', turnOf(null, null, 'MAJOR'), '1', false, '3'],
  ['stays on the one with an open alarm', turnOf(null, null, 'MAJOR'), '3', true, '3'],
  ['shows those with open alarms in turn', turnOf('LOW', null, 'CRITICAL'), '1', true, '3'],
  ['has no turn with one dashboard', [], '1', true, undefined],
] as const)('a kiosk %s', (_, turn, current, isDue, expected) => {
  expect(dashboardInTurn(turn, current, isDue)).toBe(expected)
})
