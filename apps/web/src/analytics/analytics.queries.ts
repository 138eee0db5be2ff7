import { analytics } from '@steading/contract/entities/analytics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import type { AnalyticsRange, Choices } from './choices.ts'

const calls = api(analytics)

/** Environment, consumption and events of the chosen entities. */
export const overviewQuery = ({ entityIds, category, meter }: Choices, range: AnalyticsRange) =>
  queryOptions({
    queryKey: ['analytics', 'overview', entityIds, category, meter, range],
    queryFn: ({ signal }) =>
      data(calls.overview({ query: { entityIds: [...entityIds], category, meter, ...range } }, { signal })),
    enabled: entityIds.length > 0,
    placeholderData: keepPreviousData,
  })

/** Figures of the batches that were closed at the chosen entities. */
export const batchesQuery = ({ entityIds }: Choices, range: AnalyticsRange) =>
  queryOptions({
    queryKey: ['analytics', 'batches', entityIds, range],
    queryFn: ({ signal }) => data(calls.batches({ query: { entityIds: [...entityIds], ...range } }, { signal })),
    enabled: entityIds.length > 0,
    placeholderData: keepPreviousData,
  })
