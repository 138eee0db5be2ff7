import type { LocalDay } from './figures.ts'

/** An effective entry of feed, with what its type says. */
export interface FeedEntry {
  /** Epoch ms. */
  readonly at: number
  readonly medicated: boolean
  /** Whole days after the last day of this feed on which animals may not be sold; 0: none. */
  readonly withdrawalDays: number
}

/**
 * The first local day on which animals may be sold; null if no feed with a withdrawal period was given up to `at`. The current feed is the type of
 * the latest entry, until an entry of another type; of two at one instant the medicated one. What is left of it in the silo is not
 * considered. The last day of a medicated feed is the one on which the other type arrives, or the day of `at` while it is
 * current; the withdrawal days begin with the day after it, and the sale is allowed on the day after the last of them. Entries
 * after `at` do not count. Source: domain §5, "Transactions".
 */
export function firstSaleDay(entries: readonly FeedEntry[], at: number, localDay: LocalDay): number | null {
  const ordered = entries.filter(entry => entry.at <= at).sort((a, b) => a.at - b.at || Number(a.medicated) - Number(b.medicated))
  let first: number | null = null
  for (const [index, { medicated, withdrawalDays }] of ordered.entries()) {
    if (!medicated || withdrawalDays === 0) continue
    // Further entries of the same type only move the end on.
    first = Math.max(first ?? -Infinity, localDay(ordered[index + 1]?.at ?? at) + withdrawalDays + 1)
  }
  return first
}

/** What animals were fed in one batch until they left it, or were sold. */
export interface FeedHistory {
  /** Epoch ms. */
  readonly until: number
  readonly entries: readonly FeedEntry[]
}

/**
 * The day to name with WITHDRAWAL_PERIOD_NOT_OVER, null if a sale at `at` is allowed. A transfer ends no withdrawal period: the
 * batches that animals came from count up to the day on which they left.
 */
export function withdrawalRefusal(histories: readonly FeedHistory[], at: number, localDay: LocalDay): number | null {
  const days = histories.flatMap(({ entries, until }) => firstSaleDay(entries, until, localDay) ?? [])
  const first = Math.max(-Infinity, ...days)
  return localDay(at) < first ? first : null
}
