import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useIsLive, usePollEvery } from '../../live/index.ts'
import { isDenied } from '../../platform/api/failures.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { type Alarm } from '../../interfaces/index.ts'
import { type Needs, type ShownWidget, needsOf, useBoardSource } from '../../widgets/index.ts'
import { type Range, endOf, interfacesOf, windowOf, windowsOf } from '../range/chartWindows.ts'

interface FetchedData {
  readonly series: ReadonlyMap<string, Series> | undefined
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

interface WidgetResult {
  readonly data: ReadonlyMap<string, Series> | undefined
  readonly isPlaceholderData: boolean
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}
const combined = (results: readonly WidgetResult[]): readonly FetchedData[] =>
  results.map(({ data, isPlaceholderData, error, refetch }) => ({
    series: data,
    isOld: isPlaceholderData,
    error,
    retry: () => void refetch(),
  }))

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
    refetchInterval: usePollEvery(),
    // Another house: what stays the same stays on the screen.
    placeholderData: keepPreviousData,
  })
  const { isPlaceholderData, error, refetch, dataUpdatedAt } = found
  const data = isDenied(error) ? undefined : found.data
  const updatedAt = ids.length > 0 && data && !isPlaceholderData ? dataUpdatedAt : undefined
  const series = useQueries({
    queries: windows.map(window => ({
      ...source.series({ ...window, to: endOf(now, window.hours) }),
      // Without the stream nothing is appended to them.
      ...(!live && { refetchInterval: pollEvery }),
    })),
    combine: combined,
  })
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
