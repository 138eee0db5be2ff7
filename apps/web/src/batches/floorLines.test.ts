import type { SpeciesCode } from '@steading/contract/production/species'
import { expect, test } from 'vitest'
import { floorLines } from './floorLines.ts'

const house = (value: SpeciesCode, usableArea: number | null, targetWeight: number | null) => ({
  species: { value },
  usableArea,
  targetWeight,
})

test('warns of now, and of the target weight', () => {
  const broilers = house('BROILER', 1300, 2.4)
  expect(floorLines(broilers, { animals: 20_000, weight: 1 }, 'NOW')).toEqual([
    { at: 'TARGET_WEIGHT', warning: { kind: 'DENSITY', limit: 33, actual: 36.9 } },
  ])
  expect(floorLines(broilers, { animals: 20_000, weight: 2.3 }, 'AFTER_ENTRY').map(({ at }) => at)).toEqual([
    'AFTER_ENTRY',
    'TARGET_WEIGHT',
  ])
})

test('says nothing of a target weight that is reached', () => {
  expect(floorLines(house('FINISHER', 300, 100), { animals: 400, weight: 105 }, 'NOW')).toEqual([])
  expect(floorLines(house('FINISHER', 300, 115), { animals: 400, weight: 105 }, 'NOW').map(({ at }) => at)).toEqual([
    'TARGET_WEIGHT',
  ])
})

test('is omitted without an area or for a species without a limit', () => {
  expect(floorLines(house('BROILER', null, 3), { animals: 20_000, weight: 3 }, 'NOW')).toEqual([])
  expect(floorLines(house('BEEF', 1, 500), { animals: 100, weight: 400 }, 'NOW')).toEqual([])
})
