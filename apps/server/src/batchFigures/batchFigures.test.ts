import type { CurvePoint } from '@steading/contract/production/curves'
import type { Movement } from '@steading/production/replay'
import { expect, test } from 'vitest'
import { data, failing } from '../../test/farm.ts'
import { eventually } from '../../test/journal.ts'
import { useProduction } from '../../test/production.ts'
import { createFiguresTask } from './figuresTask.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight in Lisbon; its day has 25 h. */
const OPENED = Date.parse('2026-10-24T23:00:00Z')
/** Midnight after that day. */
const NEXT = OPENED + 25 * HOUR
const NOW = NEXT + DAY + 12 * HOUR
const production = useProduction({ opened: OPENED, start: NOW })
const { aCurve, aHouse, open, setNow, travel } = production

const iso = (ms: number) => new Date(ms).toISOString()
const entry = (number: number, at = OPENED): Movement => ({
  id: '1',
  at,
  action: 'ENTRY',
  actionType: 'EXTERNAL_ENTRY',
  number,
  weight: number * 0.044,
  ageDays: 0,
  pending: false,
})
const consumption = async (id: string) => data(await production.api.batchFigures.consumption({ params: { id } }))

test('sums registers by the local day of the house, 25 h at the end of summer time', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['FEED_COUNTER', 'WATER_COUNTER'])
  const { id } = await open(house, { feedInterfaceIds: [box.interfaces[0]!], waterInterfaceIds: [box.interfaces[1]!] })
  await production.books.move(id, [entry(100)])
  // 1 kg and 2 L an hour.
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++) await box.send(OPENED + hour * HOUR, [hour, 2 * hour])
  await production.books.rolledUp()
  expect(await consumption(id)).toEqual([
    {
      day: '2026-10-25',
      age: 0,
      feedKg: 25,
      waterL: 50,
      perAnimal: { feed: 0.25, water: 0.5 },
      source: 'FEED_COUNTER',
      isEstimated: false,
    },
    {
      day: '2026-10-26',
      age: 1,
      feedKg: 24,
      waterL: 48,
      perAnimal: { feed: 0.24, water: 0.48 },
      source: 'FEED_COUNTER',
      isEstimated: false,
    },
    {
      day: '2026-10-27',
      age: 2,
      feedKg: 12,
      waterL: 24,
      perAnimal: { feed: 0.12, water: 0.24 },
      source: 'FEED_COUNTER',
      isEstimated: false,
    },
  ])
})

test('says on how many of the days feed and water were measured', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['FEED_COUNTER', 'WATER_COUNTER'])
  const { id } = await open(house, { feedInterfaceIds: [box.interfaces[0]!], waterInterfaceIds: [box.interfaces[1]!] })
  await production.books.move(id, [entry(100)])
  const kpis = async () => data(await production.api.batchFigures.kpis({ params: { id } }))
  expect(await kpis()).toMatchObject({ feed: -100, feedDays: { measured: 0, total: 2 }, waterDays: { measured: 0, total: 2 } })
  // 1 kg and 2 L an hour from the noon of the second day on: the first one was not measured.
  for (let at = NEXT + 12 * HOUR; at <= NOW; at += HOUR) await box.send(at, [(at - NEXT) / HOUR, (2 * (at - NEXT)) / HOUR])
  await production.books.rolledUp()
  data(await production.api.batchFigures.refreshImported({ params: { id } }))
  const measured = { measured: 2, total: 3 }
  expect(await kpis()).toMatchObject({ feedDays: measured, waterDays: measured, feedPerAnimalDay: -100 })
})

test('compares the running day with the elapsed part of the curve', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['FEED_COUNTER'])
  const curve = [0, 10].map(age => ({ age, weight: 1, dailyFeed: 0.24 }))
  const { id } = await open(house, { feedInterfaceIds: [box.interfaces[0]!], productionCurveId: await aCurve(curve) })
  await production.books.move(id, [entry(100)])
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++) await box.send(OPENED + hour * HOUR, [hour])
  await production.books.rolledUp()
  const days = data(await production.api.batchFigures.consumptionDifference({ params: { id } }))
  // 25 kg on a day of 25 h, 24 kg, and 12 kg until noon; the curve says 24 kg a day.
  expect(days.map(({ feedKg }) => feedKg)).toEqual([1, 0, 0])
  expect(data(await production.api.batchFigures.feedAccumulated({ params: { id } })).at(-1)).toMatchObject({
    total: 61,
    curveTotal: 60,
  })
  expect(data(await production.api.batchFigures.kpis({ params: { id } }))).toMatchObject({
    animalDays: 250,
    feedPerAnimalDay: 0.244,
  })
})

/** A silo at a house that loses 120 kg every 12 h, and is filled by 3000 kg on the second day. */
async function aSilo(house: string) {
  const box = await production.books.box(house, ['SILO_WEIGHT', 'FEED_COUNTER'])
  for (let at = OPENED; at < NOW; at += HOUR / 3) {
    const delivered = at >= NEXT + 6 * HOUR ? 3000 : 0
    const hours = (at - OPENED) / HOUR
    await box.send(at, [2000 + delivered - 120 * Math.floor(hours / 12), hours])
  }
  await production.books.rolledUp()
  return box.interfaces
}

test('takes feed from the silo before the feed counter, and no delivery for consumption', async () => {
  const house = await aHouse()
  const [silo, counter] = await aSilo(house)
  const { id } = await open(house, { siloInterfaceIds: [silo!], feedInterfaceIds: [counter!] })
  await production.books.move(id, [entry(100)])
  const days = await consumption(id)
  expect(days.map(({ feedKg, source }) => [feedKg, source])).toEqual([
    [240, 'SILO'],
    [240, 'SILO'],
    [120, 'SILO'],
  ])
  const shared = await open(await aHouse(), { siloInterfaceIds: [silo!] })
  await production.books.move(shared.id, [entry(300)])
  // Three quarters of the animals eat three quarters of the feed.
  expect((await consumption(shared.id)).map(({ feedKg }) => feedKg)).toEqual([180, 180, 90])
})

test('spreads what a silent silo lost over its silence, as an estimate', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['SILO_WEIGHT'])
  // 10 kg an hour; nothing is measured from 20:00 (the day has 25 h) to 10:00 of the next day.
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++)
    if (hour <= 20 || hour >= 35) await box.send(OPENED + hour * HOUR, [5000 - 10 * hour])
  await production.books.rolledUp()
  const { id } = await open(house, { siloInterfaceIds: box.interfaces })
  await production.books.move(id, [entry(100)])
  const days = await consumption(id)
  expect(days.map(({ isEstimated, source }) => [isEstimated, source])).toEqual([
    [true, 'SILO'],
    [true, 'SILO'],
    [false, 'SILO'],
  ])
  expect(Math.abs(days[0]!.feedKg! - 250)).toBeLessThan(2)
  expect(Math.abs(days[1]!.feedKg! - 240)).toBeLessThan(12)
  expect(days.reduce((sum, { feedKg }) => sum + feedKg!, 0)).toBeCloseTo(600, 0)
})

test('takes the median of a whole day of the scales of a house for a weighing', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['ANIMAL_SCALE'])
  const curve = [0, 10].map(age => ({ age, weight: 1 }))
  const { id } = await open(house, { productionCurveId: await aCurve(curve) })
  await production.books.move(id, [entry(100)])
  const weights = async () =>
    data(await production.api.batchFigures.evolution({ params: { id } })).map(({ day, weight }) => [day, weight])
  const kpis = async () => data(await production.api.batchFigures.kpis({ params: { id } }))
  expect(await kpis()).toMatchObject({ currentWeight: 1, isWeightEstimated: true })
  // 1.1 kg, with a child on the scale twice, on the first day; 1.2 kg on the second; 9 kg on the running one.
  for (let hour = 0; OPENED + hour * HOUR < NOW; hour++) {
    const day = OPENED + hour * HOUR < NEXT ? 1.1 : OPENED + hour * HOUR < NEXT + DAY ? 1.2 : 9
    await box.send(OPENED + hour * HOUR, [hour === 5 || hour === 6 ? 30 : hour === 7 ? 0 : day])
  }
  await production.books.rolledUp()
  expect(data(await production.api.batchFigures.refreshImported({ params: { id } }))).toEqual({ changed: 2 })
  expect(await weights()).toEqual([
    ['2026-10-25', 1.1],
    ['2026-10-26', 1.2],
    ['2026-10-27', null],
  ])
  expect(await kpis()).toMatchObject({ currentWeight: 1.2, isWeightEstimated: false, curveDeviation: 20 })
  // Somebody weighed on the second day, too: people are believed.
  await production.books.weigh(id, NEXT + HOUR, 10, 13)
  expect((await weights())[1]).toEqual(['2026-10-26', 1.3])
  expect(await kpis()).toMatchObject({ currentWeight: 1.3 })
})

test('counts the weighing entered last of two at one instant, whatever their methods', async () => {
  const { id: batchId } = await open(await aHouse())
  await production.books.move(batchId, [entry(100)])
  for (const [method, totalWeight] of [
    ['MANUAL', 11],
    ['SCALE', 10],
  ] as const)
    data(
      await production.api.weighings.create({ body: { batchId, timestamp: iso(NEXT + HOUR), number: 10, totalWeight, method } }),
    )
  expect(data(await production.api.batchFigures.kpis({ params: { id: batchId } }))).toMatchObject({ currentWeight: 1 })
  const points = data(await production.api.batchFigures.evolution({ params: { id: batchId } }))
  expect(points[1]).toMatchObject({ weight: 1 })
})

test('compares the day of a scale with the curve in the middle of that day', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['ANIMAL_SCALE'])
  // 20 g a day: chicks of the curve weigh 50 g in the middle of the first day, 70 g in that of the second.
  const curve = [0, 10].map(age => ({ age, weight: 0.04 + 0.02 * age }))
  const { id } = await open(house, { productionCurveId: await aCurve(curve) })
  await production.books.move(id, [entry(100)])
  for (let hour = 0; OPENED + hour * HOUR < NOW; hour++)
    await box.send(OPENED + hour * HOUR, [OPENED + hour * HOUR < NEXT ? 0.05 : 0.07])
  await production.books.rolledUp()
  data(await production.api.batchFigures.refreshImported({ params: { id } }))
  const points = data(await production.api.batchFigures.evolution({ params: { id } }))
  expect(points.map(({ weight, curveWeight }) => [weight, curveWeight])).toEqual([
    [0.04, 0.04],
    [0.06, 0.06],
    [null, 0.08],
  ])
  expect(data(await production.api.batchFigures.kpis({ params: { id } }))).toMatchObject({
    currentWeight: 0.08,
    curveDeviation: 0,
  })
})

test('spreads booked amounts over the days of a closed batch without a sensor', async () => {
  const { id } = await open(await aHouse())
  await production.books.move(id, [entry(100)])
  await production.books.feed(id, OPENED, 'ENTRY', 100)
  await production.books.feed(id, NEXT, 'EXIT', 1)
  expect((await consumption(id)).map(({ feedKg, source }) => [feedKg, source])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  const body = { version: 1, closeDate: iso(NEXT + DAY) }
  data(await production.api.batches.quickCloseOpen({ params: { id }, body }))
  setNow(production.now + 1000)
  // 99 kg over two days, whose first has 25 h.
  expect((await consumption(id)).map(({ feedKg, source, isEstimated }) => [feedKg, source, isEstimated])).toEqual([
    [49.5, 'STOCK', true],
    [49.5, 'STOCK', true],
  ])
  expect(data(await production.api.batchFigures.kpis({ params: { id } }))).toMatchObject({ feed: 99, unexplained: 100 })
})

test('computes KPIs again after each revision, edit and local day', async () => {
  const { id } = await open(await aHouse())
  const kpis = async () => data(await production.api.batchFigures.kpis({ params: { id } }))
  expect(await kpis()).toMatchObject({ livability: -100, daysOpen: 2, feed: -100, asOf: iso(NOW) })
  await travel(NOW + HOUR)
  expect(await kpis()).toMatchObject({ asOf: iso(NOW) })
  await production.books.move(id, [entry(100)])
  expect(await kpis()).toMatchObject({ livability: 100, spacePerAnimal: -100, asOf: iso(NOW + HOUR) })
  await travel(NOW + 2 * HOUR)
  const body = { openDate: iso(OPENED), species: 'BROILER', usableArea: 50, version: 1 } as const
  data(await production.api.batches.edit({ params: { id }, body, files: [] }))
  expect(await kpis()).toMatchObject({ spacePerAnimal: 0.5 })
  await travel(NOW + DAY)
  expect(await kpis()).toMatchObject({ daysOpen: 3, asOf: iso(NOW + DAY) })
})

test('computes figures again that an earlier version of the platform stored without a KPI of today', async () => {
  const { id } = await open(await aHouse())
  await production.books.move(id, [entry(100)])
  const kpis = async () => data(await production.api.batchFigures.kpis({ params: { id } }))
  const ranking = async () => data(await production.api.batchFigures.analytics({ query: { ids: [id] } })).content
  const today = await kpis()
  expect(await ranking()).toMatchObject([{ kpis: { livability: 100 }, isCurrent: true }])
  const forget = () =>
    production.farm.world.owner.query("update batch_figures set figures = figures - 'feedDays' where batch_id = $1", [id])
  await forget()
  expect(await kpis()).toEqual(today)
  await forget()
  expect(await ranking()).toMatchObject([{ kpis: today, isCurrent: true }])
})

test('recomputes an unchanged batch without a change, also twice at once', async () => {
  const house = await aHouse()
  const box = await production.books.box(house, ['WATER_COUNTER'])
  const { id } = await open(house, { waterInterfaceIds: [box.interfaces[0]!] })
  const calculate = async () => data(await production.api.batchFigures.calculateConsumption({ params: { id } })).changed
  const both = await Promise.all([calculate(), calculate()])
  expect(both.toSorted()).toEqual([0, 3])
  await box.send(OPENED, [0])
  await box.send(OPENED + HOUR, [7])
  await production.books.rolledUp()
  expect(data(await production.api.batchFigures.refreshImported({ params: { id } }))).toEqual({ changed: 1 })
  expect(data(await production.api.batchFigures.refreshImported({ params: { id } }))).toEqual({ changed: 0 })
  expect(data(await production.api.batchFigures.kpis({ params: { id } }))).toMatchObject({ water: 7 })
})

test('a refresh writes the totals of a batch from its movements again', async () => {
  const { id } = await open(await aHouse())
  await production.books.move(id, [entry(100)])
  await production.farm.world.owner.query('update batches set total_entry = 7 where id = $1', [id])
  data(await production.api.batchFigures.refresh({ params: { id } }))
  expect(data(await production.api.batches.details({ params: { id } }))).toMatchObject({ totalEntry: 100 })
})

test('refreshes an open batch by one call and a closed one by the other', async () => {
  const { id } = await open(await aHouse())
  const params = { id }
  const both = await Promise.all([0, 1].map(async () => data(await production.api.batchFigures.refresh({ params }))))
  expect(both).toMatchObject([{ daysOpen: 2 }, { daysOpen: 2 }])
  expect(data(await production.api.batchFigures.refresh({ params }))).toEqual(both[0])
  await expect(production.api.batchFigures.refreshClosed({ params })).rejects.toMatchObject(failing('INVALID_INPUT', 'id'))
  data(await production.api.batches.quickCloseOpen({ params, body: { version: 1, closeDate: iso(NEXT) } }))
  const closed = await Promise.all([0, 1].map(async () => data(await production.api.batchFigures.refreshClosed({ params }))))
  expect(closed).toMatchObject([0, 1].map(() => ({ daysOpen: 1, asOf: iso(NEXT) })))
  expect(data(await production.api.batchFigures.refreshClosed({ params }))).toEqual(closed[0])
  await expect(production.api.batchFigures.refresh({ params })).rejects.toMatchObject(failing('INVALID_INPUT', 'id'))
})

test('answers 404 for batches out of reach, and 403 without the permission', async () => {
  const { id } = await open(await aHouse())
  const elsewhere = await production.farm.as('Suínos')
  const reader = await production.farm.as('Aves', ['batches.read'])
  const notFound = { failure: { code: 'NOT_FOUND' } }
  await expect(elsewhere.batchFigures.kpis({ params: { id } })).rejects.toMatchObject(notFound)
  await expect(elsewhere.batchFigures.consumptionOfSeveral({ query: { batchIds: [id] } })).rejects.toMatchObject(notFound)
  await expect(elsewhere.batchFigures.calculateConsumption({ params: { id } })).rejects.toMatchObject(notFound)
  await expect(elsewhere.batchFigures.updateEnvironment({ query: { batchId: id } })).rejects.toMatchObject(notFound)
  await expect(reader.batchFigures.refresh({ params: { id } })).rejects.toMatchObject({ status: 403 })
  expect(data(await reader.batchFigures.kpis({ params: { id } }))).toMatchObject({ daysOpen: 2 })
})

test('lays the totals of several batches side by side', async () => {
  const first = await open(await aHouse())
  const second = await open(await aHouse())
  await production.books.move(second.id, [entry(10, NEXT)])
  const totals = data(
    await production.api.batchFigures.consumptionOfSeveral({ query: { batchIds: [second.id, first.id], kind: 'WATER' } }),
  )
  expect(totals.map(({ batch, points }) => [batch.code, points.map(({ age }) => age)])).toEqual([
    [second.code, [-1, 0, 1]],
    [first.code, [null, null, null]],
  ])
})

/** A house with a temperature of 30 °C for six hours and 20 °C for the next six, each 5 min; the band of its curve is 28 to 32 °C. */
async function aWarmHouse() {
  const house = await aHouse()
  const box = await production.books.box(house, ['TEMPERATURE'])
  for (let bucket = 0; bucket < 144; bucket++) await box.send(OPENED + bucket * 300_000, [bucket < 72 ? 30 : 20])
  await production.books.rolledUp()
  const band = { weight: 1, tMin: 28, tMax: 32 }
  const curve = await aCurve([
    { age: 0, ...band },
    { age: 10, ...band },
  ])
  const { id } = await open(house, { productionCurveId: curve })
  await production.books.move(id, [entry(100)])
  return id
}
/** 61 h of 12 buckets. */
const EXPECTED = { category: 'TEMPERATURE', expected: 732, present: 144, inside: 72, coverage: 19.7, compliance: 50 }

test('counts how much of the climate was measured, and how much lay inside the band', async () => {
  const id = await aWarmHouse()
  expect(data(await production.api.batchFigures.compliance({ params: { id } }))).toEqual([EXPECTED])
  const stored = data(await production.api.batchFigures.environment({ query: { batchId: id } }))
  expect(stored).toEqual([{ ...EXPECTED, computedAt: iso(NOW) }])
  setNow(NOW + 300_000)
  const updated = data(await production.api.batchFigures.updateEnvironment({ query: { batchId: id, statusChange: true } }))
  expect(updated).toEqual([{ ...EXPECTED, expected: 733, coverage: 19.6, computedAt: iso(production.now) }])
})

/** Edits the points of a curve as people do. */
async function editCurve(id: string, details: CurvePoint[]) {
  const { displayName, species, ageUnit, source, status, version } = data(await production.api.curves.details({ params: { id } }))
  const body = { displayName, species, geneticsId: null, ageUnit, source, details, status, version }
  data(await production.api.curves.edit({ params: { id }, body }))
}

test('an edited curve changes KPIs, ranking, climate and history at once', async () => {
  const id = await aWarmHouse()
  const { productionCurve } = data(await production.api.batches.details({ params: { id } }))
  await production.books.weigh(id, NEXT, 10, 10)
  const kpis = async () => data(await production.api.batchFigures.kpis({ params: { id } }))
  const compliance = async () => data(await production.api.batchFigures.compliance({ params: { id } }))[0]!.compliance
  const ranked = async () => data(await production.api.batchFigures.analytics({ query: { ids: [id] } })).content[0]!
  expect([(await kpis()).curveDeviation, await compliance(), (await ranked()).isCurrent]).toEqual([0, 50, true])
  // An edit that began before the figures were computed, and ended afterwards, has an earlier time.
  const edited = [0, 10].map(age => ({ age, weight: 2, tMin: 10, tMax: 32 }))
  await production.farm.world.owner.query(
    'update production_curves set details = $2, version = version + 1, updated_at = $3 where id = $1',
    [productionCurve!.id, JSON.stringify(edited), new Date(NOW - DAY)],
  )
  expect(await ranked()).toMatchObject({ isCurrent: true, kpis: { curveDeviation: -50 } })
  expect([(await kpis()).curveDeviation, await compliance()]).toEqual([-50, 100])

  data(await production.api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: iso(NEXT + DAY) } }))
  const ofHistory = async () =>
    data(await production.api.batchFigures.farmHistory({ query: { batchIds: [id] } }))[0]!.closed.find(
      ({ batch }) => batch.id === id,
    )!.kpis
  expect((await ofHistory()).currentWeight).toBe(1)
  const growing = [0, 10].map(age => ({ age, weight: 1 + age, tMin: 10, tMax: 25 }))
  await editCurve(productionCurve!.id, growing)
  // Weighed at the age of 1 day, 2 kg by the curve; it is closed at 2 days, 3 kg.
  expect((await ofHistory()).currentWeight).toBe(1.5)
  expect(await compliance()).toBe(50)
})

test('the periodic task computes a closed batch again whose curve was edited', async () => {
  const curve = await aCurve([0, 10].map(age => ({ age, weight: 1 })))
  const { id } = await open(await aHouse(), { productionCurveId: curve })
  await production.books.move(id, [entry(100)])
  data(await production.api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: iso(NEXT) } }))
  data(await production.api.batchFigures.kpis({ params: { id } }))
  await editCurve(
    curve,
    [0, 10].map(age => ({ age, weight: 2 })),
  )
  const storedWeight = async () => {
    const { rows } = await production.farm.world.owner.query<{ weight: number }>(
      `select (figures ->> 'currentWeight')::float8 as weight from batch_figures where batch_id = $1`,
      [id],
    )
    return rows[0]!.weight
  }
  expect(await storedWeight()).toBe(1)
  const task = createFiguresTask(production.farm.world)
  await task.start()
  await task.stop()
  expect(await storedWeight()).toBe(2)
})

test('a corrected age of an entry changes the climate at once', async () => {
  const id = await aWarmHouse()
  const compliance = async () => data(await production.api.batchFigures.compliance({ params: { id } }))[0]!.compliance
  expect(await compliance()).toBe(50)
  // Above the last age of the curve there is no band.
  await production.farm.world.owner.query('update animal_movements set age = 20 where batch_id = $1', [id])
  await production.farm.world.owner.query('update batches set revision = revision + 1 where id = $1', [id])
  expect(await compliance()).toBe(-100)
})

test('computes days and climate of open batches periodically, of a closed one once more', async () => {
  const id = await aWarmHouse()
  const stored = async () => {
    const { rows } = await production.farm.world.owner.query<{ days: number; at: Date | null }>(
      `select (select count(*)::int from batch_days where batch_id = $1) as days,
         (select max(computed_at) from batch_environment where batch_id = $1) as at`,
      [id],
    )
    return { days: rows[0]!.days, at: rows[0]!.at?.getTime() ?? null }
  }
  const task = createFiguresTask(production.farm.world)
  await task.start()
  await eventually(async () => (await stored()).at === NOW)
  expect(await stored()).toEqual({ days: 3, at: NOW })
  await travel(NOW + HOUR)
  data(await production.api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: iso(NEXT) } }))
  setNow(NOW + 2 * HOUR)
  task.wake()
  await eventually(async () => (await stored()).at === production.now)
  expect(await stored()).toEqual({ days: 1, at: production.now })
  await task.stop()
})
