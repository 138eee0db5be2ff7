import { setTimeout as pause } from 'node:timers/promises'
import { measureSlowdown } from '../../tools/testing/slowdown.ts'

/** How slow this machine is beside what else runs on it. */
const SLOWDOWN = measureSlowdown()

/** Waits until it holds; false when it does not in so many seconds of a quiet machine. */
export async function until(holds: () => boolean | Promise<boolean>, seconds: number, every = 20): Promise<boolean> {
  const end = performance.now() + seconds * SLOWDOWN * 1000
  while (!(await holds())) {
    if (performance.now() > end) return false
    await pause(every)
  }
  return true
}

/** As until(), but it must come. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  if (!(await until(holds, seconds))) throw new Error(`in vain, for ${Math.round(seconds * SLOWDOWN)} s: ${what}`)
}

/** The smallest figure that at least this share of all do not exceed; 0 of none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
