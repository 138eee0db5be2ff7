import { HOUR, longestHold, MAX_SPREAD } from './bucketSums.ts'
import type { RollupSpec, Sample } from './bucketSums.ts'

/** A span of whole hours, ms UTC; `to` is exclusive. */
export interface Window {
  readonly from: number
  readonly to: number
}

const hourOf = (ts: number) => Math.floor(ts / HOUR) * HOUR
/** Late readings that are closer than this share a window. */
const NEAR = 24 * HOUR

export const hoursOf = (from: number, to: number): Window => ({ from: hourOf(from), to: hourOf(to) + HOUR })

/** Windows that contain the late readings. */
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
 * Everything that changes when readings are added to a window. For values that weigh by time and registers this includes the step
 * from the previous reading and the step to the next one.
 */
export function affectedWindows(
  spec: RollupSpec,
  window: Window,
  {
    before,
    after,
    change,
  }: {
    readonly before: Sample | undefined
    readonly after: Sample | undefined
    /** When a register first shows another value than that of `after`: until then it depends on the window what is plausible. */
    readonly change?: number | undefined
  },
): Window[] {
  let { from, to } = window
  const earlier: Window[] = []
  const hold = longestHold(spec)
  if (spec.kind === 'COUNTED') {
    if (before && window.from - before.ts <= MAX_SPREAD) from = hourOf(before.ts)
    if (after && after.ts - window.to <= MAX_SPREAD) to = hourOf(change ?? after.ts) + HOUR
    else if (after) return [{ from, to }, hoursOf(after.ts, after.ts)]
  } else if (hold > 0) {
    if (before && window.from - before.ts <= hold) from = hourOf(before.ts)
    // The reading before may have been the newest one: without a next one it had no weight.
    else if (before) earlier.push(hoursOf(before.ts, before.ts + hold))
    if (after) to = hoursOf(0, Math.min(after.ts, window.to + hold)).to
  }
  return [...earlier, { from, to }]
}
