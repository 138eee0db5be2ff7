import { MAX_POINTS } from '@steading/contract/readings'
import type { Needs } from '../widgets/index.ts'

/** The ranges that charts can be asked for, in hours. */
export const ranges = [6, 24, 168, 720] as const
export type Range = (typeof ranges)[number]
const usual: Range = 24

/** The range of an address; undefined for none, or for one that is not offered. */
export const rangeOf = (text: unknown): Range | undefined => ranges.find(one => String(one) === text)

/** The range that most charts have by themselves: what is shown as chosen until somebody chooses. */
export function usualRange(needs: readonly Needs[]): Range {
  const counts = new Map<Range, number>()
  for (const { chart, hours } of needs) {
    const own = chart ? ranges.find(one => one === hours) : undefined
    if (own) counts.set(own, (counts.get(own) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? usual
}

/** Series that can be fetched in one call. */
export interface Window {
  readonly key: string
  readonly hours: number
  readonly points: number
  readonly interfaceIds: readonly string[]
}

/** A sparkline has room for few points; a chart takes all that there are, so that a day of readings is not put together. */
const [sparkPoints, chartPoints] = [90, MAX_POINTS]

/** The window of one widget; undefined for one that needs none. `range` is what the page asks charts for. */
export function windowOf({ chart, hours: own, interfaceIds }: Needs, range: Range | undefined): Window | undefined {
  const hours = chart ? (range ?? own) : own
  const points = chart ? chartPoints : sparkPoints
  return own > 0 ? { key: `${hours}/${points}`, hours, points, interfaceIds } : undefined
}

/** The windows that widgets need together: one for each range and fineness. */
export function windowsOf(needs: readonly Needs[], range: Range | undefined): readonly Window[] {
  const windows = new Map<string, Window>()
  for (const one of needs) {
    const window = windowOf(one, range)
    if (!window) continue
    const ids = new Set([...(windows.get(window.key)?.interfaceIds ?? []), ...window.interfaceIds])
    windows.set(window.key, { ...window, interfaceIds: [...ids].toSorted() })
  }
  return [...windows.values()]
}

/** Every interface once. */
export const interfacesOf = (needs: readonly Needs[]): readonly string[] =>
  [...new Set(needs.flatMap(one => one.interfaceIds))].toSorted()

const minute = 60_000

/** The end of a window: rounded up, so that it is fetched anew once a step and not at every tick. */
export function endOf(now: number, hours: number, live: boolean): number {
  const step = (live ? 5 : 1) * minute * (hours > 48 ? 5 : 1)
  return Math.ceil(now / step) * step
}
