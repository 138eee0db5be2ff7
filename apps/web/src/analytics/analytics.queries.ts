import { analytics } from '@steading/contract/entities/analytics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { stillOf } from '../platform/api/queries.ts'
import type { AnalyticsRange, Choices } from './choices.ts'

const calls = api(analytics)

/** Environment, consumption and events of the chosen entities. */
export function overviewQuery({ entityIds, category, meter }: Choices, range: AnalyticsRange) {
  const measured = ['analytics', 'overview', { category, meter }]
  return queryOptions({
    queryKey: [...measured, { entityIds, range }],
    queryFn: ({ signal }) =>
      data(calls.overview({ query: { entityIds: [...entityIds], category, meter, ...range } }, { signal })),
    enabled: entityIds.length > 0,
    // Values before stay until the next ones come, but for those of another category or meter.
    placeholderData: (before, asked) => stillOf(measured, asked?.queryKey, before),
  })
}

/** Figures of the batches that were closed at the chosen entities. */
export const batchesQuery = ({ entityIds }: Choices, range: AnalyticsRange) =>
  queryOptions({
    queryKey: ['analytics', 'batches', entityIds, range],
    queryFn: ({ signal }) => data(calls.batches({ query: { entityIds: [...entityIds], ...range } }, { signal })),
    enabled: entityIds.length > 0,
    placeholderData: keepPreviousData,
  })
