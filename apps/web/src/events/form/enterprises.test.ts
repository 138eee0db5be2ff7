import { expect, test } from 'vitest'
import { chosenEnterprise, isFarmOrSector, missingPlaceField } from './enterprises.ts'

const none = { total: 0, first: undefined }
const item = { total: 1, first: { id: '2' } }
const many = { total: 1100, first: { id: '2' } }
const company = { id: '5', name: 'n5', displayName: 'n5', type: 'ENTERPRISE' } as const
const at = (enterpriseId: string | null, entityId: string | null) => ({ enterpriseId, entityId })

test('farms, houses and rooms are places', () => {
  expect((['FARM', 'SECTOR', 'ENTERPRISE', 'GROUP'] as const).filter(type => isFarmOrSector({ type }))).toEqual([
    'FARM',
    'SECTOR',
  ])
})

test('the company is the one that was chosen, that of the place, or the only one', () => {
  expect(chosenEnterprise(many, { enterprise: company }, at('2', '4'))).toBe('2')
  expect(chosenEnterprise(many, { enterprise: company }, at(null, '4'))).toBe('5')
  expect(chosenEnterprise(many, { enterprise: company }, at(null, null))).toBeNull()
  expect(chosenEnterprise(many, undefined, at(null, null))).toBeNull()
  expect(chosenEnterprise(item, undefined, at(null, null))).toBe('2')
})

test('the company is asked for first', () => {
  expect(missingPlaceField(many, at(null, null))).toBe('enterpriseId')
  expect(missingPlaceField(many, at('2', null))).toBe('entityId')
  expect(missingPlaceField(item, at(null, null))).toBe('entityId')
  expect(missingPlaceField(many, at(null, '4'))).toBeUndefined()
  // Whoever works on one farm sees no company.
  expect(missingPlaceField(none, at(null, null))).toBe('entityId')
})
