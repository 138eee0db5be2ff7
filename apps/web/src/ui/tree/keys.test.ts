import { expect, test } from 'vitest'
import { type Item, stepOf, typedAhead } from './keys.ts'

const item = (name: string, level: number, open?: boolean): Item => ({ name, level, open })
const rows = [
  item('Lezíria', 1, true),
  item('Aves', 2, true),
  item('Quinta do Paul', 3, false),
  item('Álamo', 3),
  item('Suínos', 2, false),
]

test.each([
  ['ArrowDown', 0, { focus: 1 }],
  ['ArrowDown', 4, undefined],
  ['ArrowUp', 0, undefined],
  ['ArrowUp', 3, { focus: 2 }],
  ['Home', 3, { focus: 0 }],
  ['End', 1, { focus: 4 }],
  ['ArrowRight', 1, { focus: 2 }],
  ['ArrowRight', 2, { turn: 2, open: true }],
  ['ArrowRight', 3, undefined],
  ['ArrowLeft', 1, { turn: 1, open: false }],
  ['ArrowLeft', 3, { focus: 1 }],
  ['ArrowLeft', 4, { focus: 0 }],
  ['F5', 0, undefined],
])('%s on row %i', (key, at, step) => expect(stepOf(rows, at, key)).toEqual(step))

test('keeps the focus on an expanded row whose level is loading', () => {
  expect(stepOf([item('a', 1, true)], 0, 'ArrowRight')).toBeUndefined()
  expect(stepOf([item('a', 1, true), item('b', 1)], 0, 'ArrowRight')).toBeUndefined()
})

test('finds the next name by typing, wraps around and ignores accents', () => {
  expect(typedAhead(rows, 0, 'a')).toBe(1)
  expect(typedAhead(rows, 1, 'a')).toBe(3)
  expect(typedAhead(rows, 1, 'aa')).toBe(3)
  expect(typedAhead(rows, 3, 'a')).toBe(1)
  expect(typedAhead(rows, 1, 'al')).toBe(3)
  expect(typedAhead(rows, 4, 'quinta')).toBe(2)
  expect(typedAhead(rows, 0, 'x')).toBeUndefined()
  expect(typedAhead(rows, 0, '')).toBeUndefined()
})
