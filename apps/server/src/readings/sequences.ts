import { coverage } from '@steading/contract/box'
import type { Coverage, Range } from '@steading/contract/box'
import type { World } from '../platform/world.ts'
import { storedRanges } from './sequences.sql.ts'

/** What of one epoch of one box is stored, and what is on its way into the journal. */
export interface Epoch {
  readonly terminalId: string
  readonly epoch: number
  /** Committed. */
  stored: Coverage
  /** Committed or on its way. */
  claimed: Coverage
  /** Settles with the newest message on its way. */
  last: Promise<void>
  waiting: number
}

/** A box that tears more holes than this into its numbers is no box. */
const MAX_HOLES = 1_000
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
    const stored = covering(await storedRanges(pool, terminalId, epoch))
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
      epoch.stored = covering(await storedRanges(pool, epoch.terminalId, epoch.epoch))
    },
  }
}

const NOTHING: Coverage = { upTo: 0, miss: [] }
const covering = (ranges: readonly Range[]): Coverage => ranges.reduce(coverage.cover, NOTHING)

/** Takes the numbers of these ranges that nobody has claimed; null when they would tear too many holes. */
export function claim(epoch: Epoch, ranges: readonly Range[]): Range[] | null {
  const fresh: Range[] = []
  let claimed = epoch.claimed
  for (const range of ranges) {
    fresh.push(...coverage.lacking(claimed, range))
    claimed = coverage.cover(claimed, range)
  }
  if (claimed.miss.length > MAX_HOLES && claimed.miss.length > epoch.claimed.miss.length) return null
  epoch.claimed = claimed
  return fresh
}

/** Of these ranges what the database does not hold yet. */
export const lacking = (epoch: Epoch, ranges: readonly Range[]): Range[] =>
  ranges.flatMap(range => coverage.lacking(epoch.stored, range))

export function commit(epoch: Epoch, ranges: readonly Range[]) {
  for (const range of ranges) epoch.stored = coverage.cover(epoch.stored, range)
}
