import { expect, it } from 'vitest'
import { leavingOf } from './leaving.ts'

const rules = (...ids: string[]) => ids.map(id => ({ id }))
const need = (...ids: string[]) => ids.map(id => ({ id, displayName: `Rule ${id}`, kind: 'CONTROL' as const }))
const ids = (some: readonly { readonly id: string }[]) => some.map(one => one.id)

it('nobody is needed: all go', () => {
  const { goes, stays, needing } = leavingOf(rules('1', '2'), new Map())
  expect([ids(goes), ids(stays), ids(needing)]).toEqual([['1', '2'], [], []])
})

it('who is needed by one that goes along, goes', () => {
  const { goes, stays } = leavingOf(rules('1', '2'), new Map([['1', need('2')]]))
  expect([ids(goes), ids(stays)]).toEqual([['1', '2'], []])
})

it('who is needed by one that stays, stays, and so does whoever that one needs', () => {
  const dependents = new Map([
    ['1', need('2')],
    ['2', need('3', '9')],
    ['3', []],
    ['4', need('9')],
  ])
  const { goes, stays, needing } = leavingOf(rules('1', '2', '3', '4'), dependents)
  expect(ids(goes)).toEqual(['3'])
  expect(ids(stays)).toEqual(['1', '2', '4'])
  // Each is named once; one that goes is not in the way.
  expect(ids(needing)).toEqual(['2', '9'])
})
