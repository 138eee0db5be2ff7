import { expect, test } from 'vitest'
import { nearestOnMap } from './nearestOnMap.ts'

const at = (id: string, parentId: string | null) => ({ id, parentId })
const mapped = [at('office', 'group'), at('farm 1', 'north'), at('farm 2', 'north'), at('house', 'farm 1'), at('farm 3', 'south')]
const near = (...way: string[]) => nearestOnMap(mapped, way).map(entity => entity.id)

test('what stands in it says where a place is, then what stands beside it', () => {
  expect(near('group', 'north', 'farm 1')).toEqual(['farm 1', 'house'])
  expect(near('group', 'north')).toEqual(['farm 1', 'farm 2'])
  expect(near('group', 'north', 'new farm')).toEqual(['farm 1', 'farm 2'])
})
test('further up where nothing near is known', () => expect(near('group', 'west', 'new farm')).toEqual(['office']))
test('everything known where nothing above it is, nothing where nothing is known', () => {
  expect(near('other')).toHaveLength(mapped.length)
  expect(nearestOnMap([], ['north'])).toEqual([])
})
