import { LIMITS } from '@steading/contract/box/messages'
import type { Data, AnyRuleEffect } from '@steading/contract/box/messages'
import { coverage } from '@steading/contract/box/messages'
import type { Item } from '../platform/record.ts'

/** How an item is dated on the wire. */
export interface Stamp {
  readonly ts: number
  readonly q: 0 | 1 | 2
  /** With q 0: ms since then by the monotonic clock, where it is known. */
  readonly age?: number
}

export interface BatchLimits {
  readonly readings: number
  readonly bytes: number
}

/** A hole up to so long travels as nulls inside a batch, a longer one as a gap. */
const SHORT_HOLE = 16
const MAX_OFFSET = 2 ** 31 - 1
/** Bytes of all members but the items. */
const ENVELOPE = 200

/**
 * The first batch that explains numbers from..to: items as they stand, short holes as nulls, a long one as a gap behind them.
 * @param items the first items of from..to, ascending; fewer than limits.readings means that there are no more
 */
export const makeBatch = (
  [from, to]: coverage.Range,
  items: readonly Item[],
  stamp: (item: Item) => Stamp,
  limits: BatchLimits,
): Omit<Data, 'v' | 'e' | 'h'> => {
  const first = items[0]
  if (!first || first.seq - from > SHORT_HOLE) {
    const gap: [number, number] = [from, first ? first.seq - 1 : to]
    return { s: from, t: 0, q: 1, r: [], gap }
  }
  const { ts: t, q, age } = stamp(first)
  const r: NonNullable<Data['r']>[number][] = []
  const x: [number, number, AnyRuleEffect][] = []
  let bytes = ENVELOPE
  let length = 0
  let next = 0
  for (; next < items.length; next++) {
    const item = items[next]!
    const hole = item.seq - from - length
    const at = stamp(item)
    const offset = at.ts - t
    bytes += 5 * hole + 24 + (typeof item.value === 'string' ? Buffer.byteLength(JSON.stringify(item.value)) : 24)
    const fits = length + hole + 1 <= limits.readings && bytes <= limits.bytes
    if (length > 0 && (hole > SHORT_HOLE || !fits || at.q !== q || Math.abs(offset) > MAX_OFFSET)) break
    for (let k = 0; k < hole; k++) r.push(null)
    length += hole + 1
    // safe: only rules append events, as the JSON of one
    if (item.isEvent) x.push([length - 1, offset, JSON.parse(String(item.value)) as AnyRuleEffect])
    else r.push([item.ix, offset, item.value])
  }
  // What follows the last item is a gap if the next item is far, or if there is none in the range.
  const following = items[next]
  const nextSeq = from + length
  const end = following ? following.seq - 1 : items.length < limits.readings ? to : nextSeq - 1
  const gap: [number, number] | null = end - nextSeq + 1 > (following ? SHORT_HOLE : 0) ? [nextSeq, end] : null
  return { s: from, t, q, r, ...(x.length > 0 && { x }), ...(gap && { gap }), ...(q === 0 && age !== undefined && { m: age }) }
}

/** The numbers that a batch settles, its gap included. */
export const settled = ({ s, r, x, gap }: Pick<Data, 's' | 'r' | 'x' | 'gap'>): coverage.Range => {
  const last = s + r.length + (x?.length ?? 0) - 1
  return [s, gap ? Math.max(last, gap[1]) : last]
}

export const wholeLimits: BatchLimits = { readings: LIMITS.readings, bytes: LIMITS.batchBytes }
