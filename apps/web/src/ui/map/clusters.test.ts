import { expect, test } from 'vitest'
import { clusters } from './clusters.ts'

const at = (x: number, y = 0) => ({ x, y })

test('places that are near one another share a cluster', () => {
  expect(clusters([at(0), at(10), at(100), at(109, 5), at(50)], 20)).toEqual([[0, 1], [2, 3], [4]])
})

test('a cluster does not grow along a row of places', () => {
  expect(clusters([at(0), at(15), at(30)], 20)).toEqual([[0, 1], [2]])
})
