import { expect, test } from 'vitest'
import { snapToStep } from '../form/slider/drag.ts'
import { stepsOf } from './Handles.tsx'

test.each([
  [20.04, 0.1, 20],
  [20.05, 0.1, 20.1],
  [0.30000000000000004, 0.1, 0.3],
  [1499.6, 1, 1500],
  [99, 0.1, 60],
  [-99, 0.1, -20],
])('%d settles on a step of %d', (value, step, found) => {
  expect(snapToStep(value, { min: -20, max: step === 1 ? 5000 : 60, step })).toBe(found)
})

test('moves by a step per arrow, by ten per page key', () => {
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Tab', 'a'].map(stepsOf)).toEqual([1, -1, 10, -10, undefined, undefined])
})
