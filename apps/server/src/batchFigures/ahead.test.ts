import type { CurvePoint } from '@steading/contract/production/curves'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight in Lisbon, in summer. */
const OPENED = Date.parse('2026-06-30T23:00:00Z')
const NOW = OPENED + 10 * DAY + 12 * HOUR
let farm: Farm
let api: Api
let books: ReturnType<typeof createBooks>
let productionCurveId: string

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  books = createBooks(farm)
  api = await farm.as('Aves')
  // 60 g a day, and 100 g of feed.
  const details: CurvePoint[] = [0, 42].map(age => ({ age, weight: 0.05 + 0.06 * age, dailyFeed: 0.1 }))
  const body = {
    entityId: farm.at.Paul!,
    displayName: 'Straight',
    species: 'BROILER',
    geneticsId: null,
    ageUnit: 1,
    source: '',
  } as const
  productionCurveId = data(await api.curves.create({ body: { ...body, details } })).id
})
afterAll(() => farm.close())

const iso = (ms: number) => new Date(ms).toISOString()
let houses = 0
const open = async (more: object = {}) => {
  const entityId = await farm.entity(`House ahead ${++houses}`, 'SECTOR', 'Paul')
  const body = { entityId, openDate: iso(OPENED), species: 'BROILER', targetWeight: 2, productionCurveId, ...more } as const
  const { id } = data(await api.batches.create({ body, files: [] }))
  return { id, entityId }
}
const enter = (id: string) =>
  books.move(id, [
    { id: '1', at: OPENED, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 1000, weight: 50, ageDays: 0, pending: false },
  ])
const forecastOf = async (id: string) => data(await api.batchFigures.forecast({ params: { id } }))
const silosOf = async (id: string, by = api) => data(await by.batchFigures.runOut({ params: { id } }))

test('forecasts the growth from the last weighing on, and the day of the target weight', async () => {
  const { id } = await open()
  await enter(id)
  await books.weigh(id, OPENED + 7 * DAY, 10, 4.7)
  const { points, slaughter } = await forecastOf(id)
  expect(points[0]).toMatchObject({ age: 7, day: '2026-07-08', weight: 0.47 })
  expect(points.every(({ low, weight, high }) => low < weight && weight < high)).toBe(true)
  // 32.5 days of 60 g.
  expect(slaughter).toMatchObject({ targetWeight: 2 })
  expect(['2026-08-02', '2026-08-03']).toContain(slaughter!.day)
  expect(slaughter!.earliest! < slaughter!.day! && slaughter!.day! < slaughter!.latest!).toBe(true)
  expect(points.at(-1)!.day > slaughter!.latest!).toBe(true)
})

test('reports that a target beyond the curve is not reached', async () => {
  const { id } = await open({ targetWeight: 5 })
  await enter(id)
  const { points, slaughter } = await forecastOf(id)
  expect(slaughter).toEqual({ targetWeight: 5, day: null, earliest: null, latest: null })
  expect(points.at(-1)!.age).toBe(42)
})

test('forecasts nothing for a closed batch or without animals or a curve', async () => {
  const none = { points: [], slaughter: null }
  expect(await forecastOf((await open()).id)).toEqual(none)
  const { id } = await open({ productionCurveId: null })
  await enter(id)
  expect(await forecastOf(id)).toEqual(none)
  const sold = await open()
  await enter(sold.id)
  await books.move(sold.id, [
    { id: '2', at: NOW, action: 'EXIT', actionType: 'EXTERNAL_SALE', number: 1000, weight: 600, ageDays: null, pending: false },
  ])
  expect(await forecastOf(sold.id)).toEqual(none)
  const closed = await open()
  await enter(closed.id)
  data(await api.batches.quickCloseOpen({ params: { id: closed.id }, body: { version: 1, closeDate: iso(NOW) } }))
  expect(await forecastOf(closed.id)).toEqual(none)
  expect(await silosOf(closed.id)).toEqual([])
})

test('forecasts the day a silo is empty and the last day to order', async () => {
  const { id, entityId } = await open({ productionCurveId: null })
  const box = await books.box(entityId, ['SILO_WEIGHT'])
  const siloInterfaceIds = [box.interfaces[0]!]
  const body = { openDate: iso(OPENED), species: 'BROILER', siloInterfaceIds, version: 1 } as const
  data(await api.batches.edit({ params: { id }, body, files: [] }))
  // Each day 240 kg, in halves; on the eighth twice as much.
  let kg = 6000
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++) {
    if (hour % 12 === 6) kg -= Math.floor(hour / 24) === 7 ? 240 : 120
    await box.send(OPENED + hour * HOUR, [kg])
  }
  await books.rolledUp()
  const [silo, ...others] = await silosOf(id)
  expect(others).toEqual([])
  expect(silo).toMatchObject({ capacity: null, weight: kg, leadDays: 3, feedFactory: null })
  // 0.5 · 240 + 0.3 · 240 + 0.2 · 480
  expect(silo!.dailyUse).toBe(288)
  expect(silo!.daysToEmpty).toBe(Math.round((kg / 288) * 10) / 10)
  // It is noon of the 11th of July; by 480 kg a day, by 240.
  const dayIn = (days: number) => iso(Date.UTC(2026, 6, 11) + Math.floor(0.5 + days) * DAY).slice(0, 10)
  expect(silo).toMatchObject({ earliestDay: dayIn(kg / 480), latestDay: dayIn(kg / 240), orderDay: dayIn(kg / 480 - 3) })
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into feed_factories (entity_id, display_name, lead_days) values ($1, 'Slow mill', 9) returning id::text`,
    [farm.at.Paul],
  )
  await books.feed(id, OPENED, 'ENTRY', 100)
  await farm.world.owner.query('update feed_movements set feed_factory_id = $1 where batch_id = $2', [rows[0]!.id, id])
  expect(await silosOf(id)).toMatchObject([
    { leadDays: 9, feedFactory: { displayName: 'Slow mill' }, orderDay: dayIn(kg / 480 - 9) },
  ])
})

/** An open batch whose silo loses 10 kg an hour, with readings at the hours of `isMeasured`. */
async function openWithSilo(isMeasured: (hour: number) => boolean) {
  const { id, entityId } = await open({ productionCurveId: null })
  const box = await books.box(entityId, ['SILO_WEIGHT'])
  const body = { openDate: iso(OPENED), species: 'BROILER', siloInterfaceIds: box.interfaces, version: 1 } as const
  data(await api.batches.edit({ params: { id }, body, files: [] }))
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++)
    if (isMeasured(hour)) await box.send(OPENED + hour * HOUR, [6000 - 10 * hour])
  await books.rolledUp()
  return id
}
test('forecasts the same days for a silo that was silent for a night', async () => {
  const id = await openWithSilo(hour => hour < 8 * 24 + 15 || hour >= 9 * 24 + 8)
  const [silo] = await silosOf(id)
  // 3480 kg, by 240 kg a day; without the spread the day before would have twice the use.
  expect(Math.abs(silo!.dailyUse! - 240)).toBeLessThanOrEqual(10)
  expect(Math.abs(silo!.daysToEmpty - silo!.weight! / 240)).toBeLessThan(0.6)
})

test('counts the feed that a silent silo has lost since its last weight', async () => {
  const id = await openWithSilo(hour => hour <= 8 * 24 + 12)
  const [silo] = await silosOf(id)
  // Two days ago 3960 kg, for 16.5 days.
  expect(silo).toMatchObject({ weight: 3960, dailyUse: 240, measuredAt: iso(OPENED + (8 * 24 + 12) * HOUR) })
  expect(silo!.daysToEmpty).toBeCloseTo(14.5, 1)
  expect(silo!.orderDay).toBe(iso(Date.UTC(2026, 6, 11) + (15 - 3) * DAY).slice(0, 10))
})

test('counts no day on which a silo was weighed for a part only', async () => {
  const [silo] = await silosOf(await openWithSilo(hour => hour >= 7 * 24 + 18))
  expect(silo).toMatchObject({ dailyUse: 240 })
  const [young] = await silosOf(await openWithSilo(hour => hour >= 9 * 24 + 18))
  expect(young).toMatchObject({ dailyUse: null, daysToEmpty: -100 })
})

test('counts no day before the batch opened', async () => {
  const opened = NOW - 2.5 * DAY
  const { id, entityId } = await open({ openDate: iso(opened), productionCurveId: null })
  const box = await books.box(entityId, ['SILO_WEIGHT'])
  const body = { openDate: iso(opened), species: 'BROILER', siloInterfaceIds: box.interfaces, version: 1 } as const
  data(await api.batches.edit({ params: { id }, body, files: [] }))
  // The batch before took 100 kg an hour, this one takes 10.
  let kg = 30_000
  for (let at = OPENED; at <= NOW; at += HOUR) {
    kg -= at < opened ? 100 : 10
    await box.send(at, [kg])
  }
  await books.rolledUp()
  const [silo] = await silosOf(id)
  expect(silo).toMatchObject({ dailyUse: 240 })
  expect(silo!.earliestDay).toBe(silo!.latestDay)
})

test('lets the use of a shared silo grow with what all of its batches need', async () => {
  const growing = [0, 42].map(age => ({ age, weight: 0.05 + 0.06 * age, dailyFeed: 0.01 * age }))
  const body = { entityId: farm.at.Paul!, displayName: 'Growing', species: 'BROILER', geneticsId: null, source: '' } as const
  const curve = data(await api.curves.create({ body: { ...body, ageUnit: 1, details: growing } })).id
  const young = await open({ productionCurveId: curve })
  const box = await books.box(young.entityId, ['SILO_WEIGHT'])
  const fromSilo = async (id: string, chosen: string, version = 1) => {
    const body = {
      openDate: iso(OPENED),
      species: 'BROILER',
      siloInterfaceIds: box.interfaces,
      productionCurveId: chosen,
      version,
    } as const
    data(await api.batches.edit({ params: { id }, body, files: [] }))
    await enter(id)
  }
  await fromSilo(young.id, curve)
  // 240 kg a day, in halves.
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++)
    await box.send(OPENED + hour * HOUR, [6000 - 120 * Math.floor((hour + 6) / 12)])
  await books.rolledUp()
  const daysOf = async (id: string) => (await silosOf(id))[0]!.daysToEmpty
  const alone = await daysOf(young.id)
  // Each of the others eats 100 g a day all along; of the two the young batch needs half.
  const steady = await open()
  await fromSilo(steady.id, productionCurveId)
  const shared = await daysOf(young.id)
  expect(alone).toBeLessThan(shared)
  // 3480 kg are left.
  expect(shared).toBeLessThan(3480 / 240)
  expect(await daysOf(steady.id)).toBe(shared)
})

test('forecasts nothing for a silo without a measurement or out of scope', async () => {
  const { id, entityId } = await open()
  const box = await books.box(entityId, ['SILO_WEIGHT'])
  const siloInterfaceIds = [box.interfaces[0]!]
  const body = { openDate: iso(OPENED), species: 'BROILER', siloInterfaceIds, version: 1 } as const
  data(await api.batches.edit({ params: { id }, body, files: [] }))
  expect(await silosOf(id)).toMatchObject([
    { weight: null, measuredAt: null, dailyUse: null, daysToEmpty: -100, emptyDay: null, earliestDay: null, orderDay: null },
  ])
  const elsewhere = await farm.as('Suínos')
  const notFound = { failure: { code: 'NOT_FOUND' } }
  await expect(silosOf(id, elsewhere)).rejects.toMatchObject(notFound)
  await expect(elsewhere.batchFigures.forecast({ params: { id } })).rejects.toMatchObject(notFound)
})
