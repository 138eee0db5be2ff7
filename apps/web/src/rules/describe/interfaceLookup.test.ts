import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import { createInterfaceLookup } from './interfaceLookup.ts'

const house = (name: string) => ({ id: name, name, displayName: `Paul | ${name}`, type: 'SECTOR' as const })
const there = (id: string, where: string, box = '1') =>
  sampleInterface({
    id,
    entity: house(where),
    terminal: { id: box, displayName: `Box ${box}`, connected: true, retired: false },
  })
const named = (id: string, where: string) => ({ id, displayName: 'One', category: 'TEMPERATURE', entity: house(where) })
const ofHouse1 = (...interfaces: ReturnType<typeof named>[]) => ({ interfaces, sector: { ...house('House 1') } })

test('of a rule over several houses each interface is called with its house, of one house by its name alone', () => {
  const apart = createInterfaceLookup(ofHouse1(), [there('1', 'House 1'), there('2', 'House 2')])
  expect([apart('1').name, apart('2').name]).toEqual(['One · House 1', 'One · House 2'])
  expect(createInterfaceLookup(ofHouse1(), [there('1', 'House 1')])('1').name).toBe('One')
  expect(createInterfaceLookup(ofHouse1(), [there('1', 'House 2')])('1').name).toBe('One · House 2')
  const boxes = createInterfaceLookup(ofHouse1(), [there('1', 'House 1', '1'), there('2', 'House 1', '2')])
  expect(boxes('2').name).toBe('One · House 1 (Box 2)')
})

test('also for who may not look at interfaces', () => {
  const known = createInterfaceLookup(ofHouse1(named('1', 'House 1'), named('2', 'House 2')), [])
  expect([known('1').name, known('2').name, known('3').name]).toEqual(['One · House 1', 'One · House 2', '3'])
})
