import type { BatchDetails } from '@steading/contract/production/batches'
import { PRODUCTION_TYPES } from '@steading/contract/production/species'
import { expect, test } from 'vitest'
import { batchTabs } from '../batches/index.ts'
import './built.ts'

/** The tabs of a batch of a production type. */
const tabsOf = (wanted: { readonly mode: string; readonly subMode: string }) => {
  const productionType = PRODUCTION_TYPES.find(({ mode, subMode }) => mode === wanted.mode && subMode === wanted.subMode)
  return batchTabs({ productionType } as BatchDetails).map(({ key }) => key) // safe: tabs read nothing else
}

test('a batch has its tabs at their positions, and none of weights in continuous growth', () => {
  const all = ['totals', 'movements', 'feed', 'events', 'tasks', 'weight']
  expect(tabsOf({ mode: 'ALL_IN_ALL_OUT', subMode: 'FATTENING' })).toEqual(all)
  expect(tabsOf({ mode: 'ALL_IN_ALL_OUT', subMode: 'GROWTH' })).toEqual(all)
  expect(tabsOf({ mode: 'CONTINUOUS', subMode: 'GROWTH' })).toEqual(all.slice(0, -1))
})
