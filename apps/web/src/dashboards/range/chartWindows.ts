import { MAX_POINTS } from '@steading/contract/devices/readings'
import type { Needs } from '../../widgets/index.ts'

/** Selectable ranges of charts, in hours. */
export const ranges = [6, 24, 168, 720] as const
export type Range = (typeof ranges)[number]
const usual: Range = 24

/** Range in the URL; undefined if absent or not selectable. */
export const rangeOf = (text: unknown): Range | undefined => ranges.find(range => String(range) === text)

/** Range of most charts: shown as selected by default. */
export function usualRange(needs: readonly Needs[]): Range {
  const counts = new Map<Range, number>()
  for (const { chart, hours } of needs) {
    const own = chart ? ranges.find(range => range === hours) : undefined
    if (own) counts.set(own, (counts.get(own) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? usual
}

/** Maximum number of series of one request. */
export interface Window {
  readonly key: string
  readonly hours: number
  readonly points: number
  readonly interfaceIds: readonly string[]
}

/** Number of points: few for a sparkline, many for a chart, so that readings of a day are not aggregated. */
const sparkPoints = 90
const chartPoints = MAX_POINTS

/** Time window of a widget; undefined if it needs none. `range`: chosen range of the page. */
export function windowOf({ chart, hours: own, interfaceIds }: Needs, range: Range | undefined): Window | undefined {
  const hours = chart ? (range ?? own) : own
  const points = chart ? chartPoints : sparkPoints
  return own > 0 ? { key: `${hours}/${points}`, hours, points, interfaceIds } : undefined
}

/** Shared windows of the widgets: one for each range and resolution. */
export function windowsOf(needs: readonly Needs[], range: Range | undefined): readonly Window[] {
  const windows = new Map<string, Window>()
  for (const need of needs) {
    const window = windowOf(need, range)
    if (!window) continue
    const ids = new Set([...(windows.get(window.key)?.interfaceIds ?? []), ...window.interfaceIds])
    windows.set(window.key, { ...window, interfaceIds: [...ids].toSorted() })
  }
  return [...windows.values()]
}

/** Interfaces of all widgets, without duplicates. */
export const interfacesOf = (needs: readonly Needs[]): readonly string[] =>
  [...new Set(needs.flatMap(need => need.interfaceIds))].toSorted()

const minute = 60_000

/** End of a window, rounded up to a step, so that the series is refetched once per step. */
export function endOf(now: number, hours: number): number {
  const step = 5 * minute * (hours > 48 ? 5 : 1)
  return Math.ceil(now / step) * step
}
