import { expect, test } from 'vitest'
import { sampleInterface } from '../../test/interface.sample.ts'
import { nameOf } from './widgetName.ts'

const elsewhere = { id: '4', name: 'House 3', displayName: 'Farm | House 3', type: 'SECTOR' } as const
const known = new Map([
  ['1', sampleInterface({ id: '1', displayName: 'North' })],
  ['2', sampleInterface({ id: '2', displayName: 'South', entity: elsewhere })],
])
const chart = (interfaceIds: readonly string[], more: object = {}) => ({ configs: { interfaceIds, ...more } }) as const

test('a tile is called by its title or by what it shows, and where that is', () => {
  expect(nameOf({ configs: { interfaceId: '1' } }, known)).toBe('North, House 2')
  expect(nameOf({ configs: { interfaceId: '1', title: 'Air' } }, known)).toBe('Air, House 2')
  expect(nameOf(chart(['1', '2']), known)).toBe('North, South')
  expect(nameOf(chart(['9']), known)).toBeUndefined()
  expect(nameOf(chart(['1'], { title: 'Day' }), undefined)).toBe('Day')
})
