import type { OPERATIONS, Resolution, Series } from '@steading/contract/devices/readings'
import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { batchLoader } from '../platform/api/batchLoader.ts'
import { inBatches } from './inBatches.ts'

/** A window of series; `to`: its end (ms UTC), on a coarse grid, so that the same window is requested once. */
export interface SeriesWindow {
  readonly interfaceIds: readonly string[]
  readonly hours: number
  readonly to: number
  readonly points: number
  readonly resolution?: Resolution | undefined
  readonly operation?: (typeof OPERATIONS)[number] | undefined
}

type SeriesMap = ReadonlyMap<string, Series>
type Range = Pick<SeriesWindow, 'points' | 'resolution' | 'operation'> & { readonly fromDate: string; readonly toDate: string }

/** How long a window stays in the cache once nobody shows it (ms): its end moves on, so it is hardly requested again. */
const GC_MS = 60_000

/** Structural sharing: series that are equal to the ones before stay the same objects, and so does their map. */
function sharedSeries(before: SeriesMap | undefined, after: SeriesMap): SeriesMap {
  if (!before) return after
  const shared = new Map([...after].map(([id, series]) => [id, replaceEqualDeep(before.get(id), series)]))
  return shared.size === before.size && [...shared].every(([id, series]) => before.get(id) === series) ? before : shared
}

/**
 * Queries of series by interface over one call. Widgets that request the same range together share a request, whatever their
 * interfaces. The old series stay while the next ones are fetched. `key`: the beginning of the query keys.
 */
export function createSeriesQuery(
  key: readonly unknown[],
  fetch: (query: Range & { readonly interfaceIds: string[] }, signal: AbortSignal) => Promise<readonly Series[]>,
) {
  const load = batchLoader<Range, Series>(async (range, ids, signal) => {
    const found = await inBatches(ids, interfaceIds => fetch({ ...range, interfaceIds }, signal))
    return new Map(found.map(series => [series.interfaceId, series]))
  })
  return ({ interfaceIds, hours, to, points, resolution, operation }: SeriesWindow) =>
    queryOptions({
      queryKey: [...key, interfaceIds, hours, points, to, resolution, operation],
      queryFn: ({ signal }): Promise<SeriesMap> => {
        const fromDate = new Date(to - hours * 3_600_000).toISOString()
        const range = { fromDate, toDate: new Date(to).toISOString(), points, resolution, operation }
        return load(range, interfaceIds, signal)
      },
      enabled: interfaceIds.length > 0,
      placeholderData: keepPreviousData,
      gcTime: GC_MS,
      structuralSharing: (before, after) => sharedSeries(before as SeriesMap | undefined, after as SeriesMap), // safe: of this query
    })
}
