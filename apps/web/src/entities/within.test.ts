import { expect, test } from 'vitest'
import { within } from './within.ts'

const tree = [
  { id: '1', parentId: null },
  { id: '2', parentId: '1' },
  { id: '3', parentId: '2' },
  { id: '4', parentId: '1' },
  { id: '5', parentId: '9' },
]
const ids = (top?: string) => within(tree, top).map(entity => entity.id)

test('an entity with all that lies below it', () => {
  expect(ids('2')).toEqual(['2', '3'])
  expect(ids('1')).toEqual(['1', '2', '3', '4'])
  expect(ids('3')).toEqual(['3'])
})

test('without a top, all; an unknown one has nothing', () => {
  expect(ids()).toHaveLength(5)
  expect(ids('7')).toEqual([])
})

test('a circle ends', () => {
  const circle = [
    { id: '1', parentId: '2' },
    { id: '2', parentId: '1' },
  ]
  expect(within(circle, '3')).toEqual([])
})
