import type { Change } from './lines.ts'

/** From `from` on, until `to`, a line is held or a rule active. */
export interface Span {
  readonly from: number
  to: number
  /** An input of its first instant began it, before any timer of that instant. */
  readonly atOnce?: boolean
}

/** Which permanence (ms) is in force since when. */
export interface Permanence {
  readonly from: number
  readonly ms: number
}

const OFF_DELAY = 60_000

/** When a condition is held: met for its permanence without a break; released after it was not met for a minute. */
export function heldSpans(changes: readonly Change[], permanences: readonly Permanence[], until: number): readonly Span[] {
  const spans: Span[] = []
  let span: Span | null = null
  let since: number | null = null
  for (const [k, { ts, raw }] of changes.entries()) {
    const end = changes[k + 1]?.ts ?? until + 1
    if (span) {
      // Only what is known to be over, for a minute without a break, is released.
      if (raw === 'FALSE' && ts + OFF_DELAY < end) {
        span.to = Math.floor(ts) + OFF_DELAY
        span = null
        since = null
      }
      continue
    }
    if (raw !== 'TRUE') {
      since = null
      continue
    }
    since ??= ts
    const from = dueOf(since, permanences, end)
    if (from !== null) {
      span = { from, to: Infinity, atOnce: from === since }
      spans.push(span)
    }
  }
  return spans
}

/** The first instant before `end` at which the permanence then in force has passed. */
function dueOf(since: number, permanences: readonly Permanence[], end: number): number | null {
  for (const [k, { from, ms }] of permanences.entries()) {
    const another = permanences[k + 1]?.from ?? Infinity
    const due = Math.max(ms === 0 ? since : Math.floor(since) + ms, from)
    // Met at this very instant it is held at once, whatever else comes.
    if (ms === 0 && due === since && since < another) return since
    if (due < Math.min(another, end)) return due
  }
  return null
}

/** When a rule is active: any line held, or all of them. */
export function activeSpans(lines: readonly (readonly Span[])[], logic: 'ANY' | 'ALL'): readonly Span[] {
  const edges = lines.flatMap(spans => spans.flatMap(({ from, to }) => [from, to])).filter(ts => ts !== Infinity)
  const spans: Span[] = []
  let now: Span | null = null
  for (const ts of [...new Set(edges)].toSorted((a, b) => a - b)) {
    // Readings of an instant come before its timers: what is released then is held with what begins at once.
    const before = ({ from, to, atOnce }: Span) => (from < ts || (from === ts && atOnce === true)) && ts <= to
    const after = ({ from, to }: Span) => from <= ts && ts < to
    for (const isHeld of [before, after]) {
      const active = logic === 'ANY' ? lines.some(all => all.some(isHeld)) : lines.every(all => all.some(isHeld))
      if (active && !now) {
        now = { from: ts, to: Infinity }
        spans.push(now)
      }
      if (!active && now) {
        now.to = ts
        now = null
      }
    }
  }
  return spans
}
