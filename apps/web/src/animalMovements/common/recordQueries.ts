import { queryClient } from '../../platform/api/queries.ts'

/** After a change: all lists of the slice, and batches, whose totals follow; except what was about a deleted record. */
export const recordsChanged = (slice: string, deletedId?: string) =>
  Promise.all([
    queryClient.invalidateQueries({
      queryKey: [slice],
      predicate: ({ queryKey }) => deletedId === undefined || !queryKey.includes(deletedId),
    }),
    queryClient.invalidateQueries({ queryKey: ['batches'] }),
  ])
