import { expect, test } from 'vitest'
import { housesOffered } from './houses.ts'

test('houses that are called alike are told apart by their farm, the others keep their short name', () => {
  const house = (id: string, farm: string, name: string) => ({ id, name, displayName: `${farm} | ${name}` })
  const offered = housesOffered([
    house('1', 'Quinta do Paul', 'House 1'),
    house('2', 'Vale', 'House 1'),
    house('3', 'Vale', 'House 2'),
  ])
  expect(offered.map(one => one.displayName)).toEqual(['Quinta do Paul | House 1', 'Vale | House 1', 'House 2'])
})
