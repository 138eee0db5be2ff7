import { expect, test } from 'vitest'
import { draggedValue, gestureAxis } from './drag.ts'

const from = { x: 100, y: 500 }

test.each([
  ['a tap has no axis', { x: 103, y: 505 }, undefined],
  ['a swipe up is vertical', { x: 104, y: 440 }, 'y'],
  ['a swipe down is vertical', { x: 100, y: 520 }, 'y'],
  ['a drag to the right is horizontal', { x: 140, y: 506 }, 'x'],
  ['a drag to the left is horizontal', { x: 60, y: 500 }, 'x'],
  ['a diagonal is vertical', { x: 130, y: 470 }, 'y'],
])('%s', (_, to, axis) => {
  expect(gestureAxis(from, to)).toBe(axis)
})

test('moves the value by the share of the track, in steps', () => {
  const percent = { min: 0, max: 100, step: 1 }
  expect(draggedValue(40, 0.251, percent)).toBe(65)
  expect(draggedValue(40, -0.9, percent)).toBe(0)
  expect(draggedValue(40, 0.9, percent)).toBe(100)
  expect(draggedValue(18, 0.1, { min: 10, max: 30, step: 0.5 })).toBe(20)
  expect(draggedValue(0.3, 0.0001, { min: 0, max: 1, step: 0.1 })).toBe(0.3)
})
