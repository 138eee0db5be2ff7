import { expect, test } from 'vitest'
import { inPlaces } from './places.ts'

test('sources out of sight keep their places', () => {
  expect(inPlaces(['218'], [])).toEqual(['218'])
  expect(inPlaces(['218'], [0])).toEqual([null, '218'])
  expect(inPlaces(['218'], [1])).toEqual(['218', null])
  expect(inPlaces(['2', '4'], [0, 2])).toEqual([null, '2', null, '4'])
  expect(inPlaces([], [0, 1])).toEqual([null, null])
})
