import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverage, eachItem, parseData, rangeOf } from '@steading/contract/box/messages'
import type { BoxValue, Coverage, Data } from '@steading/contract/box/messages'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import type { Item } from '../platform/record.ts'
import { openStore } from '../platform/store.ts'
import type { Store } from '../platform/store.ts'
import { createBoxTime } from '../platform/time.ts'
import type { BoxTime } from '../platform/time.ts'
import { createSender } from './sender.ts'
import type { Sender } from './sender.ts'

const T = 1_790_000_000_000
let folder: string
let clock: VirtualClock
let time: BoxTime
let store: Store
let sender: Sender
/** What went onto the wire, and what becomes of it. */
let sent: Data[]
let isUp: boolean
/** The platform of the test. */
let received: Coverage
let rows: Map<number, BoxValue>
let conflicts: number

const open = (name = 'store') => openStore(join(folder, name), { newEpoch: () => 7, now: () => clock.now() })
const reading = (k: number): Omit<Item, 'seq'> => ({ ts: T + k * 1000, q: 2, ix: k % 5, value: k, isEvent: false })
const append = (count: number, at = store) => at.append(Array.from({ length: count }, (_, k) => reading(k)))

const begin = (of: Store = store) => {
  sender = createSender(of, time, clock, data => {
    if (isUp) sent.push(data)
    return isUp
  })
}
const welcome = (limits = {}) => {
  const acknowledgement = coverage.acknowledge(received)
  sender.opened({
    sid: 'session-1',
    serverMs: T,
    ackEpoch: 7,
    ackUpTo: acknowledgement.upTo,
    miss: acknowledgement.miss.map(([a, b]): [number, number] => [a, b]),
    desiredRev: 0,
    limits,
  })
}
/** The platform stores a batch; the acknowledgement may be lost. */
const storeBatch = (data: Data, isHeard = true) => {
  const parsed = parseData(JSON.parse(JSON.stringify(data)))
  if (!parsed.ok) throw new Error(parsed.error)
  eachItem(
    parsed.value,
    (seq, _, __, value) => {
      if (rows.has(seq) && rows.get(seq) !== value) conflicts++
      rows.set(seq, value)
    },
    () => {},
  )
  const range = rangeOf(parsed.value)
  if (range) received = coverage.cover(received, range)
  if (data.gap) received = coverage.cover(received, data.gap)
  if (!isHeard) return
  const { upTo, miss } = coverage.acknowledge(received)
  sender.acknowledged({ e: 7, upTo, miss: miss.map(([a, b]): [number, number] => [a, b]) })
}
const count = (data: Data) => data.r.length

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sender-'))
  clock = virtualClock(T)
  time = createBoxTime(clock)
  time.learn(T - clock.mono())
  store = open()
  sent = []
  isUp = true
  received = coverage.from(1)
  rows = new Map()
  conflicts = 0
  begin()
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('sender', () => {
  it('sends present values at once, with at most eight unanswered messages', async () => {
    welcome()
    for (let k = 0; k < 10; k++) {
      append(200)
      sender.poke()
      await clock.pass(200)
    }
    expect(sent.map(data => [data.s, count(data), data.h])).toEqual(Array.from({ length: 8 }, (_, k) => [1 + k * 200, 200, 0]))
    storeBatch(sent[0]!)
    expect(sent).toHaveLength(9)
  })

  it('combines messages of the same moment', async () => {
    welcome()
    for (let k = 0; k < 5; k++) {
      append(2)
      sender.poke()
      await clock.pass(5)
    }
    await clock.pass(200)
    expect(sent.map(count)).toEqual([10])
  })

  it('sends the present before the past, and the past a little at a time', async () => {
    append(3000)
    welcome()
    expect(sent.map(data => [data.s, data.h])).toEqual([
      [1, 1],
      [201, 1],
      [401, 1],
    ])
    append(20)
    sender.poke()
    await clock.pass(200)
    expect(sent.at(-1)).toMatchObject({ s: 3001, h: 0 })
    storeBatch(sent.at(-1)!)
    expect(coverage.acknowledge(received)).toEqual({ upTo: 3020, miss: [[1, 3000]] })
    for (let at = 0; at < sent.length; at++) storeBatch(sent[at]!)
    expect([received, rows.size]).toEqual([{ upTo: 3020, miss: [] }, 3020])
  })

  it('sends again after 15 s, 30 s, … at most 5 min, the same under the same numbers', async () => {
    append(3)
    welcome()
    const at: number[] = []
    for (let second = 0; second < 1600; second++) {
      const before = sent.length
      await clock.pass(1000)
      if (sent.length > before) at.push(second + 1)
    }
    expect(at).toEqual([15, 45, 105, 225, 465, 765, 1065, 1365])
    for (const data of sent) storeBatch(data)
    expect([conflicts, rows.size]).toEqual([0, 3])
    await clock.pass(600_000)
    expect(sent).toHaveLength(9)
  })

  it('frees only stored readings', () => {
    append(5000)
    welcome()
    while (rows.size < 4096) storeBatch(sent[rows.size / 200]!)
    expect(store.head()).toBe(4097)
    expect(rows.get(4096)).toBe(4095)
  })

  it('sends the remaining readings again to a platform that lost some, and explains gaps', async () => {
    append(300)
    welcome()
    for (let at = 0; at < sent.length; at++) storeBatch(sent[at]!)
    sender.closed()
    // Restored from a backup that knows 100 only.
    received = coverage.from(101)
    rows = new Map()
    welcome()
    for (let at = 2; at < sent.length; at++) storeBatch(sent[at]!)
    expect(rows.size).toBe(200)
    expect(received).toEqual({ upTo: 300, miss: [] })
  })

  it('declares the numbers that a crash left unused', () => {
    append(10)
    const crashed = open()
    crashed.append([reading(10)])
    begin(crashed)
    welcome()
    for (let at = 0; at < sent.length; at++) storeBatch(sent[at]!)
    expect(sent.map(({ s, gap }) => [s, gap])).toEqual([
      [1, [11, 1000]],
      [1001, undefined],
    ])
    expect(received).toEqual({ upTo: 1001, miss: [] })
    crashed.close()
  })

  it('takes numbers that the platform knows already for used: the store is an old copy', async () => {
    append(10)
    received = coverage.from(501)
    welcome()
    append(1)
    sender.poke()
    await clock.pass(200)
    expect(sent.map(({ s }) => s)).toEqual([501])
  })

  it('keeps to the lower limits of the platform', () => {
    append(100)
    welcome({ readings: 10, window: 2 })
    expect(sent.map(count)).toEqual([10, 10])
  })

  describe('before the clock is set', () => {
    beforeEach(() => {
      store.close()
      clock = virtualClock(1000)
      time = createBoxTime(clock)
      store = open('other')
      begin()
      store.append([{ ts: time.utc(), q: 0, ix: 1, value: 1, isEvent: false }])
    })

    it('waits for it, and corrects earlier stamps', async () => {
      welcome()
      await clock.pass(1000)
      expect(sent).toEqual([])
      time.learn(T - clock.mono())
      sender.synced()
      expect(sent).toMatchObject([{ q: 2, t: T - 1000 }])
    })

    it('does not wait for ever: the platform dates them by their age', async () => {
      welcome()
      await clock.pass(5000)
      expect(sent).toMatchObject([{ q: 0, m: 5000 }])
      time.learn(T - clock.mono())
      sender.synced()
      const { t } = sent[0]!
      await clock.pass(15_000)
      expect(sent[1]).toMatchObject({ q: 0, t, m: 20_000 })
    })
  })

  it('brings every reading there once over any bad network', async () => {
    const weather = fc.array(
      fc.record({
        appended: fc.nat(300),
        lost: fc.nat(3),
        unheard: fc.nat(3),
        isCut: fc.boolean(),
        isReversed: fc.boolean(),
        seconds: fc.nat(40),
      }),
      { minLength: 1, maxLength: 8 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(weather, async days => {
        clock = virtualClock(T)
        time = createBoxTime(clock)
        time.learn(T - clock.mono())
        const of = open(`run-${++run}`)
        sent = []
        received = coverage.from(1)
        rows = new Map()
        conflicts = 0
        begin(of)
        let total = 0
        for (const { appended, lost, unheard, isCut, isReversed, seconds } of days) {
          if (isCut) sender.closed()
          if (appended > 0) append(appended, of)
          total += appended
          if (isCut || total === appended) welcome()
          sender.poke()
          await clock.pass(seconds * 1000)
          const arrived = sent.splice(0).slice(lost)
          if (isReversed) arrived.reverse()
          for (const [k, data] of arrived.entries()) storeBatch(data, k % 4 >= unheard)
        }
        sender.closed()
        sent = []
        welcome()
        for (let at = 0; at < sent.length; at++) storeBatch(sent[at]!)
        expect([rows.size, conflicts, received]).toEqual([total, 0, { upTo: total, miss: [] }])
        of.close()
      }),
      { numRuns: 40 },
    )
  })
})
