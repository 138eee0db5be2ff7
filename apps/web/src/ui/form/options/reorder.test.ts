import { expect, test } from 'vitest'
import { earlier } from './reorder.ts'

test('moves an item up by one, the first stays', () => {
  expect(earlier(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b'])
  expect(earlier(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c'])
  expect(earlier(['a'], 3)).toEqual(['a'])
})
