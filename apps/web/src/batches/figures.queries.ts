import { batchFigures } from '@steading/contract/production/batchFigures'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'

export const calls = api(batchFigures)

/** Figures of a batch; they follow every change of batches. */
const key = (id: string, name: string) => ['batches', 'figures', id, name]

export const kpisQuery = (id: string) =>
  queryOptions({ queryKey: key(id, 'kpis'), queryFn: ({ signal }) => data(calls.kpis({ params: { id } }, { signal })) })

/** Weights of each day beside those of the curve. */
export const evolutionQuery = (id: string) =>
  queryOptions({ queryKey: key(id, 'evolution'), queryFn: ({ signal }) => data(calls.evolution({ params: { id } }, { signal })) })

/** Feed and water of each day. */
export const consumptionQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'consumption'),
    queryFn: ({ signal }) => data(calls.consumption({ params: { id } }, { signal })),
  })

/** What came and left until an instant (ISO UTC); undefined: now, or the close. */
export const massBalanceQuery = (id: string, at?: string) =>
  queryOptions({
    queryKey: key(id, `massBalance ${at ?? ''}`),
    queryFn: ({ signal }) => data(calls.massBalance({ params: { id }, query: { at } }, { signal })),
  })

/** Growth ahead, and when the target weight is reached. */
export const forecastQuery = (id: string) =>
  queryOptions({ queryKey: key(id, 'forecast'), queryFn: ({ signal }) => data(calls.forecast({ params: { id } }, { signal })) })

/** How long the feed of its silos lasts. */
export const runOutQuery = (id: string) =>
  queryOptions({ queryKey: key(id, 'runOut'), queryFn: ({ signal }) => data(calls.runOut({ params: { id } }, { signal })) })

/** Feed and water of each day less what the curve says. */
export const differenceQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'difference'),
    queryFn: ({ signal }) => data(calls.consumptionDifference({ params: { id } }, { signal })),
  })

/** How much of the climate was measured and within the limits of the curve. */
export const environmentQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'environment'),
    queryFn: ({ signal }) => data(calls.environment({ query: { batchId: id } }, { signal })),
  })
