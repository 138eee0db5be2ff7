import { MOST_ANALYZED } from '@steading/contract/entities/analytics'
import { expect, test } from 'vitest'
import { strokeOf } from './stroke.ts'

test('the lines of all compared entities differ by colour or dash', () => {
  const strokes = Array.from({ length: MOST_ANALYZED }, (_, index) => JSON.stringify(strokeOf({ series: index + 1 })))
  expect(new Set(strokes).size).toBe(MOST_ANALYZED)
})

test('the first lines are drawn through, and colours begin again after the eighth', () => {
  expect(strokeOf({ series: 1 })).toEqual({ colour: 1, dash: undefined })
  expect(strokeOf({ series: 8 })).toMatchObject({ colour: 8, dash: [7, 3] })
  expect(strokeOf({ series: 9 })).toMatchObject({ colour: 1, dash: [2, 2] })
})

test('a reference has a dash of its own', () => {
  const dashes = [1, 5, 9, 13, 17, 21].map(series => strokeOf({ series }).dash)
  expect(dashes).not.toContainEqual(strokeOf({ series: 1, dashed: true }).dash)
})
