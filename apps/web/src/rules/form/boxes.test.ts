import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { retiredProblem, boxNamed, boxesOffered } from './boxes.ts'

const t = await translator('en-US')
const own = { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: false }
const box = (id: string, provisionStatus: 'UPDATING' | 'NOT_PROVISIONED' | 'PROVISIONED') => ({
  ...{ id, displayName: `Box ${id}`, provisionStatus },
})

test('a smart box that is not set up is marked and offered last', () => {
  const found = boxesOffered([box('1', 'NOT_PROVISIONED'), box('2', 'PROVISIONED'), box('3', 'UPDATING')], t)
  expect(found.map(one => one.displayName)).toEqual(['Box 2', 'Box 3', 'Box 1 (not set up)'])
})

test('a rule’s own smart box that was retired says so', () => {
  expect(boxNamed({ ...own, retired: true }, t).displayName).toBe('QPL-01 (retired)')
  expect(boxNamed({ ...own, retired: false }, t).displayName).toBe('QPL-01')
})

test('a rule that stays on its retired box cannot be saved, and says so at its box', () => {
  const rule = { terminal: { ...own, retired: true } }
  expect(retiredProblem({ terminalId: own.id }, rule, t)).toEqual({
    terminalId: '“QPL-01” was retired. Choose another smart box.',
  })
  expect(retiredProblem({ terminalId: '99' }, rule, t)).toEqual({})
  expect(retiredProblem({ terminalId: own.id }, { terminal: { ...own, retired: false } }, t)).toEqual({})
  expect(retiredProblem({ terminalId: null }, undefined, t)).toEqual({})
})
