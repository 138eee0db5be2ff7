import { expect, test } from 'vitest'
import { alone, inOrder, leftOver } from './layout.ts'

test('rows from above, in each from the left', () => {
  const at = (id: string, x: number, y: number) => ({ id, x, y, w: 3, h: 1 })
  expect(inOrder([at('3', 0, 1), at('2', 3, 0), at('1', 0, 0)]).map(one => one.id)).toEqual(['1', '2', '3'])
})

test('in pairs, a kind fills the hole that another leaves; only the last of all takes the whole line', () => {
  expect(leftOver(['value', 'chart', 'value', 'value', 'figure'])).toBeUndefined()
  expect(leftOver(['value', 'figure', 'control', 'chart'])).toBe(1)
  expect(leftOver(['control', 'value', 'value', 'chart'])).toBe(0)
  expect(leftOver(['chart'])).toBeUndefined()
})

test('the last of an odd number takes the whole line', () => {
  expect([...alone(['value', 'value', 'chart', 'value', 'control', 'control'])]).toEqual([3, 2])
  expect([...alone(['value', 'value', 'value'], 0)]).toEqual([])
  expect([...alone(['value', 'value'], 0)]).toEqual([1])
  expect([...alone([])]).toEqual([])
})
