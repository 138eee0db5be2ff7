import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useIsLive } from '../../live/index.ts'
import { isDenied } from '../../platform/api/failures.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { type Alarm } from '../../interfaces/index.ts'
import { type Needs, type ShownWidget, needsOf, useBoardSource } from '../../widgets/index.ts'
import { type Range, type Window, endOf, interfacesOf, windowOf, windowsOf } from '../range/chartWindows.ts'

type SeriesMap = ReadonlyMap<string, Series>

interface FetchedData {
  readonly series: SeriesMap | undefined
  /** They are of other interfaces, until those asked for are there. */
  readonly isOld: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** Data that a dashboard fetches for its widgets. */
export interface Board {
  /** Undefined while loading. */
  readonly interfaces: ReadonlyMap<string, Interface> | undefined
  /** They are of other widgets, until those asked for are there. */
  readonly isOld: boolean
  readonly error: unknown
  readonly retry: () => void
  /** When the interfaces came (ms); undefined: it shows none, or they are on their way. */
  readonly updatedAt: number | undefined
  readonly alarms: ReadonlyMap<string, Alarm>
  readonly range: Range | undefined
  /** Shared series of a widget; undefined if it needs none. */
  readonly fetched: (needs: Needs) => FetchedData | undefined
}

interface WindowResult {
  readonly data: SeriesMap | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}
const combined = (results: readonly WindowResult[]): readonly FetchedData[] =>
  results.map(({ data, error, refetch }) => ({ series: data, isOld: false, error, retry: () => void refetch() }))

interface LastSeries {
  readonly series: SeriesMap
  readonly interfaceIds: readonly string[]
}

/** Results with the last series of their window where the next ones are not there: several queries have no placeholders. */
function useLastSeries(windows: readonly Window[], results: readonly FetchedData[]) {
  const [last, setLast] = useState<ReadonlyMap<string, LastSeries>>(() => new Map())
  const next = windows.flatMap(({ key, interfaceIds }, at): [string, LastSeries][] => {
    const series = results[at]?.series
    return series && series !== last.get(key)?.series ? [[key, { series, interfaceIds }]] : []
  })
  if (next.length > 0) setLast(new Map([...last, ...next]))
  return useMemo(
    () =>
      windows.map(({ key, interfaceIds }, at) => {
        const [result, before] = [results[at], last.get(key)]
        if (!result || result.series || !before) return result
        return { ...result, series: before.series, isOld: interfaceIds.join() !== before.interfaceIds.join() }
      }),
    [windows, results, last],
  )
}

/** Fetches the shared data of the widgets: all interfaces in one call, each range in one call. */
export function useBoard(widgets: readonly ShownWidget[], range: Range | undefined, alarms: ReadonlyMap<string, Alarm>): Board {
  const source = useBoardSource()
  const live = useIsLive()
  const now = useNow(60)
  const needs = useMemo(() => widgets.map(needsOf), [widgets])
  const ids = useMemo(() => interfacesOf(needs), [needs])
  const windows = useMemo(() => windowsOf(needs, range), [needs, range])
  const found = useQuery({
    ...source.interfaces(ids),
    // Besides live values: what else is said of them.
    refetchInterval: pollEvery,
    // Another house: what stays the same stays on the screen.
    placeholderData: keepPreviousData,
  })
  const { isPlaceholderData, error, refetch, dataUpdatedAt } = found
  const data = isDenied(error) ? undefined : found.data
  const updatedAt = ids.length > 0 && data && !isPlaceholderData ? dataUpdatedAt : undefined
  const results = useQueries({
    queries: windows.map(window => ({
      ...source.series({ ...window, to: endOf(now, window.hours) }),
      // Without the stream nothing is appended to them.
      ...(!live && { refetchInterval: pollEvery }),
    })),
    combine: combined,
  })
  const series = useLastSeries(windows, results)
  return useMemo(() => {
    const keys = windows.map(window => window.key)
    return {
      interfaces: ids.length === 0 ? new Map() : data && new Map(data.map(one => [one.id, one])),
      isOld: isPlaceholderData,
      error: data ? undefined : error,
      retry: () => void refetch(),
      updatedAt,
      alarms,
      range,
      fetched: of => series[keys.indexOf(windowOf(of, range)?.key ?? '')],
    }
  }, [ids, data, isPlaceholderData, error, refetch, updatedAt, windows, series, alarms, range])
}
