import fc from 'fast-check'
import type { LayoutItem } from 'react-grid-layout/core'
import { expect, test } from 'vitest'
import { type Step, moved, resized, stepOf } from './arrange.ts'

const tile = (i: string, x: number, y: number, w = 3, h = 1): LayoutItem => ({
  i,
  x,
  y,
  w,
  h,
  minW: 2,
  minH: 1,
  maxW: 6,
  maxH: 4,
})
const places = (layout: readonly LayoutItem[] | undefined) => layout?.map(({ i, x, y, w, h }) => [i, x, y, w, h].join(' '))

test('arrow keys are steps, other keys are not', () => {
  expect(['ArrowLeft', 'ArrowDown', 'Enter'].map(stepOf)).toEqual(['left', 'down', undefined])
})

test('a tile goes one column, and past its neighbours above and below', () => {
  const layout = [tile('a', 0, 0, 3, 2), tile('b', 0, 2, 3, 2), tile('c', 6, 0)]
  expect(places(moved(layout, 'c', 'left'))).toEqual(['a 0 0 3 2', 'b 0 2 3 2', 'c 5 0 3 1'])
  expect(moved(layout, 'a', 'left')).toBeUndefined()
  expect(moved(layout, 'a', 'up')).toBeUndefined()
  expect(places(moved(layout, 'a', 'down'))).toEqual(['a 0 2 3 2', 'b 0 0 3 2', 'c 6 0 3 1'])
  expect(places(moved(layout, 'b', 'up'))).toEqual(['a 0 2 3 2', 'b 0 0 3 2', 'c 6 0 3 1'])
  expect(moved(layout, 'b', 'down')).toBeUndefined()
})

test('a size has the bounds of its type and of the grid; what is in the way makes room', () => {
  const layout = [tile('a', 0, 0), tile('b', 3, 0), tile('c', 9, 0)]
  expect(places(resized(layout, 'a', 'right'))).toEqual(['a 0 0 4 1', 'b 3 1 3 1', 'c 9 0 3 1'])
  expect(resized(layout, 'c', 'right')).toBeUndefined()
  expect(resized(layout, 'a', 'up')).toBeUndefined()
  expect(places(resized(layout, 'a', 'down'))?.[0]).toBe('a 0 0 3 2')
})

test('whatever keys are pressed, no tile lies on another or outside', () => {
  const meet = (a: LayoutItem, b: LayoutItem) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  const step = fc.constantFrom<Step>('left', 'right', 'up', 'down')
  const press = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), step, grow: fc.boolean() })
  fc.assert(
    fc.property(fc.array(press, { maxLength: 40 }), presses => {
      let layout: readonly LayoutItem[] = [tile('a', 0, 0), tile('b', 3, 0, 6, 2), tile('c', 9, 0), tile('d', 0, 2, 6, 3), tile('e', 6, 2, 6, 1)] // prettier-ignore
      for (const { id, step, grow } of presses) layout = (grow ? resized : moved)(layout, id, step) ?? layout
      for (const [at, layoutItem] of layout.entries()) {
        expect(layoutItem.x >= 0 && layoutItem.y >= 0 && layoutItem.x + layoutItem.w <= 12).toBe(true)
        expect(layout.slice(at + 1).filter(other => meet(layoutItem, other))).toEqual([])
      }
    }),
  )
})
