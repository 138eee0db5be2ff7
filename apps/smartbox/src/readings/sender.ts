import { coverage, LIMITS } from '@steading/contract/box/messages'
import type { Coverage, Data, MessageOf, Range, Welcome } from '@steading/contract/box/messages'
import type { Clock } from '../platform/clock.ts'
import type { Item } from '../platform/record.ts'
import type { Store } from '../platform/store.ts'
import type { BoxTime } from '../platform/time.ts'
import { makeBatch, settled, wholeLimits } from './batch.ts'
import type { BatchLimits, Stamp } from './batch.ts'

/**
 * Empties the store into the platform: the present first, history beside it, at most eight batches without an answer. What the
 * platform holds is known by its own word alone.
 */
export interface Sender {
  opened(welcome: Welcome): void
  closed(): void
  /** The clock is set: what waits may go out dated well. */
  synced(): void
  acknowledged(ack: MessageOf<'dn/ack'>): void
  /** Whether the platform said that it has this number. */
  isHeld(seq: number): boolean
  /** Something was appended. */
  poke(): void
}

/** Batches of history under way at most, so that they never stand long before the present. */
const HISTORY_WINDOW = 3
/** ms that a clock answer is waited for before anything is sent. */
const CLOCK_WITHIN = 5000
/** ms that the readings of one round of samples, and what rules make of them, are gathered. */
const GATHER = 100

interface Flight {
  range: Range
  readonly isHistory: boolean
  wait: number
  cancel: () => void
}

export const createSender = (store: Store, time: BoxTime, clock: Clock, publish: (data: Data) => boolean): Sender => {
  let acknowledged: Coverage = coverage.from(1)
  let liveFrom = 1
  let isReady = false
  let limits: BatchLimits = wholeLimits
  let window: number = LIMITS.window
  let flights: Flight[] = []
  /** First number that was stamped after the clock was set; what this run stamped before can be dated anew. */
  let setAt: number | null = null
  /** Something of that went out as it was: the rest stays so too. */
  let isFrozen = false
  let cancelWait = () => {}
  let cancelGather: (() => void) | null = null

  const stamp = (item: Item): Stamp => {
    if (item.seq < store.begun || item.q === 2) return item
    if (setAt !== null && item.seq < setAt && !isFrozen) return { ts: Math.max(0, item.ts + time.correction()), q: 2 }
    if (setAt === null) isFrozen = true
    return item.q === 0 ? { ts: item.ts, q: 0, age: time.since(item.ts) } : item
  }

  /** Sends the first batch of a range; null: the session is gone. */
  const send = ([from, to]: Range, isHistory: boolean): Range | null => {
    const batch = makeBatch([from, to], store.read(from, to, limits.readings), stamp, limits)
    const dropped = store.dropped()
    const data: Data = { v: 1, e: store.epoch, h: isHistory ? 1 : 0, ...batch, ...(dropped > 0 && { dropped }) }
    return publish(data) ? settled(data) : null
  }

  const watch = (flight: Flight) => {
    flight.cancel = clock.after(flight.wait, () => {
      const [missing] = coverage.lacking(acknowledged, flight.range)
      const sent = missing && send(missing, flight.isHistory)
      if (!sent) return land(flight)
      flight.range = sent
      flight.wait = Math.min(flight.wait * 2, LIMITS.resend.most)
      watch(flight)
    })
  }

  const land = (flight: Flight) => {
    flight.cancel()
    flights = flights.filter(one => one !== flight)
    pump()
  }

  const waiting = (first: number, last: number): Range | undefined =>
    flights.reduce<readonly Range[]>(
      (left, { range }) => coverage.without(left, range),
      coverage.lacking(acknowledged, [first, last]),
    )[0]

  const pump = () => {
    while (flights.length < window) {
      if (!isReady) return
      const live = waiting(Math.max(liveFrom, store.head()), store.tail())
      const mayPast = live === undefined && flights.filter(one => one.isHistory).length < HISTORY_WINDOW
      const range = live ?? (mayPast ? waiting(store.head(), Math.min(liveFrom - 1, store.tail())) : undefined)
      if (!range) return
      const sent = send(range, range !== live)
      if (!sent) return
      const flight: Flight = { range: sent, isHistory: range !== live, wait: LIMITS.resend.first, cancel: () => {} }
      flights.push(flight)
      watch(flight)
    }
  }

  const begin = () => {
    cancelWait()
    isReady = true
    pump()
  }

  const ground = () => {
    cancelWait()
    for (const flight of flights) flight.cancel()
    flights = []
    isReady = false
  }

  return {
    opened: welcome => {
      ground()
      const isOurs = welcome.ackEpoch === store.epoch
      // A platform that knows more than we do: this store is an old copy. Its numbers are taken.
      if (isOurs && welcome.ackUpTo > store.tail()) store.skip(welcome.ackUpTo)
      acknowledged = isOurs ? { upTo: welcome.ackUpTo, miss: welcome.miss ?? [] } : coverage.from(store.head())
      liveFrom = store.tail() + 1
      limits = {
        readings: Math.min(LIMITS.readings, welcome.limits.readings ?? LIMITS.readings) || 1,
        bytes: Math.min(LIMITS.batchBytes, welcome.limits.bytes ?? LIMITS.batchBytes),
      }
      window = Math.min(LIMITS.window, welcome.limits.window ?? LIMITS.window) || 1
      store.release(acknowledged)
      if (time.quality() === 2) begin()
      else cancelWait = clock.after(CLOCK_WITHIN, begin)
    },
    closed: ground,
    synced: () => {
      setAt ??= store.tail() + 1
      if (!isReady) begin()
    },
    acknowledged: ({ e, upTo, miss }) => {
      if (e !== store.epoch) return
      acknowledged = { upTo, miss: miss ?? [] }
      for (const flight of flights) if (coverage.covers(acknowledged, flight.range)) flight.cancel()
      flights = flights.filter(flight => !coverage.covers(acknowledged, flight.range))
      store.release(acknowledged)
      pump()
    },
    isHeld: seq => coverage.covers(acknowledged, [seq, seq]),
    poke: () => {
      cancelGather ??= clock.after(GATHER, () => {
        cancelGather = null
        pump()
      })
    },
  }
}
