import { expect, test } from 'vitest'
import { insertHiddenSources } from './sourceOrder.ts'

test('sources out of sight keep their places', () => {
  expect(insertHiddenSources(['218'], [])).toEqual(['218'])
  expect(insertHiddenSources(['218'], [0])).toEqual([null, '218'])
  expect(insertHiddenSources(['218'], [1])).toEqual(['218', null])
  expect(insertHiddenSources(['2', '4'], [0, 2])).toEqual([null, '2', null, '4'])
  expect(insertHiddenSources([], [0, 1])).toEqual([null, null])
})
