import { expect, test } from 'vitest'
import { sidesOf } from './sides.ts'

const change = (old: unknown, now: unknown) => ({ field: 'name', old, new: now })

test('what was made has no before, what went has no after', () => {
  expect(sidesOf([change(null, 'A'), change(undefined, 0)])).toEqual(['new'])
  expect(sidesOf([change('A', null), change(false, null)])).toEqual(['old'])
})
test('both where either has something on one field', () => {
  expect(sidesOf([change(null, 'A'), change('B', null)])).toEqual(['old', 'new'])
  expect(sidesOf([change('…', '…')])).toEqual(['old', 'new'])
})
test('neither of what changed nothing', () => expect(sidesOf([change(null, null)])).toEqual([]))
