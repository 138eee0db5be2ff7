import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { expect, it } from 'vitest'
import { consumptionDifference, dailyConsumption, expectedConsumption } from '../src/consumption.ts'
import { DAY } from '../src/figures.ts'
import { ross } from './vectors.ts'

it('has no difference per animal on a day without animals, where a ratio is −100', () => {
  const amounts = { day: 0, from: 0, to: DAY, elapsed: 1, feedKg: 5, waterL: 9, source: 'SILO' } as const
  const days = dailyConsumption([amounts], [])
  expect(days[0]!.perAnimal).toEqual({ feed: NOT_COMPUTABLE, water: NOT_COMPUTABLE })
  const [difference] = consumptionDifference(days, expectedConsumption(days, ross, 1, 0))
  expect(difference).toMatchObject({ feedKg: 5, waterL: null, perAnimal: { feed: null, water: null } })
})
