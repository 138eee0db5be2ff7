import { HELD_FOR, HOUR, SPREAD_FOR } from './cells.ts'
import type { Sample } from './cells.ts'
import type { RollupKind } from './specs.ts'

/** A span of whole hours, ms UTC; `to` lies outside. */
export interface Window {
  readonly from: number
  readonly to: number
}

const hourOf = (ts: number) => Math.floor(ts / HOUR) * HOUR
/** Late readings nearer than this are looked after together. */
const NEAR = 24 * HOUR

export const hoursOf = (from: number, to: number): Window => ({ from: hourOf(from), to: hourOf(to) + HOUR })

/** The spans that late readings fall into. */
export function windowsOf(times: readonly number[]): Window[] {
  const windows: { from: number; to: number }[] = []
  for (const ts of times.toSorted((a, b) => a - b)) {
    const { from, to } = hoursOf(ts, ts)
    const open = windows.at(-1)
    if (open && from - open.to < NEAR) open.to = Math.max(open.to, to)
    else windows.push({ from, to })
  }
  return windows
}

/**
 * All that changes when readings come into a window: of values that are held and of registers also what was booked from the
 * reading before, and up to the one after.
 */
export function reachOf(kind: RollupKind, window: Window, before: Sample | undefined, after: Sample | undefined): Window[] {
  let { from, to } = window
  if (kind === 'HELD') {
    if (before && window.from - before.ts <= HELD_FOR) from = hourOf(before.ts)
    if (after) to = hoursOf(0, Math.min(after.ts, window.to + HELD_FOR)).to
  } else if (kind === 'COUNTED') {
    if (before && window.from - before.ts <= SPREAD_FOR) from = hourOf(before.ts)
    if (after && after.ts - window.to <= SPREAD_FOR) to = hourOf(after.ts) + HOUR
    else if (after) return [{ from, to }, hoursOf(after.ts, after.ts)]
  }
  return [{ from, to }]
}
