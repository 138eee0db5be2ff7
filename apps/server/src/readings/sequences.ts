import { coverage } from '@steading/contract/box'
import type { Coverage, Range } from '@steading/contract/box'
import type { World } from '../platform/world.ts'
import { storedRanges } from './sequences.sql.ts'
import type { StoredRanges } from './sequences.sql.ts'

/** Numbers that are settled: `coverage` by their items or by a gap, `gaps` those of it that were only declared missing. */
interface Settled {
  readonly coverage: Coverage
  readonly gaps: readonly Range[]
}

/** What of one epoch of one box is stored, and what is on its way into the journal. */
export interface Epoch {
  readonly terminalId: string
  readonly epoch: number
  /** Committed. */
  stored: Settled
  /** Committed or on its way. */
  claimed: Settled
  /** Settles with the newest message on its way. */
  last: Promise<void>
  waiting: number
}

/** A box that tears more holes than this into its numbers is no box. */
const MAX_HOLES = 1_000
/** Gaps of an epoch that are remembered as such; later ones are settled for good. Bounds the row that each commit rewrites. */
const MAX_GAPS = 1_000
const MAX_EPOCHS = 20_000

export interface Sequences {
  /** At once, and not as a promise, when it is known. */
  open(terminalId: string, epoch: number): Epoch | Promise<Epoch>
  /** Reads again what is stored, when the database knows more than the memory. */
  reload(epoch: Epoch): Promise<void>
}

export function sequences(pool: World['ingest']): Sequences {
  const epochs = new Map<string, Epoch | Promise<Epoch>>()

  const load = async (key: string, terminalId: string, epoch: number): Promise<Epoch> => {
    const stored = settled(await storedRanges(pool, terminalId, epoch))
    const made = { terminalId, epoch, stored, claimed: stored, last: Promise.resolve(), waiting: 0 }
    epochs.set(key, made)
    return made
  }
  /** Memory keeps the epochs opened last; those with messages on their way stay. */
  const makeRoom = () => {
    for (const [key, epoch] of epochs) {
      if (epochs.size < MAX_EPOCHS) return
      if ('waiting' in epoch && epoch.waiting === 0) epochs.delete(key)
    }
  }

  return {
    open(terminalId, epoch) {
      const key = `${terminalId}/${epoch}`
      const held = epochs.get(key)
      if (held) return held
      makeRoom()
      const loading = load(key, terminalId, epoch)
      epochs.set(key, loading)
      loading.catch(() => epochs.delete(key))
      return loading
    },
    async reload(epoch) {
      epoch.stored = settled(await storedRanges(pool, epoch.terminalId, epoch.epoch))
    },
  }
}

const NOTHING: Coverage = { upTo: 0, miss: [] }
const settled = ({ stored, gaps }: StoredRanges): Settled => ({ coverage: stored.reduce(coverage.cover, NOTHING), gaps })

const overlap = (ranges: readonly Range[], [first, last]: Range): Range[] =>
  ranges.flatMap(([a, b]) => (a <= last && b >= first ? [[Math.max(a, first), Math.min(b, last)] as const] : []))

/** The gaps after these numbers came as items, and these were declared missing. */
export const gapsAfter = (gaps: readonly Range[], items: readonly Range[], declared: readonly Range[]): Range[] => [
  ...items.reduce<readonly Range[]>(coverage.without, gaps),
  ...declared,
]

/** The last number of the epoch that is known, stored or on its way. */
export const lastKnown = ({ claimed }: Epoch): number => claimed.coverage.upTo

/** Numbers of a message that are new. */
export interface Claimed {
  /** Of its items. */
  readonly items: readonly Range[]
  /** Those of `items` that were declared missing before. */
  readonly revoked: readonly Range[]
  /** To be settled for good: `items`, and a gap that is not remembered. */
  readonly ranges: readonly Range[]
  /** To be settled until they come after all. */
  readonly gaps: readonly Range[]
}

/** Takes the numbers of items and gaps that nobody has claimed; null when they would tear too many holes. */
export function claim(
  epoch: Epoch,
  { items = [], gaps = [] }: { items?: readonly Range[]; gaps?: readonly Range[] },
): Claimed | null {
  const { claimed } = epoch
  const revoked = items.flatMap(range => overlap(claimed.gaps, range))
  const fresh = items.flatMap(range => coverage.lacking(claimed.coverage, range))
  const withItems = items.reduce(coverage.cover, claimed.coverage)
  const declared = gaps.flatMap(range => coverage.lacking(withItems, range))
  const after = declared.reduce(coverage.cover, withItems)
  if (after.miss.length > MAX_HOLES && after.miss.length > claimed.coverage.miss.length) return null
  const own = [...fresh, ...revoked]
  const known = gapsAfter(claimed.gaps, revoked, declared)
  const isRemembered = known.length <= MAX_GAPS
  epoch.claimed = { coverage: after, gaps: isRemembered ? known : gapsAfter(claimed.gaps, revoked, []) }
  const rest = isRemembered ? { ranges: own, gaps: declared } : { ranges: [...own, ...declared], gaps: [] }
  return { items: own, revoked, ...rest }
}

/** Of these ranges what the database does not hold yet; a gap holds nothing. */
export const lacking = ({ stored }: Epoch, ranges: readonly Range[]): Range[] =>
  ranges.flatMap(range => [...coverage.lacking(stored.coverage, range), ...overlap(stored.gaps, range)])

export function commit(epoch: Epoch, ranges: readonly Range[], gaps: readonly Range[]) {
  epoch.stored = {
    coverage: [...ranges, ...gaps].reduce(coverage.cover, epoch.stored.coverage),
    gaps: gapsAfter(epoch.stored.gaps, ranges, gaps),
  }
}
