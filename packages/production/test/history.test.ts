import type { Kpis } from '@steading/contract/production/figures'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { expect, test } from 'vitest'
import { medianOf } from '../src/history.ts'

const batches = (...values: number[]) => values.map(mortality => ({ mortality }) as Kpis) // safe: nothing else is read

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[10, 9], 9.5],
  [[], null],
])('the median of %j is %j', (values, median) => expect(medianOf(batches(...values), 'mortality')).toBe(median))

test('counts no batch whose KPI is not computable', () => {
  expect(medianOf(batches(NOT_COMPUTABLE, 5), 'mortality')).toBe(5)
  expect(medianOf(batches(NOT_COMPUTABLE), 'mortality')).toBeNull()
})
