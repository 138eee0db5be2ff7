import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { boxesOffered } from './boxes.ts'

const t = await translator('en-US')
const box = (id: string, provisionStatus: 'UPDATING' | 'NOT_PROVISIONED' | 'PROVISIONED') => ({
  ...{ id, displayName: `Box ${id}`, provisionStatus },
})

test('a smart box that is not set up is marked and offered last', () => {
  const found = boxesOffered([box('1', 'NOT_PROVISIONED'), box('2', 'PROVISIONED'), box('3', 'UPDATING')], t)
  expect(found.map(one => one.displayName)).toEqual(['Box 2', 'Box 3', 'Box 1 (not set up)'])
})
