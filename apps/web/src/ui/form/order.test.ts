import { expect, test } from 'vitest'
import { earlier } from './order.ts'

test('one goes up a place; the first stays first', () => {
  expect(earlier(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b'])
  expect(earlier(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c'])
  expect(earlier(['a'], 3)).toEqual(['a'])
})
