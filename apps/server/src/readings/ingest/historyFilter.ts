import type { Spec, PreviousReading } from '../spec.ts'

/** Tolerance for early samples, ms. Boxes sample in whole seconds: half a second is jitter, not another period. */
const MAX_EARLY_MS = 500

/**
 * Does a reading belong to the history? In the mode TIME_INTERVAL the first reading of each interval does, and any that follows
 * the previous one by an interval: a box that samples at that rate may hit an interval twice and miss the next one.
 */
export function belongsToHistory(
  { history, historySeconds }: Pick<Spec, 'history' | 'historySeconds'>,
  before: PreviousReading | undefined,
  ts: number,
  value: PreviousReading['value'],
): boolean {
  switch (history) {
    case 'NO_HISTORY':
      return false
    case 'ALL_VALUES':
      return true
    case 'DIFFERENT_VALUES':
      return before === undefined || before.value !== value
    case 'TIME_INTERVAL': {
      const slot = historySeconds * 1000
      return (
        before === undefined ||
        Math.floor(before.ts / slot) !== Math.floor(ts / slot) ||
        Math.abs(ts - before.ts) >= slot - MAX_EARLY_MS
      )
    }
  }
}
