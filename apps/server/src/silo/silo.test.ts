import type { Data } from '@steading/contract/box/messages'
import type { HistoryMode } from '@steading/contract/devices/categories'
import { BUCKET } from '@steading/production/silo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { eventually } from '../../test/journal.ts'
import { createDeliveryDetection } from './index.ts'

/** A full bucket in Lisbon's winter. */
const START = Date.UTC(2026, 10, 20, 12)
/** Weights of a silo of 15000 kg, one a bucket: 6960 kg come, from the fifth bucket on. */
const VECTOR = [5000, 4960, 4930, 4925, 4890, 7400, 10900, 11850, 11845, 11850, 11840, 11800]
let time = START
let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

let count = 0
async function aSilo(entityId: string, capacity: number | null = 15_000, history: HistoryMode = 'TIME_INTERVAL') {
  const box = await aBox(farm.world.owner, entityId, [{ category: 'SILO_WEIGHT', history }])
  await farm.world.owner.query('update interfaces set capacity = $2 where id = $1', [box.interfaces[0], capacity])
  return { terminalId: box.id, id: box.interfaces[0]! }
}
async function aBatch() {
  const entityId = await farm.entity(`House of silo ${++count}`, 'SECTOR', 'Paul')
  const openDate = new Date(START - 86_400_000).toISOString()
  return data(await api.batches.create({ body: { entityId, openDate, species: 'BROILER' }, files: [] }))
}
/** The silo that a batch is fed from. */
const choose = (batchId: string, siloId: string) =>
  farm.world.owner.query('update batches set silo_interface_ids = array[$2::bigint] where id = $1', [batchId, siloId])
/** When a bucket begins. */
const iso = (bucket: number) => new Date(START + bucket * BUCKET).toISOString()
/** Sends weights, two readings a bucket, and waits for their rollups. */
async function weigh({ terminalId }: { terminalId: string }, weights: readonly number[], from = START) {
  for (const [index, weight] of weights.entries())
    for (const [number, second] of [30, 200].entries()) {
      const bucket = Math.floor(from / BUCKET) + index
      const t = from + index * BUCKET + second * 1000
      const message: Data = { v: 1, e: 1, s: 2 * bucket + number, t, q: 2, h: 0, r: [[0, 0, weight]] }
      await farm.app.services.journal.store({ terminalId, data: message, receivedAt: time })
    }
  await eventually(async () => {
    const { rows } = await farm.world.owner.query<{ pos: string }>(`select pos from projections where name = 'rollups'`)
    return Number(rows[0]!.pos) === farm.app.services.journal.settled()
  })
}
/** Looks once as a process that was just started. */
async function detect(at: number) {
  time = at
  const part = createDeliveryDetection(farm.world)
  await part.start()
  await part.stop()
  expect(part.health().detail).toBe('stopped')
}
const after = (buckets: number) => START + (buckets + 1) * BUCKET
const deliveries = async (siloId: string) =>
  data(await api.feedMovements.searchAutomatic({ query: { itemsPerPage: 50 } })).content.filter(({ silo }) => silo?.id === siloId)
const revisionOf = async (id: string) =>
  (await farm.world.owner.query<{ revision: number }>('select revision from batches where id = $1', [id])).rows[0]!.revision

test('a delivery is booked once, with a restart in the middle of the filling', async () => {
  const batch = await aBatch()
  const silo = await aSilo(batch.entity.id)
  const announced: unknown[] = []
  const off = farm.world.bus.on('batch.changed', 'test', message => void announced.push(message))
  time = after(VECTOR.length)
  await weigh(silo, VECTOR)
  // The filling is seen, its end is not.
  await detect(after(7))
  expect(await deliveries(silo.id)).toEqual([])
  await detect(after(10))
  expect(await deliveries(silo.id)).toEqual([])
  await detect(after(12))
  const [delivery, ...more] = await deliveries(silo.id)
  expect(more).toEqual([])
  expect(delivery).toMatchObject({
    batch: { id: batch.id },
    entity: { id: batch.entity.id },
    timestamp: new Date(START + 4 * BUCKET).toISOString(),
    action: 'ENTRY',
    actionType: 'BUY',
    weight: 6960,
    pending: true,
    feedType: null,
    createdBy: null,
    version: 1,
  })
  expect(await revisionOf(batch.id)).toBe(1)
  expect(announced).toEqual([{ batchId: batch.id, entityId: batch.entity.id }])
  off()
  // Neither a second look nor one without a state books it again.
  await detect(after(14))
  await farm.world.owner.query('delete from silo_states where interface_id = $1', [silo.id])
  await detect(after(14))
  expect(await deliveries(silo.id)).toHaveLength(1)
  expect(await revisionOf(batch.id)).toBe(1)
  const { rows } = await farm.world.owner.query(
    `select bucket, state->>'reference' as reference from silo_states where interface_id = $1`,
    [silo.id],
  )
  expect(rows).toEqual([{ bucket: new Date(START + 11 * BUCKET), reference: '11800' }])
})

test('the bucket that is not over is not read', async () => {
  const silo = await aSilo(farm.at['House 1']!)
  time = after(2)
  await weigh(silo, [5000, 4900])
  await detect(START + 2 * BUCKET + BUCKET / 2)
  const { rows } = await farm.world.owner.query('select bucket from silo_states where interface_id = $1', [silo.id])
  expect(rows).toEqual([{ bucket: new Date(START) }])
})

test('a silo without a capacity has no level', async () => {
  const silo = await aSilo(farm.at['House 1']!, null)
  time = after(VECTOR.length)
  await weigh(silo, VECTOR)
  await detect(after(14))
  expect(await deliveries(silo.id)).toEqual([])
  expect((await farm.world.owner.query('select 1 from silo_states where interface_id = $1', [silo.id])).rows).toEqual([])
})

test('two fillings of one silo are two deliveries, without a batch if there was none', async () => {
  const silo = await aSilo(farm.at['House 2']!)
  const second = [11_500, 14_000, 14_500, 14_500, 14_490, 14_480]
  time = after(VECTOR.length + second.length)
  await weigh(silo, [...VECTOR, ...second])
  await detect(after(20))
  const found = await deliveries(silo.id)
  expect(found.map(({ weight, batch, entity }) => [weight, batch, entity.id])).toEqual([
    [3000, null, farm.at['House 2']],
    [6960, null, farm.at['House 2']],
  ])
})

test('a refresh of a batch books a delivery whose readings arrived late, once', async () => {
  const batch = await aBatch()
  const silo = await aSilo(batch.entity.id)
  await choose(batch.id, silo.id)
  time = after(14)
  // The detection goes past the filling while the box was offline.
  await weigh(silo, [11_850], START + 14 * BUCKET)
  await detect(after(17))
  expect(await deliveries(silo.id)).toEqual([])
  await weigh(silo, VECTOR)
  await detect(after(17))
  expect(await deliveries(silo.id)).toEqual([])
  const refresh = async () => data(await api.batchFigures.refreshImported({ params: { id: batch.id } })).changed
  const [first, second] = await Promise.all([refresh(), refresh()])
  expect(first + second).toBeGreaterThan(0)
  const [delivery, ...more] = await deliveries(silo.id)
  expect(more).toEqual([])
  expect(delivery).toMatchObject({ batch: { id: batch.id }, timestamp: iso(4), weight: 6960, pending: true })
  expect(await refresh()).toBe(0)
  expect(await deliveries(silo.id)).toHaveLength(1)
  expect(await revisionOf(batch.id)).toBe(1)
})

test('a refresh of a batch books no delivery again that people deleted', async () => {
  const batch = await aBatch()
  const silo = await aSilo(batch.entity.id)
  await choose(batch.id, silo.id)
  time = after(VECTOR.length)
  await weigh(silo, VECTOR)
  await detect(after(14))
  const [delivery] = await deliveries(silo.id)
  await api.feedMovements.remove({ params: { id: delivery!.id } })
  data(await api.batchFigures.refreshImported({ params: { id: batch.id } }))
  expect(await deliveries(silo.id)).toEqual([])
})

test('a refresh of a batch books no delivery again that began in a gap', async () => {
  const batch = await aBatch()
  const silo = await aSilo(batch.entity.id)
  await choose(batch.id, silo.id)
  time = after(VECTOR.length)
  // Two buckets before the filling come late: it seemed to begin there.
  await weigh(silo, VECTOR.slice(0, 3))
  await weigh(silo, VECTOR.slice(5), START + 5 * BUCKET)
  await detect(after(14))
  expect((await deliveries(silo.id)).map(({ timestamp }) => timestamp)).toEqual([iso(2)])
  await weigh(silo, VECTOR.slice(3, 5), START + 3 * BUCKET)
  data(await api.batchFigures.refreshImported({ params: { id: batch.id } }))
  expect((await deliveries(silo.id)).map(({ timestamp }) => timestamp)).toEqual([iso(2)])
})

test.each([
  ['sampled', 'TIME_INTERVAL'],
  ['sent on change', 'DIFFERENT_VALUES'],
] as const)('a %s reading before a gap is no delivery, and a gap does not end a filling', async (_, history) => {
  const silo = await aSilo((await aBatch()).entity.id, 15_000, history)
  time = after(20)
  // One high weight, then half an hour without any; a filling with a quarter of an hour without weights in it.
  await weigh(silo, [5000, 4960, 5400])
  await weigh(silo, [4950, 4940, 4930, 8000], START + 9 * BUCKET)
  await weigh(silo, [11_900, 11_890, 11_890, 11_880, 11_880], START + 16 * BUCKET)
  await detect(after(22))
  expect((await deliveries(silo.id)).map(({ timestamp, weight }) => [timestamp, weight])).toEqual([[iso(11), 6970]])
})
