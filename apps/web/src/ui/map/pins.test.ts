import { expect, test } from 'vitest'
import { named } from './pins.ts'

const label = { width: 100, height: 24 }
const at = (x: number, y: number) => ({ x, y, ...label })

test('shows overlapping labels as dots', () => {
  expect(named([at(0, 0), at(300, 0)])).toEqual([true, true])
  expect(named([at(0, 0), at(60, 0)])).toEqual([true, false])
  expect(named([at(0, 0), at(0, -20)])).toEqual([false, true])
  expect(named([at(0, 0), at(0, 20)])).toEqual([true, false])
})
test('names the first of several pins at one position', () =>
  expect(named([at(5, 5), at(5, 5), at(5, 5)])).toEqual([true, false, false]))
test('reserves no room for a hidden label', () => expect(named([at(0, 0), at(60, 0), at(140, 0)])).toEqual([true, false, true]))
