import { expect, test } from 'vitest'
import { type Place, chosenEnterprise, enterpriseOf, enterprisesIn, placeLacking, placesIn } from './places.ts'

const place = (id: string, type: Place['type'], parentId: string | null): Place => ({ id, type, parentId, displayName: `n${id}` })
const all = [
  place('1', 'GROUP', null),
  place('2', 'ENTERPRISE', '1'),
  place('3', 'FARM', '2'),
  place('4', 'SECTOR', '3'),
  place('5', 'ENTERPRISE', '1'),
  place('6', 'FARM', '5'),
]
const ids = (some: readonly Place[]) => some.map(one => one.id)
const at = (enterpriseId: string | null, entityId: string | null) => ({ enterpriseId, entityId })

test('farms, houses and rooms of the company alone', () => {
  expect(ids(enterprisesIn(all))).toEqual(['2', '5'])
  expect(ids(placesIn(all, '2'))).toEqual(['3', '4'])
  expect(ids(placesIn(all, null))).toEqual(['3', '4', '6'])
})

test('the company is the one that was chosen, that of the place, or the only one', () => {
  expect(enterpriseOf(all, '4')?.id).toBe('2')
  expect(enterpriseOf(all, '1')).toBeUndefined()
  expect(enterpriseOf(all, 'elsewhere')).toBeUndefined()
  expect(chosenEnterprise(all, at('5', '4'))).toBe('5')
  expect(chosenEnterprise(all, at(null, '4'))).toBe('2')
  expect(chosenEnterprise(all, at(null, null))).toBeNull()
  expect(chosenEnterprise(all.slice(0, 4), at(null, null))).toBe('2')
})

test('the company is asked for first; a company is no place of an event, and what it stood at stays one', () => {
  expect(placeLacking(all, at(null, null), undefined)).toBe('enterpriseId')
  expect(placeLacking(all, at('2', null), undefined)).toBe('entityId')
  expect(placeLacking(all, at(null, '2'), undefined)).toBe('entityId')
  expect(placeLacking(all, at(null, '4'), undefined)).toBeUndefined()
  expect(placeLacking(all, at(null, '99'), '99')).toBeUndefined()
  // Whoever works on one farm sees no company.
  expect(placeLacking([place('3', 'FARM', '2')], at(null, null), undefined)).toBe('entityId')
})
