import { coverage } from '@steading/contract/box/messages'
import type { Coverage, Range } from '@steading/contract/box/messages'
import type { World } from '../../platform/world.ts'
import { storedRanges } from './sequences.sql.ts'
import type { StoredRanges } from './sequences.sql.ts'

/** Settled sequence numbers: `coverage` by items or by gaps, `gaps` those of it that were only declared missing. */
interface SettledSequences {
  readonly coverage: Coverage
  readonly gaps: readonly Range[]
}

/** What is stored of one epoch of a box, and what is in flight. */
export interface Epoch {
  readonly terminalId: string
  readonly epoch: number
  /** Committed. */
  stored: SettledSequences
  /** Committed or in flight. */
  claimed: SettledSequences
  /** Settles with the newest message in flight. */
  last: Promise<void>
  waiting: number
}

/** Most holes in the numbers of an epoch: more are an attack or an error. */
const MAX_HOLES = 1_000
/** Most gaps of an epoch that are stored as such; later ones are settled for good. Bounds the row that each commit rewrites. */
const MAX_GAPS = 1_000
const MAX_EPOCHS = 20_000

export interface Sequences {
  /** Synchronous if it is cached. */
  open(terminalId: string, epoch: number): Epoch | Promise<Epoch>
  /** Reloads what is stored, if the database is ahead of the memory. */
  reload(epoch: Epoch): Promise<void>
}

export function createSequences(pool: World['ingest']): Sequences {
  const epochs = new Map<string, Epoch | Promise<Epoch>>()

  const load = async (key: string, terminalId: string, epoch: number): Promise<Epoch> => {
    const stored = settled(await storedRanges(pool, terminalId, epoch))
    const loaded = { terminalId, epoch, stored, claimed: stored, last: Promise.resolve(), waiting: 0 }
    epochs.set(key, loaded)
    return loaded
  }
  /** Evicts the epochs that were opened first; those with messages in flight stay. */
  const evictEpochs = () => {
    for (const [key, epoch] of epochs) {
      if (epochs.size < MAX_EPOCHS) return
      if ('waiting' in epoch && epoch.waiting === 0) epochs.delete(key)
    }
  }

  return {
    open(terminalId, epoch) {
      const key = `${terminalId}/${epoch}`
      const cached = epochs.get(key)
      if (cached) return cached
      evictEpochs()
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

const NO_COVERAGE: Coverage = { upTo: 0, miss: [] }
const settled = ({ stored, gaps }: StoredRanges): SettledSequences => ({
  coverage: stored.reduce(coverage.cover, NO_COVERAGE),
  gaps,
})

const overlap = (ranges: readonly Range[], [first, last]: Range): Range[] =>
  ranges.flatMap(([a, b]) => (a <= last && b >= first ? [[Math.max(a, first), Math.min(b, last)] as const] : []))

/** The gaps after these items arrived and these numbers were declared missing. */
export const gapsAfter = (gaps: readonly Range[], items: readonly Range[], declared: readonly Range[]): Range[] => [
  ...items.reduce<readonly Range[]>(coverage.without, gaps),
  ...declared,
]

/** The last known number of the epoch, stored or in flight. */
export const lastKnownSequence = ({ claimed }: Epoch): number => claimed.coverage.upTo

/** The new sequence numbers of a message. */
export interface ClaimedSequences {
  /** Numbers of its items. */
  readonly items: readonly Range[]
  /** Those of `items` that were declared missing before. */
  readonly revoked: readonly Range[]
  /** Settled for good: `items`, and gaps that are not stored as such. */
  readonly ranges: readonly Range[]
  /** Settled until their items arrive after all. */
  readonly gaps: readonly Range[]
}

/** Claims the numbers of items and gaps that are not claimed yet; null: they would leave too many holes. */
export function claimSequences(
  epoch: Epoch,
  { items = [], gaps = [] }: { items?: readonly Range[]; gaps?: readonly Range[] },
): ClaimedSequences | null {
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

/** The parts of these ranges that the database does not have; a declared gap counts as missing. */
export const missingRanges = ({ stored }: Epoch, ranges: readonly Range[]): Range[] =>
  ranges.flatMap(range => [...coverage.lacking(stored.coverage, range), ...overlap(stored.gaps, range)])

export function commitSequences(epoch: Epoch, ranges: readonly Range[], gaps: readonly Range[]) {
  epoch.stored = {
    coverage: [...ranges, ...gaps].reduce(coverage.cover, epoch.stored.coverage),
    gaps: gapsAfter(epoch.stored.gaps, ranges, gaps),
  }
}
