import { expect, test } from 'vitest'
import { type NamedPlace, disambiguateNames } from './disambiguateNames.ts'

const namesOf = (
  home: string | undefined,
  ...ones: readonly (readonly [name: string, place?: string | undefined, box?: string])[]
) => [
  ...disambiguateNames(
    ones.map(([name, place, box], at): NamedPlace => ({ id: String(at), name, place, box })),
    home,
  ).values(),
]

test('what has a name of its own in the house that one is at needs no more', () => {
  expect(namesOf('Paul | House 1', ['Air', 'Paul | House 1'], ['Fans', 'Paul | House 1'])).toEqual(['Air', 'Fans'])
  expect(namesOf(undefined, ['Air', 'Paul | House 1'], ['Fans', 'Paul | House 2'])).toEqual(['Air', 'Fans'])
})

test('names that are alike are told with their houses, the one at home too; what stands elsewhere always', () => {
  const there = ['Air', 'Paul | House 2'] as const
  expect(namesOf('Paul | House 1', ['Air', 'Paul | House 1'], there)).toEqual(['Air · House 1', 'Air · House 2'])
  expect(namesOf(undefined, ['Air', 'Paul | House 1'], there)).toEqual(['Air · House 1', 'Air · House 2'])
  expect(namesOf('Paul | House 1', there)).toEqual(['Air · House 2'])
  expect(namesOf('Paul | House 1', ['Mains', 'Paul'])).toEqual(['Mains · Paul'])
})

test('the farm is said where there are several', () => {
  expect(namesOf('Quinta | House 1', ['Air', 'Paul | House 1'])).toEqual(['Air · Paul | House 1'])
  expect(namesOf(undefined, ['Air', 'Quinta | House 1'], ['Air', 'Paul | House 1'])).toEqual([
    'Air · Quinta | House 1',
    'Air · Paul | House 1',
  ])
})

test('what is alike even so is told by its smart box; what is named twice is one', () => {
  expect(namesOf('Paul', ['Fans', 'Paul', 'A'], ['Fans', 'Paul', 'B'])).toEqual(['Fans · Paul (A)', 'Fans · Paul (B)'])
  expect(namesOf(undefined, ['Fans', undefined, 'A'], ['Fans', undefined, 'B'])).toEqual(['Fans (A)', 'Fans (B)'])
  const one = { id: '1', name: 'Air', place: 'Paul | House 1' }
  expect([...disambiguateNames([one, one]).values()]).toEqual(['Air'])
})
