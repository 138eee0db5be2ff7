import { expect, test } from 'vitest'
import { sampleInterface } from '../platform/interface.sample.ts'
import { namedApart } from './apart.ts'

const at = (id: string, name: string) =>
  sampleInterface({ id, entity: { id: name, name, displayName: `Paul | ${name}`, type: 'SECTOR' } })
const said = (home: string, ...ones: Parameters<typeof namedApart>[0]) => namedApart(ones, home).map(one => one.displayName)

test('sensors of one name are told apart wherever a try shows them', () => {
  expect(said('Paul | House 1', at('1', 'House 1'), at('2', 'House 2'))).toEqual(['One · House 1', 'One · House 2'])
  expect(said('Paul | House 1', at('1', 'House 1'))).toEqual(['One'])
})
