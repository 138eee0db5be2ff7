import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { coverage } from '@steading/contract/box/messages'
import type { Coverage } from '@steading/contract/box/messages'
import { z } from 'zod'
import { loadJson, makeFolder, removeFile, saveJson } from './files.ts'
import type { Item } from './record.ts'
import { createSegment, findSegments, LAST_LEVEL, loadItems, removeSegment, SEGMENT_RECORDS, thinSegment } from './segment.ts'
import type { OpenSegment, Segment } from './segment.ts'

/** What the box keeps until the platform says that it is stored: readings and doings of rules under ascending numbers. */
export interface Store {
  readonly epoch: number
  /** Starts of the box, this one included. */
  readonly boot: number
  /** UTC ms that was seen by an earlier run; 0 for a new store. */
  readonly seen: number
  /** First number of this run. */
  readonly begun: number
  /** First number that may still be here; tail() + 1 when there is none. */
  head(): number
  /** The last number that was used. */
  tail(): number
  /** Readings given up since the epoch began. */
  dropped(): number
  /** Takes the next numbers; answers the first. Throws when the disk does, and the numbers are lost. */
  append(items: readonly Omit<Item, 'seq'>[]): number
  /** Up to `most` of the items from..to, ascending; numbers without an item are left out. */
  read(from: number, to: number, most: number): Item[]
  /** Lets go of what the platform holds. */
  release(acknowledged: Coverage): void
  /** Numbers up to this one were used elsewhere: never use them here. */
  skip(upTo: number): void
  /** Forces to disk what was appended. */
  sync(): Promise<void>
  /** For good: the next start goes on with the next number. */
  close(): void
}

/** Numbers that are written down as used before they are. */
const BLOCK = 1000

const Meta = z.object({
  epoch: z.int().min(1),
  boot: z.int().min(0),
  /** Every number up to here may have been used. */
  block: z.int().min(0),
  /** After a clean end: the next number. */
  next: z.int().min(1).optional(),
  dropped: z.int().min(0),
  seen: z.number().min(0),
})
type Meta = z.infer<typeof Meta>

export interface StoreOptions {
  /** Records kept; 64 interfaces a minute for two weeks by default, 31 MB. */
  readonly most?: number
  /** 1 … 2³¹ − 1, for a new store. */
  readonly newEpoch: () => number
  readonly now: () => number
}

export const openStore = (folder: string, { most = 1_300_000, newEpoch, now }: StoreOptions): Store => {
  makeFolder(folder)
  const metaPath = join(folder, 'store.json')
  const found = loadJson(metaPath, Meta)
  // Without its book-keeping a store is a new one: numbers could be used twice.
  if (found === null) for (const file of readdirSync(folder)) if (/\.(rec|txt)$/.test(file)) removeFile(join(folder, file))
  let meta: Meta = found === null ? { epoch: newEpoch(), boot: 0, block: 0, next: 1, dropped: 0, seen: 0 } : found

  const old = findSegments(folder)
  // A crash leaves the rest of the block unknown: it is skipped, and what is skipped is a gap.
  let next = Math.max(meta.next ?? meta.block + 1, (old.at(-1)?.last ?? 0) + 1)
  const { seen } = meta
  const begun = next
  let recordCount = old.reduce((sum, segment) => sum + segment.count, 0)
  let current: OpenSegment | null = null
  let cached: { readonly segment: Segment; readonly items: readonly Item[] } | null = null

  const save = (change: Partial<Meta>) => {
    const changed = { ...meta, ...change, seen: Math.max(meta.seen, now()) }
    saveJson(metaPath, changed)
    meta = changed
  }
  const { next: _, ...running } = meta
  meta = running
  save({ boot: meta.boot + 1, block: next - 1 + BLOCK })
  const newest = old.at(-1)
  if (newest) newest.last = next - 1

  const itemsOf = (segment: Segment): readonly Item[] => {
    if (cached?.segment !== segment) cached = { segment, items: loadItems(folder, segment) }
    return cached.items
  }

  const leave = () => {
    if (!current) return
    const { first, count } = current
    current.close()
    current = null
    if (count > 0) old.push({ first, last: next - 1, level: 0, count })
    else removeSegment(folder, { first, level: 0 })
  }

  /** Makes room at the old end: the least thinned segment first, and of those the oldest. */
  const thin = () => {
    while (recordCount > most && old.length > 0) {
      const level = Math.min(...old.map(segment => segment.level))
      const segment = old.find(one => one.level === level)!
      if (level >= LAST_LEVEL) {
        // Nothing but events of rules is left: the oldest go.
        removeSegment(folder, segment)
        old.shift()
        recordCount -= segment.count
        save({ dropped: meta.dropped + segment.count })
        continue
      }
      const gone = thinSegment(folder, segment)
      cached = null
      recordCount -= gone
      if (segment.count === 0) {
        removeSegment(folder, segment)
        old.splice(old.indexOf(segment), 1)
      }
      save({ dropped: meta.dropped + gone })
    }
  }

  /** Room for at most `want` items in the open segment; opens one where needed. */
  const room = (want: number): readonly [OpenSegment, number] => {
    if (current?.isFull() === true) leave()
    if (next + want - 1 > meta.block) save({ block: next - 1 + Math.max(want, BLOCK) })
    current ??= createSegment(folder, next)
    return [current, Math.min(want, SEGMENT_RECORDS - current.count)]
  }

  return {
    epoch: meta.epoch,
    boot: meta.boot,
    seen,
    begun,
    head: () => old[0]?.first ?? (current && current.count > 0 ? current.first : next),
    tail: () => next - 1,
    dropped: () => meta.dropped,
    append: items => {
      const first = next
      for (let at = 0; at < items.length;) {
        const [segment, fits] = room(items.length - at)
        try {
          segment.append(items.slice(at, at + fits))
        } catch (error) {
          // Half of it may stand on disk: never use these numbers or this segment again.
          next += fits
          leave()
          throw error
        }
        next += fits
        at += fits
        recordCount += fits
      }
      if (recordCount > most) thin()
      return first
    },
    read: (from, to, most) => {
      const items: Item[] = []
      for (let k = firstFrom(old, from); k < old.length && items.length < most; k++) {
        const segment = old[k]!
        if (segment.first > to) break
        for (const item of itemsOf(segment)) {
          if (item.seq > to || items.length >= most) break
          if (item.seq >= from) items.push(item)
        }
      }
      return current ? items.concat(current.items(from, to, most - items.length)) : items
    },
    release: acknowledged => {
      for (let k = old.length - 1; k >= 0; k--) {
        const segment = old[k]!
        if (!coverage.covers(acknowledged, [segment.first, segment.last])) continue
        removeSegment(folder, segment)
        recordCount -= segment.count
        old.splice(k, 1)
        cached = null
      }
    },
    skip: upTo => {
      if (upTo < next) return
      save({ block: upTo + BLOCK })
      leave()
      next = upTo + 1
    },
    sync: () =>
      new Promise((resolve, reject) => {
        if (current) current.sync(error => (error ? reject(error) : resolve()))
        else resolve()
      }),
    close: () => {
      leave()
      save({ next })
    },
  }
}

/** Index of the segment that holds `seq`, or of the first one behind it. */
const firstFrom = (segments: readonly Segment[], seq: number): number => {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.first <= seq) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
