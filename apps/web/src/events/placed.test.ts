import { expect, test } from 'vitest'
import { sampleCause } from './cause.sample.ts'
import { placed } from './placed.ts'

const at = (...places: string[]) =>
  placed(places.map(place => ({ ...sampleCause, interfaceName: 'Air', place }))).map(one => one.interfaceName)

test('sensors of one name are told apart by where they stand', () => {
  expect(at('Paul | House 1', 'Paul | House 2')).toEqual(['Air (Paul | House 1)', 'Air (Paul | House 2)'])
  expect(at('Paul | House 1', 'Paul | House 1')).toEqual(['Air', 'Air'])
  expect(placed([sampleCause])).toEqual([sampleCause])
})
