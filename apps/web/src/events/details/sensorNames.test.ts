import { expect, test } from 'vitest'
import { sampleCause } from '../../../test/cause.sample.ts'
import { withDistinctNames, withDistinctName } from './sensorNames.ts'

const of = (interfaceId: string, place: string) => ({ ...sampleCause, interfaceId, interfaceName: 'Air', place })
const event = { entity: { id: '2', name: 'House 1', displayName: 'Paul | House 1', type: 'SECTOR' as const } }
const at = (...places: string[]) =>
  withDistinctNames(
    places.map((place, n) => of(String(n), place)),
    event,
  ).map(cause => cause.interfaceName)

test('sensors of one name are distinguished by their entities', () => {
  expect(at('Paul | House 1', 'Paul | House 2')).toEqual(['Air · House 1', 'Air · House 2'])
  expect(at('Paul | House 1')).toEqual(['Air'])
  expect(at('Quinta | House 1')).toEqual(['Air · Quinta | House 1'])
  expect(withDistinctNames([sampleCause], event)).toEqual([sampleCause])
})

test('an occurrence is told as its event tells its conditions', () => {
  const causes = [of('1', 'Paul | House 1')]
  expect(withDistinctName(of('2', 'Paul | House 2'), { ...event, causes }).interfaceName).toBe('Air · House 2')
  expect(withDistinctName(of('1', 'Paul | House 1'), { ...event, causes }).interfaceName).toBe('Air')
})
