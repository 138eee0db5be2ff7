import { expect, test } from 'vitest'
import { named } from './pins.ts'

const label = { width: 100, height: 24 }
const at = (x: number, y: number) => ({ x, y, ...label })

test('labels that would lie on one another or on a place are dots', () => {
  expect(named([at(0, 0), at(300, 0)])).toEqual([true, true])
  expect(named([at(0, 0), at(60, 0)])).toEqual([true, false])
  expect(named([at(0, 0), at(0, -20)])).toEqual([false, true])
  expect(named([at(0, 0), at(0, 20)])).toEqual([true, false])
})
test('of several at one place the first has its name', () =>
  expect(named([at(5, 5), at(5, 5), at(5, 5)])).toEqual([true, false, false]))
test('a label that gave way takes no room', () => expect(named([at(0, 0), at(60, 0), at(140, 0)])).toEqual([true, false, true]))
