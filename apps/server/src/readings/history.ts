import type { Spec } from './specs.ts'

/** The reading before, in the same lane of the same interface. */
export interface Before {
  ts: number
  value: number | string | null
}

/** ms that a sample may come early. Boxes sample in whole seconds: half of one is trembling, not another period. */
const EARLY = 500

/**
 * Does a reading belong to the history? Of a time interval the first reading does, and any that comes an interval after the
 * one before: a box that samples as often as is kept may strike a slot at both its ends, and the next one not at all.
 */
export function belongsToHistory(
  { history, historySeconds }: Pick<Spec, 'history' | 'historySeconds'>,
  before: Before | undefined,
  ts: number,
  value: Before['value'],
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
        before === undefined || Math.floor(before.ts / slot) !== Math.floor(ts / slot) || Math.abs(ts - before.ts) >= slot - EARLY
      )
    }
  }
}
