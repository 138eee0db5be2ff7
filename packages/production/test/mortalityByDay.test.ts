import { expect, test } from 'vitest'
import { mortalityByDay } from '../src/evolution.ts'
import { DAY } from '../src/figures.ts'
import { broilerMovements, broilerOpen } from './vectors.ts'

test('sums the deaths of the broiler vector up to the end of each day', () => {
  const days = [-1, 0, 6, 41].map(day => ({ day, from: broilerOpen + day * DAY, to: broilerOpen + (day + 1) * DAY }))
  // Nobody is there on the day before the opening; 28, 166 and 570 of 20,000 died until the end of the others.
  expect(mortalityByDay(days, broilerMovements)).toEqual([null, 0.14, 0.83, 2.85])
})
