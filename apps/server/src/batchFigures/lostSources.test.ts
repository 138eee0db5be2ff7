import { expect, test } from 'vitest'
import { data } from '../../test/farm.ts'
import { useProduction } from '../../test/production.ts'
import { createFiguresTask } from './figuresTask.ts'

const BUCKET = 300_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight in Lisbon. */
const OPENED = Date.parse('2026-11-01T00:00:00Z')
const NOW = OPENED + 2 * DAY + 12 * HOUR
const production = useProduction({ opened: OPENED, start: NOW })
const { aHouse, travel } = production

const iso = (ms: number) => new Date(ms).toISOString()
/** A batch with 100 animals. */
const open = async (entityId: string, more: object = {}) => {
  const { id } = await production.open(entityId, more)
  await production.books.move(id, [
    { id: '1', at: OPENED, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100, weight: 4.4, ageDays: 0, pending: false },
  ])
  return id
}
const close = async (id: string, at: number) => {
  const { version } = data(await production.api.batches.details({ params: { id } }))
  data(await production.api.batches.quickCloseOpen({ params: { id }, body: { version, closeDate: iso(at) } }))
}
const aCurve = () => production.aCurve([0, 10].map(age => ({ age, weight: 1, tMin: 28, tMax: 32 })))
const climate = async (batchId: string) => data(await production.api.batchFigures.updateEnvironment({ query: { batchId } }))
const computeDays = async (id: string) => data(await production.api.batchFigures.calculateConsumption({ params: { id } }))
const feedOf = async (id: string) =>
  data(await production.api.batchFigures.consumption({ params: { id } })).map(({ feedKg, source }) => [feedKg, source])
const waterOf = async (id: string) =>
  data(await production.api.batchFigures.consumption({ params: { id } })).map(({ waterL }) => waterL)
const runTask = async () => {
  const task = createFiguresTask(production.farm.world)
  await task.start()
  await task.stop()
}
/** Drops the five-minute readings of interfaces, as at the end of their retention. */
const dropFiveMinutes = (ids: readonly string[]) =>
  production.farm.world.owner.query('delete from rollups_5m where interface_id = any ($1::int[])', [ids])

/** A batch in a house with a temperature of 30 °C for six hours and 20 °C for the next six; its curve allows 28 to 32 °C. */
async function aWarmBatch() {
  const house = await aHouse()
  const box = await production.books.box(house, ['TEMPERATURE'])
  for (let bucket = 0; bucket < 144; bucket++) await box.send(OPENED + bucket * BUCKET, [bucket < 72 ? 30 : 20])
  await production.books.rolledUp()
  await production.farm.world.owner.query('update interfaces set created_at = $2 where id = $1', [
    box.interfaces[0],
    new Date(OPENED),
  ])
  const curveId = await aCurve()
  return { id: await open(house, { productionCurveId: curveId }), curveId, sensors: box.interfaces }
}

test('keeps the climate of a closed batch whose readings are past their retention', async () => {
  const { id, curveId, sensors } = await aWarmBatch()
  await close(id, OPENED + DAY)
  const [before] = await climate(id)
  expect(before).toMatchObject({ expected: 288, present: 144, inside: 72, compliance: 50 })
  await travel(NOW + 420 * DAY)
  await dropFiveMinutes(sensors)
  await production.farm.world.owner.query('update production_curves set version = version + 1 where id = $1', [curveId])
  expect(data(await production.api.batchFigures.compliance({ params: { id } }))).toMatchObject([
    { expected: 288, present: 144, inside: 72 },
  ])
  expect(await climate(id)).toMatchObject([{ expected: 288, present: 144, inside: 72, coverage: 50, compliance: 50 }])
})

test('adds only what came since to the climate of a long batch', async () => {
  const { id, sensors } = await aWarmBatch()
  expect(await climate(id)).toMatchObject([{ expected: 720, present: 144, inside: 72 }])
  await travel(NOW + 420 * DAY)
  await dropFiveMinutes(sensors)
  // The last 400 days.
  const later = { expected: 720 + 400 * 288, present: 144, inside: 72 }
  expect(await climate(id)).toMatchObject([later])
  expect(await climate(id)).toMatchObject([later])
})

test('corrects the feed by stock of a batch whose readings are past their retention', async () => {
  const id = await open(await aHouse())
  await production.books.feed(id, OPENED, 'ENTRY', 100)
  await close(id, OPENED + 2 * DAY)
  expect(await feedOf(id)).toEqual([
    [50, 'STOCK'],
    [50, 'STOCK'],
  ])
  await travel(NOW + 730 * DAY)
  await production.farm.world.owner.query('update feed_movements set weight = 90 where batch_id = $1', [id])
  await production.farm.world.owner.query('update batches set revision = revision + 1 where id = $1', [id])
  expect(await feedOf(id)).toEqual([
    [45, 'STOCK'],
    [45, 'STOCK'],
  ])
})

test('keeps days whose readings are past their retention, and adds no feed by stock to them', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['SILO_WEIGHT', 'WATER_COUNTER', 'ANIMAL_SCALE'])
  // 10 kg and 2 L an hour on the first day alone.
  for (let bucket = 0; bucket < 288; bucket++) {
    const hours = Math.floor(bucket / 12)
    await box.send(OPENED + bucket * BUCKET, [5000 - 10 * hours, 2 * hours, 1.1])
  }
  await production.books.rolledUp()
  const id = await open(house, { siloInterfaceIds: [box.interfaces[0]!], waterInterfaceIds: [box.interfaces[1]!] })
  await production.books.feed(id, OPENED, 'ENTRY', 1000)
  await close(id, OPENED + 2 * DAY)
  const weights = async () => data(await production.api.batchFigures.evolution({ params: { id } })).map(({ weight }) => weight)
  const feed = await feedOf(id)
  expect(feed.map(([, source]) => source)).toEqual(['SILO', null])
  const water = await waterOf(id)
  expect(water).toEqual([46, null])
  const weighed = await weights()
  expect(weighed[0]).toBe(1.1)
  await travel(NOW + 420 * DAY)
  await dropFiveMinutes(box.interfaces)
  expect(await computeDays(id)).toEqual({ changed: 0 })
  expect([await feedOf(id), await waterOf(id), await weights()]).toEqual([feed, water, weighed])
})

test('keeps the weights of a scale that was deleted', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['ANIMAL_SCALE'])
  for (let hour = 0; hour < 24; hour++) await box.send(OPENED + hour * HOUR, [1.1])
  await production.books.rolledUp()
  const id = await open(house)
  await production.farm.world.owner.query('update interfaces set deleted_at = $2 where id = $1', [
    box.interfaces[0],
    new Date(OPENED + 30 * HOUR),
  ])
  await computeDays(id)
  expect(data(await production.api.batchFigures.evolution({ params: { id } }))[0]).toMatchObject({ weight: 1.1 })
})

test('expects the climate of a sensor only while it was there', async () => {
  await travel(OPENED + 12 * HOUR)
  const house = await aHouse()
  const sensors = [await production.books.box(house, ['TEMPERATURE']), await production.books.box(house, ['TEMPERATURE'])]
  const idle = await production.books.box(house, ['TEMPERATURE'])
  const [first, second] = sensors
  const stood = (id: string, from: number, to: number | null) =>
    production.farm.world.owner.query('update interfaces set created_at = $2, deleted_at = $3 where id = $1', [
      id,
      new Date(from),
      to === null ? null : new Date(to),
    ])
  await stood(first!.interfaces[0]!, OPENED - DAY, OPENED + 6 * HOUR)
  await stood(second!.interfaces[0]!, OPENED + 6 * HOUR, null)
  await stood(idle.interfaces[0]!, OPENED + 9 * HOUR, null)
  for (let bucket = 0; bucket < 72; bucket++) await first!.send(OPENED + bucket * BUCKET, [30])
  for (let bucket = 72; bucket < 144; bucket++) await second!.send(OPENED + bucket * BUCKET, [20])
  await production.books.rolledUp()
  const id = await open(house, { productionCurveId: await aCurve() })
  // 12 h of the two that measured, 3 h of the third.
  expect(await climate(id)).toMatchObject([{ expected: 180, present: 144, inside: 72, coverage: 80, compliance: 50 }])
})

test('counts readings that arrive within 14 days of the closing', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['WATER_COUNTER', 'TEMPERATURE'])
  await box.send(OPENED, [0, 30])
  await box.send(OPENED + HOUR / 2, [3, 30])
  await production.books.rolledUp()
  const id = await open(house, { waterInterfaceIds: [box.interfaces[0]!], productionCurveId: await aCurve() })
  await close(id, OPENED + 2 * DAY)
  await runTask()
  const water = async () => data(await production.api.batchFigures.kpis({ params: { id } })).water
  const present = async () => data(await production.api.batchFigures.environment({ query: { batchId: id } }))[0]!.present
  expect([await water(), await present()]).toEqual([3, 4])
  await box.send(OPENED + HOUR, [7, 30])
  await production.books.rolledUp()
  await travel(NOW + DAY)
  await runTask()
  expect([await water(), await present()]).toEqual([7, 7])
  await box.send(OPENED + 2 * HOUR, [9, 30])
  await production.books.rolledUp()
  await travel(NOW + 15 * DAY)
  await runTask()
  expect([await water(), await present()]).toEqual([7, 7])
})

test('computes the other batches where one fails', async () => {
  const curveId = await aCurve()
  const failing = await open(await aHouse(), { productionCurveId: curveId })
  const next = await open(await aHouse())
  await production.farm.world.owner.query(`update production_curves set details = '5' where id = $1`, [curveId])
  await runTask()
  const { rows } = await production.farm.world.owner.query(
    'select batch_id::text as id from batch_figures where batch_id in ($1, $2)',
    [failing, next],
  )
  await production.farm.world.owner.query(`update production_curves set details = '[]' where id = $1`, [curveId])
  expect(rows).toEqual([{ id: next }])
})

test('a replaced default meter and silo keep what they measured, also of closed batches', async () => {
  const house = await aHouse()
  const before = await production.books.box(house, ['WATER_COUNTER', 'SILO_WEIGHT'])
  const after = await production.books.box(house, ['WATER_COUNTER', 'SILO_WEIGHT'])
  const setDefaults = async (interfaceIds: string[]) => {
    const { version } = data(await production.api.interfaces.defaults({ params: { id: house } }))
    data(await production.api.interfaces.setDefaults({ params: { id: house }, body: { interfaceIds, version } }))
  }
  await travel(OPENED)
  await setDefaults(before.interfaces)
  const id = await open(house)
  // 2 L and 10 kg an hour; at noon of the second day the others begin.
  const exchange = OPENED + 36 * HOUR
  for (let at = OPENED; at < NOW; at += HOUR / 3) {
    const hours = Math.floor((at - OPENED) / HOUR)
    await (at < exchange ? before : after).send(at, [2 * hours, 8000 - 10 * hours])
  }
  await production.books.rolledUp()
  await travel(exchange)
  await setDefaults(after.interfaces)
  await travel(NOW)
  // The hour of the exchange is in neither register.
  const water = [48, 46, 22]
  expect(await waterOf(id)).toEqual(water)
  const feed = await feedOf(id)
  expect(feed.map(([, source]) => source)).toEqual(['SILO', 'SILO', 'SILO'])
  // 240, 230 and 110 kg, within the noise of a silo.
  for (const [day, kg] of [240, 230, 110].entries()) expect(Math.abs(Number(feed[day]![0]) - kg)).toBeLessThan(25)
  const chosen = async () => {
    const { waterInterfaceIds, siloInterfaceIds } = data(await production.api.batches.details({ params: { id } }))
    return [...waterInterfaceIds, ...siloInterfaceIds]
  }
  expect(await chosen()).toEqual(after.interfaces)
  await close(id, NOW)
  await travel(NOW + DAY)
  await setDefaults([])
  await computeDays(id)
  expect([await waterOf(id), await feedOf(id), await chosen()]).toEqual([water, feed, after.interfaces])
})
