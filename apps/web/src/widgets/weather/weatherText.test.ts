import { expect, test } from 'vitest'
import { compassPoint, spotCells, wetShare } from './weatherText.ts'

test.each([
  [0, 'N'],
  [22, 'N'],
  [23, 'NE'],
  [180, 'S'],
  [337, 'NW'],
  [338, 'N'],
  [360, 'N'],
  [-90, 'W'],
])('%d degrees are %s', (degrees, point) => {
  expect(compassPoint(degrees)).toBe(point)
})

test('a rainSPOT has 49 cells in rows of seven', () => {
  const cells = spotCells(`${'0'.repeat(8)}9${'0'.repeat(40)}`)!
  expect(cells).toHaveLength(49)
  expect(cells[8]).toEqual({ x: 1, y: 1, rain: 9 })
  expect(wetShare(cells)).toBeCloseTo(1 / 49)
})

test.each([null, '', '0'.repeat(48), 'x'.repeat(49)])('%s is no rainSPOT', spot => {
  expect(spotCells(spot)).toBeUndefined()
})
