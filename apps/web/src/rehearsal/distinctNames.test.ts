import { expect, test } from 'vitest'
import { sampleInterface } from '../../test/interface.sample.ts'
import { withDistinctNames } from './distinctNames.ts'

const at = (id: string, name: string) =>
  sampleInterface({ id, entity: { id: name, name, displayName: `Paul | ${name}`, type: 'SECTOR' } })
const namesOf = (home: string, ...ones: Parameters<typeof withDistinctNames>[0]) =>
  withDistinctNames(ones, home).map(one => one.displayName)

test('sensors of one name are told apart wherever a try shows them', () => {
  expect(namesOf('Paul | House 1', at('1', 'House 1'), at('2', 'House 2'))).toEqual(['One · House 1', 'One · House 2'])
  expect(namesOf('Paul | House 1', at('1', 'House 1'))).toEqual(['One'])
})
