import { expect, test } from 'vitest'
import { alone, flowOrders, inOrder, leftOver } from './layout.ts'

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

test('a heading stays before the widgets of its section', () => {
  const heading = { flow: 'chart', isHeading: true } as const
  const kind = (flow: 'value' | 'chart' | 'control') => ({ flow, isHeading: false })
  const widgets = [heading, kind('chart'), kind('value'), heading, kind('chart'), kind('control')]
  const orders = flowOrders(widgets, 2)
  const shown = widgets.map((_, at) => at).toSorted((a, b) => orders[a]! - orders[b]!)
  expect(shown).toEqual([0, 2, 1, 3, 5, 4])
})

test('without headings the main value comes first', () => {
  const kinds = (['chart', 'value', 'value', 'control'] as const).map(flow => ({ flow, isHeading: false }))
  expect(flowOrders(kinds, 1)).toEqual([5, 1, 2, 3])
})
