import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Place, treeRows, wayTo } from './tree.ts'

const place = (id: string, parentId: string | null, name = id): Place => ({ id, parentId, name })
const farm = [
  place('1', '0', 'Lezíria'),
  place('2', '1', 'Quinta do Paul'),
  place('3', '2', 'Pavilhão 10'),
  place('4', '2', 'Pavilhão 2'),
  place('5', '1', 'Alviela'),
]

test('rows follow the tree and its names, under what is open', () => {
  const names = (open: readonly string[]) => treeRows(farm, id => open.includes(id)).map(row => `${row.depth} ${row.place.name}`)
  expect(names(['1', '2'])).toEqual(['0 Lezíria', '1 Alviela', '1 Quinta do Paul', '2 Pavilhão 2', '2 Pavilhão 10'])
  expect(names(['2'])).toEqual(['0 Lezíria'])
})

test('the way leads from the top of what is in reach', () => {
  expect(wayTo(farm, '4').map(place => place.id)).toEqual(['1', '2', '4'])
  expect([wayTo(farm, '99'), wayTo(farm, undefined)]).toEqual([[], []])
})

test('with everything open each place stands in one row, below its parent; a circle ends', () => {
  const parents = fc.array(fc.nat(20), { maxLength: 20 })
  fc.assert(
    fc.property(parents, given => {
      const places = given.map((parent, at) => place(String(at + 1), parent <= at ? String(parent) : null))
      const rows = treeRows(places, () => true)
      const at = new Map(rows.map((row, index) => [row.place.id, index]))
      return (
        rows.length === places.length &&
        rows.every(({ place: { parentId } }, index) => !parentId || (at.get(parentId) ?? -1) < index)
      )
    }),
  )
  expect(wayTo([place('1', '2'), place('2', '1')], '1')).toHaveLength(2)
})
