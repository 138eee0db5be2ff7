import type { AuditAction } from '@steading/contract/users/audit'
import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

const change = (old: unknown, now: unknown) => ({ field: 'name', old, new: now })
const sides = (action: AuditAction, ...changes: ReturnType<typeof change>[]) => sidesOf({ action, changes })

test('what was made has no before, what went has no after', () => {
  expect(sides('CREATE', change(null, 'A'), change(undefined, 0))).toEqual(['new'])
  expect(sides('DELETE', change('A', null), change(false, null))).toEqual(['old'])
})
test('what was taken away of something that is still there is nothing now', () =>
  expect(sides('UPDATE', change('A', null))).toEqual(['old', 'new']))
test('both where either has something on one field', () => {
  expect(sides('UPDATE', change(null, 'A'), change('B', null))).toEqual(['old', 'new'])
  expect(sides('UPDATE', change('…', '…'))).toEqual(['old', 'new'])
})
test('an unchanged field has neither side', () => expect(sides('UPDATE', change(null, null))).toEqual([]))
