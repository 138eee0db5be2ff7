import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { boxNamed, boxesOffered } from './boxes.ts'

const t = await translator('en-US')
const box = (id: string, provisionStatus: 'UPDATING' | 'NOT_PROVISIONED' | 'PROVISIONED') => ({
  ...{ id, displayName: `Box ${id}`, provisionStatus },
})

test('a smart box that is not set up is marked and offered last', () => {
  const found = boxesOffered([box('1', 'NOT_PROVISIONED'), box('2', 'PROVISIONED'), box('3', 'UPDATING')], t)
  expect(found.map(one => one.displayName)).toEqual(['Box 2', 'Box 3', 'Box 1 (not set up)'])
})

test('a rule’s own smart box that was retired says so', () => {
  const own = { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: false }
  expect(boxNamed({ ...own, retired: true }, t).displayName).toBe('QPL-01 (retired)')
  expect(boxNamed({ ...own, retired: false }, t).displayName).toBe('QPL-01')
})
