import { expect, test } from 'vitest'
import { sampleCause } from '../platform/cause.sample.ts'
import { placed, placedAmong } from './placed.ts'

const of = (interfaceId: string, place: string) => ({ ...sampleCause, interfaceId, interfaceName: 'Air', place })
const event = { entity: { id: '2', name: 'House 1', displayName: 'Paul | House 1', type: 'SECTOR' as const } }
const at = (...places: string[]) =>
  placed(
    places.map((place, n) => of(String(n), place)),
    event,
  ).map(one => one.interfaceName)

test('sensors of one name are told apart by where they stand, and one that stands elsewhere than its event says so', () => {
  expect(at('Paul | House 1', 'Paul | House 2')).toEqual(['Air · House 1', 'Air · House 2'])
  expect(at('Paul | House 1')).toEqual(['Air'])
  expect(at('Quinta | House 1')).toEqual(['Air · Quinta | House 1'])
  expect(placed([sampleCause], event)).toEqual([sampleCause])
})

test('an occurrence is told as its event tells its conditions', () => {
  const causes = [of('1', 'Paul | House 1')]
  expect(placedAmong(of('2', 'Paul | House 2'), { ...event, causes }).interfaceName).toBe('Air · House 2')
  expect(placedAmong(of('1', 'Paul | House 1'), { ...event, causes }).interfaceName).toBe('Air')
})
