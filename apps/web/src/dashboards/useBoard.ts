import type { Widget } from '@steading/contract/dashboards'
import type { Interface } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { interfacesQuery, seriesQuery } from '../interfaces/index.ts'
import { useNow } from '../platform/clock.ts'
import { useIsLive, usePollEvery } from '../platform/live.ts'
import { type Alarm, type Needs, needsOf } from '../widgets/index.ts'
import { type Range, endOf, interfacesOf, windowOf, windowsOf } from './windows.ts'

interface Fetched {
  readonly series: ReadonlyMap<string, Series> | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** What a dashboard has fetched for its widgets. */
export interface Board {
  /** Absent until they have arrived. */
  readonly interfaces: ReadonlyMap<string, Interface> | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly alarms: ReadonlyMap<string, Alarm>
  readonly range: Range | undefined
  /** The series that a widget shares; undefined for one that needs none. */
  readonly fetched: (needs: Needs) => Fetched | undefined
}

interface Result {
  readonly data: ReadonlyMap<string, Series> | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}
const combined = (results: readonly Result[]): readonly Fetched[] =>
  results.map(({ data, error, refetch }) => ({ series: data, error, retry: () => void refetch() }))

/** Fetches once what the widgets share: every interface in one call, every range in one call. */
export function useBoard(widgets: readonly Widget[], range: Range | undefined, alarms: ReadonlyMap<string, Alarm>): Board {
  const live = useIsLive()
  const now = useNow(60)
  const needs = useMemo(() => widgets.map(needsOf), [widgets])
  const ids = useMemo(() => interfacesOf(needs), [needs])
  const windows = useMemo(() => windowsOf(needs, range), [needs, range])
  const { data, error, refetch } = useQuery({ ...interfacesQuery(ids), refetchInterval: usePollEvery() })
  const series = useQueries({
    queries: windows.map(window => seriesQuery({ ...window, to: endOf(now, window.hours, live) })),
    combine: combined,
  })
  return useMemo(() => {
    const keys = windows.map(window => window.key)
    return {
      interfaces: ids.length === 0 ? new Map() : data && new Map(data.map(one => [one.id, one])),
      error: data ? undefined : error,
      retry: () => void refetch(),
      alarms,
      range,
      fetched: of => series[keys.indexOf(windowOf(of, range)?.key ?? '')],
    }
  }, [ids, data, error, refetch, windows, series, alarms, range])
}
