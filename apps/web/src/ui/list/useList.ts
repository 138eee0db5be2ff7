import type { Page } from '@steading/contract/http/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pollEvery } from '../../platform/api/queries.ts'

export interface List<T> {
  /** Absent until the first page has arrived. */
  readonly page: Page<T> | undefined
  readonly error: unknown
  /** The rows are those of before while these are fetched. */
  readonly turning: boolean
  readonly retry: () => void
}

/**
 * One page of a list from the server, asked for again every 60 s (or `every` ms) and when the window comes back. The old rows stay while the
 * new ones come, and when they don't.
 */
export function useList<T, Q>(
  name: string,
  query: Q,
  fetch: (query: Q, signal: AbortSignal) => Promise<Page<T>>,
  every: number = pollEvery,
): List<T> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [name, 'list', query],
    queryFn: ({ signal }) => fetch(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  return { page: data, error: data ? undefined : error, turning: isPlaceholderData, retry: () => void refetch() }
}
