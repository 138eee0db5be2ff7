import type { Data } from '@steading/contract/box/messages'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETENTION_DAYS } from '../../platform/config/retention.ts'
import type { AnInterface } from '../../../test/box-rows.ts'
import { aJournal, eventually } from '../../../test/journal.ts'
import { HOUR, MINUTES_5, rollupsOf } from './bucketSums.ts'
import type { Rollup, Sample } from './bucketSums.ts'
import type { Follower } from '../ingest/follower.ts'
import { createRollupHandler } from './rollups.ts'
import { withTimers } from '../../platform/time/clock.ts'

const T = Date.UTC(2026, 10, 18)
const NOW = T + 3 * 24 * HOUR
let at: Awaited<ReturnType<typeof aJournal>>
let follower: Follower
let failures: boolean[] = []
beforeAll(async () => {
  at = await aJournal({
    clock: { now: () => NOW, mono: () => performance.now() },
    setUp(journal) {
      const keep = createRollupHandler(
        { clock: withTimers({ now: () => NOW, mono: () => 0 }), config: { RETENTION: RETENTION_DAYS } },
        journal.specs,
      )
      // The process may die after the handler has written and before its commit.
      const handler: typeof keep = async (work, chunk) => {
        await keep(work, chunk)
        if (failures.pop()) throw new Error('killed')
      }
      follower = journal.follow('rollups', handler, { maxReadings: 20 })
    },
  })
})
afterAll(() => at.close())

const CATEGORIES = [
  'TEMPERATURE',
  'WATER_COUNTER',
  'MAINS_POWER',
  'VENTILATION_CONTROL',
  'WIND_DIRECTION',
  'ANIMAL_SCALE',
] as const
const INTERFACES: readonly AnInterface[] = [
  ...CATEGORIES.map(category => ({ category })),
  { category: 'WIND_DIRECTION', history: 'DIFFERENT_VALUES' },
]

/** Beyond the range of a temperature: kept, and in no rollup. */
const isBad = (ix: number, value: number) => CATEGORIES[ix] === 'TEMPERATURE' && value > 80

/** The interfaces' readings in the order of their numbers, then sent in pieces, again, in any order, live and late. */
const deliveries = fc.record({
  items: fc.array(
    fc.record({
      ix: fc.nat(INTERFACES.length - 1),
      /** Ticks of 50 s: several readings fall on one time, and a day lies between the furthest. */
      tick: fc.oneof(fc.nat(60), fc.nat(2500)),
      value: fc.nat(100),
    }),
    { minLength: 1, maxLength: 120 },
  ),
  sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 }),
  again: fc.array(fc.nat(30), { maxLength: 10 }),
  sorted: fc.boolean(),
  shuffle: fc.infiniteStream(fc.nat(1000)),
  late: fc.infiniteStream(fc.boolean()),
  failures: fc.array(fc.boolean(), { maxLength: 4 }),
  restart: fc.boolean(),
})

test('any split, order and repetition gives the rollups of the whole series', { tags: ['nightly'] }, async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ items, sizes, again, sorted, shuffle, late, failures: planned, restart }) => {
      const box = await at.terminal(...INTERFACES)
      // Many steps are just within the bound, or just beyond.
      await at.rows('update interfaces set max_rate = 8 where id = $1', [box.interfaces[CATEGORIES.indexOf('WATER_COUNTER')]])
      failures = [...planned]
      const ordered = sorted ? items.toSorted((a, b) => a.tick - b.tick) : items
      const value = (ix: number, raw: number) => (CATEGORIES[ix] === 'MAINS_POWER' ? raw % 2 === 1 : raw)
      const messages: Data[] = []
      for (let from = 0, size = 0; from < ordered.length; from += size) {
        size = sizes[messages.length % sizes.length]!
        const part = ordered.slice(from, from + size)
        messages.push({
          v: 1,
          e: 1,
          s: from + 1,
          t: T,
          q: 2,
          h: late.next().value ? 1 : 0,
          r: part.map(({ ix, tick, value: raw }) => [ix, tick * 50_000, value(ix, raw)] as const),
        })
      }
      const sent = [...messages, ...again.flatMap(index => messages[index] ?? [])]
      if (!sorted) sent.sort(() => shuffle.next().value! - 500)
      const half = Math.ceil(sent.length / 2)
      const send = (part: readonly Data[]) =>
        Promise.all(part.map(data => at.journal.store({ terminalId: box.id, data, receivedAt: NOW })))
      await send(sent.slice(0, half))
      if (restart) await at.restart()
      await send(sent.slice(half))
      await eventually(() => follower.cursor() === at.journal.settled())

      const rows = await at.rows<{ interface_id: number; ts: Date; seq: string; value: number }>(
        'select interface_id, ts, seq, value from readings where interface_id = any ($1) order by seq',
        [box.interfaces],
      )
      expect(rows.map(row => Number(row.seq))).toEqual(ordered.map((_, index) => index + 1))
      for (const [ix, id] of box.interfaces.entries()) {
        const samples = newestOfEachTime(
          ordered.flatMap((item, seq) =>
            item.ix === ix && !isBad(ix, item.value)
              ? [{ ts: T + item.tick * 50_000, seq, value: Number(value(ix, item.value)) }]
              : [],
          ),
        )
        const spec = (await at.journal.specs.byId([Number(id)])).get(Number(id))!
        for (const [table, width] of [
          ['rollups_5m', MINUTES_5],
          ['rollups_1h', HOUR],
        ] as const)
          expect(await storedRollups(table, id), `${table} of ${INTERFACES[ix]!.category}`).toEqual(
            rollupsOf(width, spec, samples).map(rounded),
          )
      }
    }),
    { numRuns: 40 },
  )
})

function newestOfEachTime(samples: readonly (Sample & { seq: number })[]): Sample[] {
  const newest = new Map(samples.toSorted((a, b) => a.seq - b.seq).map(({ ts, value }) => [ts, { ts, value }]))
  return [...newest.values()].toSorted((a, b) => a.ts - b.ts)
}

/** Sums of doubles depend on their order in the last bits. */
const rounded = (row: Rollup): Rollup => ({
  ...row,
  sum: Math.round(row.sum * 1e6) / 1e6,
  avg: (Math.round(row.avg * 1e6) / 1e6) % 360,
})

async function storedRollups(table: string, interfaceId: string) {
  const rows = await at.rows<Omit<Rollup, 'bucket'> & { bucket: Date }>(
    `select bucket, n, min, max, sum, avg, last, flags from ${table} where interface_id = $1 order by bucket`,
    [interfaceId],
  )
  return rows.map(row => rounded({ ...row, bucket: row.bucket.getTime() }))
}

test('keeps the newest value, late or live, and the live one of an instant', async () => {
  const box = await at.terminal({ category: 'CO2' }, { category: 'NH3' })
  const send = async (s: number, minutes: number, value: number, h: 0 | 1, ix = 0, q: 0 | 2 = 2) => {
    const data: Data = { v: 1, e: 1, s, t: T, q, h, r: [[ix, minutes * 60_000, value]] }
    await at.journal.store({ terminalId: box.id, data, receivedAt: NOW })
    await eventually(() => follower.cursor() === at.journal.settled())
  }
  const last = () =>
    at.rows('select interface_id, ts, value, flags & 5 as flags from last_values where interface_id = any ($1) order by 1', [
      box.interfaces,
    ])
  await send(1, 10, 800, 0)
  await send(2, 5, 700, 0)
  await send(3, 10, 750, 1)
  await send(4, 10, 50_000, 0)
  expect(await last()).toEqual([{ interface_id: box.interfaces[0], ts: new Date(T + 10 * 60_000), value: 50_000, flags: 1 }])
  await send(5, 20, 900, 1)
  await send(6, 30, 40, 1, 0, 0)
  await send(7, 30, 40, 1, 1, 0)
  await send(8, 1, 5, 1, 1)
  await send(9, 2, 6, 1, 1)
  expect(await last()).toEqual([
    { interface_id: box.interfaces[0], ts: new Date(T + 20 * 60_000), value: 900, flags: 4 },
    { interface_id: box.interfaces[1], ts: new Date(T + 2 * 60_000), value: 6, flags: 4 },
  ])
})

test('a late reading repairs its bucket and the one after', async () => {
  const box = await at.terminal({ category: 'CO2' })
  const send = async (s: number, h: 0 | 1, ...values: readonly (readonly [number, number])[]) => {
    const r = values.map(([minutes, value]) => [0, minutes * 60_000, value] as const)
    await at.journal.store({ terminalId: box.id, data: { v: 1, e: 1, s, t: T, q: 2, h, r }, receivedAt: NOW })
    await eventually(() => follower.cursor() === at.journal.settled())
  }
  const stored = async () =>
    (await storedRollups('rollups_5m', box.interfaces[0]!)).map(({ bucket, avg }) => [(bucket - T) / 60_000, avg])
  await send(1, 0, [50, 80], [62, 90])
  expect(await stored()).toEqual([[50, 80], [55, 80], [60, 80]]) // prettier-ignore
  await send(3, 1, [57, 40])
  expect(await stored()).toEqual([[50, 80], [55, (2 * 80 + 3 * 40) / 5], [60, 40]]) // prettier-ignore
})
