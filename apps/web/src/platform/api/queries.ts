import { CallFailed } from '@steading/contract/http/client'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { lifetimes } from './lifetimes.ts'

const mendEvery = 10_000
/** Rate limit exceeded (429). */
const askedTooOften = (error: unknown) => error instanceof CallFailed && error.status === 429
const serverBroke = (error: unknown) => error instanceof CallFailed && error.status >= 500

/** How often a query asks anew, ms; false: never. What the server broke is asked every ten seconds. */
export const refetchEvery =
  (usual: number | false) =>
  ({ state }: { readonly state: { readonly status: string; readonly error: unknown } }) =>
    state.status === 'error' && serverBroke(state.error) ? mendEvery : usual

/**
 * Lists and values: fresh for 20 s, kept on the screen while they are fetched anew. What the server broke is tried twice
 * more, and then every ten seconds as long as somebody looks, so that a page mends itself; what it answered is not. Without a connection nothing is asked, and everything when it is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: lifetimes.usual,
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 2 && (serverBroke(error) || askedTooOften(error)),
      refetchInterval: refetchEvery(false),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/** The specification's fallback of the live stream. */
export const pollEvery = 60_000

/** An answer before, as long as it is of the same source: its key but for the last part. */
export const stillOf = <P>(key: QueryKey, asked: QueryKey | undefined, before: P | undefined): P | undefined =>
  asked && JSON.stringify(asked.slice(0, -1)) === JSON.stringify(key) ? before : undefined
