import { coverage, eachItem, rangeOf } from '@steading/contract/box'
import type { Coverage, Data, Range } from '@steading/contract/box'
import type { Value } from '@steading/contract/interfaces'
import type { QuarantineReason } from '@steading/contract/terminals'
import { systemActor } from '../platform/actor.ts'
import type { Part, World } from '../platform/world.ts'
import { noteBases } from './bases.sql.ts'
import { compareDuplicates } from './duplicates.ts'
import { follower } from './follow.ts'
import type { Follower, FollowOptions, Handler } from './follow.ts'
import type { Message } from './group.ts'
import { intake } from './intake.ts'
import type { Memory } from './intake.ts'
import { BLOCK, nextBlock } from './journal.sql.ts'
import { lane } from './lane.ts'

import { lastValues } from './last.ts'
import type { LastValues } from './last.ts'
import { months } from './months.ts'
import type { Months } from './months.ts'
import { quarantine } from './quarantine.ts'
import type { Quarantine } from './quarantine.ts'
import { isGood, isLate, valueOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { claim, lastKnown, sequences } from './sequences.ts'
import type { Claimed, Epoch } from './sequences.ts'
import { specs } from './specs.ts'
import type { Specs, TerminalSpecs } from './specs.ts'
import { tail } from './tail.ts'

export interface LiveReading {
  readonly interfaceId: string
  /** ms UTC */
  readonly ts: number
  readonly value: Value
  readonly good: boolean
}

declare module '../platform/bus.ts' {
  interface Messages {
    /** Committed readings of the live lane. */
    'readings.live': { readonly terminalId: string; readonly readings: readonly LiveReading[] }
    /** Doings of rules on boxes are in the table of effects, up to this place. */
    'effects.stored': { readonly pos: number }
    /** A box sends what it should not, again and again, or what may have cost a reading or an alarm. */
    'quarantine.often': { readonly terminalId: string; readonly count: number }
  }
}

export interface Received {
  readonly terminalId: string
  readonly data: Data
  /** ms UTC */
  readonly receivedAt: number
  /** The last number that the box said, with its hello, to have: a gap may reach so far. */
  readonly tail?: number
}

export interface Journal {
  readonly part: Part
  /** Resolves when everything of the message is stored for good, exactly once; rejects only while the process stops. */
  store(received: Received): Promise<void>
  /** What of an epoch is stored, as dn/ack and welcome say it. */
  upTo(terminalId: string, epoch: number): Promise<Coverage>
  /**
   * A box has nothing below `head`: those numbers will never come. Believed up to `tail`, its last number, and to what is known
   * of the epoch; false when `head` lies beyond.
   */
  startAt(terminalId: string, epoch: number, head: number, tail: number): Promise<boolean>
  /** Acknowledges everything up to this number without storing it: it was measured elsewhere. */
  discard(terminalId: string, epoch: number, last: number): Promise<void>
  /** Everything up to this place of the journal is committed. */
  settled(): number
  /** Takes a consumer through the journal; to be called before the part starts. */
  follow(name: string, handler: Handler, options?: FollowOptions): Follower
  readonly last: LastValues
  readonly specs: Specs
  readonly quarantine: Quarantine
  readonly months: Months
}

const system = systemActor('readings')
/** Two; the last digit of a terminal's id tells which is its own. */
const LANES = 2
/** Readings that may wait for the database before store() holds its callers. */
const MOST_WAITING = 50_000

/** The journal of all readings: messages of boxes in, group commits into the database, followers behind. Keeps nothing else. */
export function bareJournal(world: World): Journal {
  const { ingest, log, bus } = world
  const known = specs(world)
  const stored = sequences(ingest)
  const aside = quarantine(world)
  const calendar = months(world)
  const places = tail()
  const last = lastValues()
  const memory: Memory = { live: new Map(), late: new Map() }
  const followers: Follower[] = []
  bus.on('interface.changed', 'journal', ({ terminalId }) => known.forget(terminalId))
  for (const change of ['interface.changed', 'terminal.reported'] as const)
    bus.on(change, 'register bases', async ({ terminalId }) => {
      await world.db.work(system, work => noteBases(work, terminalId))
      known.forget(terminalId)
    })
  let roomy: (() => void)[] = []
  let started = false

  const lanes = Array.from({ length: LANES }, (_, index) =>
    lane({
      world,
      index,
      sequences: stored,
      async begin(readings) {
        await calendar.ensure(readings)
        for (;;) {
          const pos = places.begin()
          if (pos !== undefined) return pos
          await moreBlocks()
        }
      },
      end(pos, { readings, effects }) {
        places.end(pos, readings, effects.length)
        for (const { wake } of followers) wake()
        if (effects.length > 0) bus.emit('effects.stored', { pos })
        for (const resume of roomy.splice(0)) resume()
      },
      async reject({ epoch, ...message }, error) {
        log.error({ err: error, terminalId: epoch.terminalId }, 'a message that the database refuses')
        const payload = Buffer.from(JSON.stringify({ e: epoch.epoch, s: message.ranges, r: message.readings }))
        const what = {
          ...setAside(epoch.terminalId, payload),
          code: 'NOT_STORABLE' as const,
          reason: `refused: ${error.message}`,
        }
        await aside.put(what).catch((failure: unknown) => log.error({ err: failure }, 'nothing could be put aside'))
      },
    }),
  )

  let extending: Promise<void> | undefined
  const moreBlocks = () =>
    (extending ??= nextBlock(ingest)
      .then(first => places.extend(first, BLOCK))
      .finally(() => (extending = undefined)))

  const setAside = (terminalId: string, payload: Uint8Array) => ({
    terminalId,
    topic: 'up/data',
    payload,
    receivedAt: world.clock.now(),
  })

  const isFull = () => lanes.reduce((sum, one) => sum + one.waiting, 0) > MOST_WAITING

  /** Puts a message on its way; it settles with its group. */
  const send = (epoch: Epoch, message: Pick<Message, 'ranges' | 'gaps'> & Partial<Message>) => {
    const settles = new Promise<void>((resolve, reject) => {
      let settled = false
      const settle = (then: () => void) => {
        if (!settled) epoch.waiting--
        settled = true
        then()
      }
      epoch.waiting++
      lanes[Number(epoch.terminalId.at(-1)) % LANES]!.add({
        ...{ readings: [], effects: [], deviceTimes: [] },
        ...message,
        epoch,
        done: () => settle(resolve),
        fail: error => settle(() => reject(error)),
      })
    })
    epoch.last = settles
    return settles
  }

  const settle = async (epoch: Epoch, claimed: Claimed | null) => {
    if (claimed && claimed.ranges.length + claimed.gaps.length > 0) await send(epoch, claimed)
  }

  const store = async ({ terminalId, data, receivedAt, tail = 0 }: Received): Promise<void> => {
    while (isFull()) await new Promise<void>(done => roomy.push(done))
    // What is in memory needs no turn of the event loop: most messages go straight into their lane.
    let interfaces = known.of(terminalId)
    if ('then' in interfaces) interfaces = await interfaces
    if (lacksIndex(data, interfaces)) interfaces = await known.again(terminalId)
    if (data.h === 1 && interfaces.computedFrom.size > 0) interfaces = await asOfThen(data, interfaces)
    let epoch = stored.open(terminalId, data.e)
    if ('then' in epoch) epoch = await epoch
    // From here to send() nothing waits: who claims numbers sends them.
    const { items, givenUp } = numbersOf(data)
    const isBeyond = data.gap !== undefined && data.gap[1] > Math.max(lastKnown(epoch), tail, rangeOf(data)?.[1] ?? 0)
    const claimed = claim(epoch, { items, gaps: data.gap && !isBeyond ? [...givenUp, data.gap] : givenUp })
    const putAside = (code: QuarantineReason, reason: string, severity?: 'LOSS') =>
      aside.put({ ...setAside(terminalId, Buffer.from(JSON.stringify(data))), code, reason }, severity)
    if (claimed === null) return putAside('TOO_MANY_GAPS', 'too many holes in its numbers')
    const before = epoch.last
    const { items: fresh, revoked, ranges, gaps } = claimed
    const { unknown, ...taken } = intake(data, receivedAt, interfaces, fresh, memory)
    if (ranges.length + gaps.length > 0)
      await send(epoch, { ...taken, ranges, gaps }).then(() => announce(terminalId, taken.readings, interfaces))
    else await before
    if (isBeyond) await putAside('GAP_BEYOND', 'the gap reaches beyond every number that the box has shown', 'LOSS')
    if (revoked[0])
      await putAside(
        'AFTER_GAP',
        `number ${revoked[0][0]} of epoch ${data.e} came after it was declared missing; it is stored`,
        'LOSS',
      )
    if (unknown.size > 0) await notOurs(terminalId, data, unknown)
    if (count(fresh) < count(items)) {
      const other = await compareDuplicates(ingest, { terminalId, data, receivedAt, fresh, specs: interfaces })
      if (other !== undefined) await putAside('CHANGED', other)
    }
  }

  /** What came late is computed from what held then; one after another, so that messages keep their order. */
  let looking: Promise<unknown> = Promise.resolve()
  const asOfThen = ({ t, r }: Data, interfaces: TerminalSpecs): Promise<TerminalSpecs> => {
    const first = t + r.reduce((least, item) => (item === null ? least : Math.min(least, item[1])), Infinity)
    const asking = looking.then(() => known.asOf(interfaces, first))
    looking = asking.catch(() => undefined) // whoever asked hears of it
    return asking
  }

  const notOurs = (terminalId: string, data: Data, unknown: ReadonlySet<number>) =>
    aside.putOnce({
      ...setAside(terminalId, Buffer.from(JSON.stringify(data))),
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
    specs: known,
    quarantine: aside,
    months: calendar,
    settled: () => places.settled(),
    async upTo(terminalId, epoch) {
      return coverage.acknowledge((await stored.open(terminalId, epoch)).stored.coverage)
    },
    async startAt(terminalId, epochNumber, head, tail) {
      const epoch = await stored.open(terminalId, epochNumber)
      const last = Math.min(head - 1, Math.max(tail, lastKnown(epoch)))
      await settle(epoch, claim(epoch, { gaps: last > 0 ? [[1, last]] : [] }))
      return last === head - 1
    },
    async discard(terminalId, epochNumber, last) {
      const epoch = await stored.open(terminalId, epochNumber)
      await settle(epoch, claim(epoch, { items: last > 0 ? [[1, last]] : [] }))
    },
    follow(name, handler, options) {
      if (started) throw new Error(`${name} would follow a journal that has started`)
      const made = follower(world, places, name, handler, options)
      followers.push(made)
      return made
    },
    part: {
      name: 'journal',
      async start() {
        started = true
        await calendar.ahead()
        for (const one of lanes) await one.start()
        await moreBlocks()
        for (const one of followers) await one.start()
      },
      async stop() {
        for (const one of lanes) await one.stop()
        for (const one of followers) await one.stop()
      },
      health() {
        const troubles = [...lanes, ...followers].map(one => one.trouble()).filter(one => one !== undefined)
        const waiting = lanes.reduce((sum, one) => sum + one.waiting, 0)
        return { ok: troubles.length === 0, detail: troubles[0] ?? `${waiting} readings waiting, place ${places.settled()}` }
      },
    },
  }
}

/** The numbers of a message, as ranges: of its items, and of the readings that were given up. */
const numbersOf = (data: Data): { readonly items: readonly Range[]; readonly givenUp: readonly Range[] } => {
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
const lacksIndex = (data: Data, interfaces: TerminalSpecs) => data.r.some(item => item !== null && !interfaces.byIx.has(item[0]))
const count = (ranges: readonly (readonly [number, number])[]) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
