import { coverage, eachItem, rangeOf } from '@steading/contract/box/messages'
import type { Coverage, Data, Range } from '@steading/contract/box/messages'
import type { Value } from '@steading/contract/devices/interfaces'
import type { QuarantineReason } from '@steading/contract/devices/terminals'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import { compareDuplicates } from './duplicates.ts'
import { createFollower } from './follower.ts'
import type { Follower, FollowOptions, Handler } from './follower.ts'
import type { Message } from './groupCommit.ts'
import { acceptMessage, createPreviousReadings } from './intake.ts'
import { POSITION_BLOCK, nextPositionBlock } from './journal.sql.ts'
import { createJournalWriter } from './journalWriter.ts'

import { createLastValues } from '../rollups/lastValues.ts'
import type { LastValues } from '../rollups/lastValues.ts'
import { createPartitions } from '../retention/partitions.ts'
import type { Partitions } from '../retention/partitions.ts'
import { createQuarantine } from './quarantine.ts'
import type { Quarantine } from './quarantine.ts'
import { isGood, isLate, valueOf } from '../reading.ts'
import type { Reading } from '../reading.ts'
import { claimSequences, lastKnownSequence, createSequences } from './sequences.ts'
import type { ClaimedSequences, Epoch } from './sequences.ts'
import { createSpecs } from '../specs.ts'
import type { Specs } from '../specs.ts'
import type { TerminalSpecs } from '../spec.ts'
import { createTail } from './tail.ts'

export interface LiveReading {
  readonly interfaceId: string
  /** ms UTC */
  readonly ts: number
  readonly value: Value
  readonly good: boolean
}

declare module '../../platform/bus.ts' {
  interface Messages {
    /** Committed readings of the live stream. */
    'readings.live': { readonly terminalId: string; readonly readings: readonly LiveReading[] }
    /** Effects of rules on boxes are in the table of effects, up to this position. */
    'effects.stored': { readonly pos: number }
    /** A box sends bad payloads repeatedly, or one that may have cost a reading or an alarm. */
    'quarantine.often': { readonly terminalId: string; readonly count: number }
  }
}

export interface Received {
  readonly terminalId: string
  readonly data: Data
  /** ms UTC */
  readonly receivedAt: number
  /** The last sequence number that the box announced in its hello: a gap may extend up to it. */
  readonly tail?: number
}

export interface Journal {
  readonly part: Part
  /** Resolves when the whole message is committed, exactly once; rejects only while the process shuts down. */
  store(received: Received): Promise<void>
  /** Stored sequence numbers of an epoch, as dn/ack and welcome report them. */
  upTo(terminalId: string, epoch: number): Promise<Coverage>
  /**
   * A box has nothing below `head`: those numbers will never arrive. Accepted up to `tail`, its last number, and up to the last
   * known number of the epoch; false: `head` lies beyond.
   */
  startAt(terminalId: string, epoch: number, head: number, tail: number): Promise<boolean>
  /** Settles all numbers up to this one without storing readings: they belong to another platform. */
  discard(terminalId: string, epoch: number, last: number): Promise<void>
  /** Everything up to this position of the journal is committed. */
  settled(): number
  /** Every follower has processed the journal up to this position. */
  followed(): number
  /** Registers a follower of the journal; to be called before the part starts. */
  follow(name: string, handler: Handler, options?: FollowOptions): Follower
  readonly last: LastValues
  readonly specs: Specs
  readonly quarantine: Quarantine
  readonly partitions: Partitions
}

/** Number of writers; the last digit of a terminal's id decides which one it has. */
const WRITERS = 2
/** Readings in the queues from which on store() waits. */
const MAX_WAITING = 50_000

/** The journal of all readings: accepts messages of boxes, commits them in groups, and runs the followers. */
export function createIngestJournal(world: World): Journal {
  const { ingest, log, bus } = world
  const memory = createPreviousReadings()
  const interfaceSpecs = createSpecs(world, id => memory.live.registers.has(id))
  const storedSequences = createSequences(ingest)
  const quarantined = createQuarantine(world)
  const partitions = createPartitions(world)
  const positions = createTail()
  const last = createLastValues()
  const followers: Follower[] = []
  world.metrics.gauge(
    {
      name: 'journal_follower_lag_positions',
      help: 'Committed positions of the journal that a follower has not processed yet.',
      labels: ['follower'],
    },
    () =>
      followers.map(({ name, cursor }) => ({ labels: { follower: name }, value: Math.max(0, positions.settled() - cursor()) })),
  )
  for (const change of ['interface.changed', 'terminal.reported', 'registers.rebased'] as const)
    bus.on(change, 'journal', ({ terminalId }) => interfaceSpecs.forget(terminalId))
  let capacityWaiters: (() => void)[] = []
  let started = false

  const writers = Array.from({ length: WRITERS }, (_, index) =>
    createJournalWriter({
      world,
      index,
      sequences: storedSequences,
      async begin(readings) {
        await partitions.ensure(readings)
        for (;;) {
          const pos = positions.begin()
          if (pos !== undefined) return pos
          await extendPositions()
        }
      },
      end(pos, { readings, effects }) {
        positions.end(pos, readings, effects.length)
        for (const { wake } of followers) wake()
        if (effects.length > 0) bus.emit('effects.stored', { pos })
        for (const resume of capacityWaiters.splice(0)) resume()
      },
      async reject({ epoch, ...message }, error) {
        log.error({ err: error, terminalId: epoch.terminalId }, 'message of a box refused by the database, quarantined')
        const payload = Buffer.from(JSON.stringify({ e: epoch.epoch, s: message.ranges, r: message.readings }))
        const what = {
          ...quarantineEntry(epoch.terminalId, payload),
          code: 'NOT_STORABLE' as const,
          reason: `refused: ${error.message}`,
        }
        await quarantined
          .put(what)
          .catch((failure: unknown) => log.error({ err: failure }, 'quarantine insert failed, payload lost'))
      },
    }),
  )

  let extending: Promise<void> | undefined
  const extendPositions = () =>
    (extending ??= nextPositionBlock(ingest)
      .then(first => positions.extend(first, POSITION_BLOCK))
      .finally(() => (extending = undefined)))

  const quarantineEntry = (terminalId: string, payload: Uint8Array) => ({
    terminalId,
    topic: 'up/data',
    payload,
    receivedAt: world.clock.now(),
  })

  const isAtCapacity = () => writers.reduce((sum, one) => sum + one.waiting, 0) > MAX_WAITING

  /** Queues a message at its writer; settles with its group. */
  const enqueue = (epoch: Epoch, message: Pick<Message, 'ranges' | 'gaps'> & Partial<Message>) => {
    const settles = new Promise<void>((resolve, reject) => {
      let settled = false
      const settle = (then: () => void) => {
        if (!settled) epoch.waiting--
        settled = true
        then()
      }
      epoch.waiting++
      writers[Number(epoch.terminalId.at(-1)) % WRITERS]!.add({
        readings: [],
        effects: [],
        deviceTimes: [],
        ...message,
        epoch,
        done: () => settle(resolve),
        fail: error => settle(() => reject(error)),
      })
    })
    epoch.last = settles
    return settles
  }

  const settle = async (epoch: Epoch, claimed: ClaimedSequences | null) => {
    if (claimed && claimed.ranges.length + claimed.gaps.length > 0) await enqueue(epoch, claimed)
  }

  const store = async ({ terminalId, data, receivedAt, tail = 0 }: Received): Promise<void> => {
    while (isAtCapacity()) await new Promise<void>(done => capacityWaiters.push(done))
    // What is cached needs no await: most messages are queued synchronously.
    let interfaces = interfaceSpecs.of(terminalId)
    if ('then' in interfaces) interfaces = await interfaces
    if (hasUnknownIndex(data, interfaces)) interfaces = await interfaceSpecs.again(terminalId)
    if (data.h === 1 && interfaces.computedFrom.size > 0) interfaces = await specsAsOf(data, interfaces)
    let epoch = storedSequences.open(terminalId, data.e)
    if ('then' in epoch) epoch = await epoch
    // No await from here to enqueue(): whoever claims numbers queues them.
    const { items, givenUp } = sequencesOf(data)
    const isBeyond = data.gap !== undefined && data.gap[1] > Math.max(lastKnownSequence(epoch), tail, rangeOf(data)?.[1] ?? 0)
    const claimed = claimSequences(epoch, { items, gaps: data.gap && !isBeyond ? [...givenUp, data.gap] : givenUp })
    const quarantineMessage = (code: QuarantineReason, reason: string, severity?: 'LOSS') =>
      quarantined.put({ ...quarantineEntry(terminalId, Buffer.from(JSON.stringify(data))), code, reason }, severity)
    if (claimed === null) return quarantineMessage('TOO_MANY_GAPS', 'too many holes in its numbers')
    const before = epoch.last
    const { items: fresh, revoked, ranges, gaps } = claimed
    const { unknown, ...taken } = acceptMessage(data, receivedAt, interfaces, fresh, memory)
    if (ranges.length + gaps.length > 0)
      await enqueue(epoch, { ...taken, ranges, gaps }).then(() => announce(terminalId, taken.readings, interfaces))
    else await before
    if (isBeyond) await quarantineMessage('GAP_BEYOND', 'the gap reaches beyond every number that the box has shown', 'LOSS')
    if (revoked[0])
      await quarantineMessage(
        'AFTER_GAP',
        `number ${revoked[0][0]} of epoch ${data.e} came after it was declared missing; it is stored`,
        'LOSS',
      )
    if (unknown.size > 0) await quarantineUnknown(terminalId, data, unknown)
    if (countSequences(fresh) < countSequences(items)) {
      const other = await compareDuplicates(ingest, { terminalId, data, receivedAt, fresh, specs: interfaces })
      if (other !== undefined) await quarantineMessage('CHANGED', other)
    }
  }

  /**
   * Late readings are computed from the sources as of their time; one lookup after another, so that messages keep their order.
   */
  let lastLookup: Promise<unknown> = Promise.resolve()
  const specsAsOf = ({ t, r }: Data, interfaces: TerminalSpecs): Promise<TerminalSpecs> => {
    const first = t + r.reduce((least, item) => (item === null ? least : Math.min(least, item[1])), Infinity)
    const lookup = lastLookup.then(() => interfaceSpecs.asOf(interfaces, first))
    lastLookup = lookup.catch(() => undefined) // whoever asked hears of it
    return lookup
  }

  const quarantineUnknown = (terminalId: string, data: Data, unknown: ReadonlySet<number>) =>
    quarantined.putOnce({
      ...quarantineEntry(terminalId, Buffer.from(JSON.stringify(data))),
      code: 'UNKNOWN_INTERFACE',
      reason: `no interface has the index ${[...unknown].toSorted((a, b) => a - b).join(', ')}`,
    })

  const announce = (terminalId: string, readings: readonly Reading[], interfaces: TerminalSpecs) => {
    const live: LiveReading[] = []
    for (const reading of readings) {
      last.take(reading)
      const spec = interfaces.byId.get(reading.interfaceId)
      if (spec && !isLate(reading))
        live.push({
          interfaceId: spec.interfaceId,
          ts: reading.ts,
          value: valueOf(reading, spec),
          good: isGood(reading),
        })
    }
    if (live.length > 0) bus.emit('readings.live', { terminalId, readings: live })
  }

  return {
    store,
    last,
    specs: interfaceSpecs,
    quarantine: quarantined,
    partitions,
    settled: () => positions.settled(),
    followed: () => followers.reduce((least, { cursor }) => Math.min(least, cursor()), positions.settled()),
    async upTo(terminalId, epoch) {
      return coverage.acknowledge((await storedSequences.open(terminalId, epoch)).stored.coverage)
    },
    async startAt(terminalId, epochNumber, head, tail) {
      const epoch = await storedSequences.open(terminalId, epochNumber)
      const last = Math.min(head - 1, Math.max(tail, lastKnownSequence(epoch)))
      await settle(epoch, claimSequences(epoch, { gaps: last > 0 ? [[1, last]] : [] }))
      return last === head - 1
    },
    async discard(terminalId, epochNumber, last) {
      const epoch = await storedSequences.open(terminalId, epochNumber)
      await settle(epoch, claimSequences(epoch, { items: last > 0 ? [[1, last]] : [] }))
    },
    follow(name, handler, options) {
      if (started) throw new Error(`${name} would follow a journal that has started`)
      const newFollower = createFollower(world, positions, name, handler, options)
      followers.push(newFollower)
      return newFollower
    },
    part: {
      name: 'journal',
      async start() {
        started = true
        await partitions.ahead()
        for (const one of writers) await one.start()
        await extendPositions()
        for (const one of followers) await one.start()
      },
      async stop() {
        for (const one of writers) await one.stop()
        for (const one of followers) await one.stop()
      },
      health() {
        const troubles = [...writers, ...followers].map(one => one.trouble()).filter(one => one !== undefined)
        const waiting = writers.reduce((sum, one) => sum + one.waiting, 0)
        return { ok: troubles.length === 0, detail: troubles[0] ?? `${waiting} readings waiting, place ${positions.settled()}` }
      },
    },
  }
}

/** The sequence numbers of a message as ranges: of its items, and of the readings that the box gave up. */
const sequencesOf = (data: Data): { readonly items: readonly Range[]; readonly givenUp: readonly Range[] } => {
  const all = rangeOf(data)
  if (all === null) return { items: [], givenUp: [] }
  if (!data.r.includes(null)) return { items: [all], givenUp: [] }
  const items: Range[] = []
  const add = (seq: number) => {
    const last = items.at(-1)
    if (last?.[1] === seq - 1) items[items.length - 1] = [last[0], seq]
    else items.push([seq, seq])
  }
  eachItem(data, add, add)
  return { items, givenUp: items.reduce<readonly Range[]>(coverage.without, [all]) }
}
const hasUnknownIndex = (data: Data, interfaces: TerminalSpecs) =>
  data.r.some(item => item !== null && !interfaces.byIx.has(item[0]))
const countSequences = (ranges: readonly (readonly [number, number])[]) =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
