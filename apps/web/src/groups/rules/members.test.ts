import { expect, test } from 'vitest'
import { isMember, turned, type Turned } from './members.ts'

const nothing: Turned = { add: [], remove: [] }
const inside = { id: '1', ruleGroups: [{ id: '9', displayName: 'Summer' }] }
const outside = { id: '2', ruleGroups: [{ id: '8', displayName: 'Winter' }] }

test('what is ticked goes in, what is not ticked any more goes out', () => {
  const both = turned(turned(nothing, outside, '9', true), inside, '9', false)
  expect(both).toEqual({ add: ['2'], remove: ['1'] })
  expect([isMember(inside, '9', both), isMember(outside, '9', both)]).toEqual([false, true])
  expect([isMember(inside, '9', nothing), isMember(outside, '9', nothing)]).toEqual([true, false])
})

test('undoing a toggle is no change', () => {
  const one = turned(nothing, inside, '9', false)
  expect(turned(one, inside, '9', true)).toEqual(nothing)
  expect(turned(turned(nothing, outside, '9', true), outside, '9', false)).toEqual(nothing)
})
