import type { Spec } from './specs.ts'

/** The reading before, in the same lane of the same interface. */
export interface Before {
  ts: number
  value: number | string | null
}

/** Does a reading belong to the history? Of a time interval the first reading does. */
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
      return before === undefined || Math.floor(before.ts / slot) !== Math.floor(ts / slot)
    }
  }
}
