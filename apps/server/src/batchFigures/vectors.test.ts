import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import type { Curve } from '@steading/production/curve'
import { DAY } from '@steading/production/figures'
import type { Movement } from '@steading/production/replay'
import type { FeedMovement } from '@steading/production/stock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  broilerMovements,
  broilerOpen,
  broilerRows,
  cell,
  pigMovements,
  pigOpen,
  pigRows,
  pigs,
  ross,
  transferAt,
} from '../../../../packages/production/test/vectors.ts'
import type { Row } from '../../../../packages/production/test/vectors.ts'
import { seeded } from '../../../../chaos/random.ts'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd } from '../../test/herd.ts'

let now = broilerOpen
let farm: Farm
let books: ReturnType<typeof createBooks>

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
  books = createBooks(farm)
})
afterAll(() => farm.close())

/** A session of that instant. */
const at = async (instant: number): Promise<Api> => {
  now = instant
  return farm.as('Grupo')
}
const iso = (ms: number) => new Date(ms).toISOString()

interface Vector {
  readonly entityId: string
  readonly species: 'BROILER' | 'FINISHER'
  readonly opened: number
  readonly usableArea: number
  readonly curve: Curve
  readonly ageUnit: 1 | 7
  readonly rows: readonly Row[]
  readonly movements: readonly Movement[]
  readonly deliveries: readonly FeedMovement[]
}

/** Feed of the broiler vector, at the local midnight that begins a day: what came, and what went at the end. */
const broilerFeed: readonly FeedMovement[] = [
  ...[
    [0, 8000],
    [11, 10_000],
    [18, 14_000],
    [24, 16_000],
    [30, 16_000],
    [35, 14_000],
    [38, 12_000],
  ].map(([day = 0, kg = 0]) => ({ id: `${day}`, at: broilerOpen + day * DAY, action: 'ENTRY', kg, pending: false }) as const),
  { id: '42', at: broilerOpen + 42 * DAY, action: 'EXIT', kg: 6950, pending: false },
]

const random = seeded(27)

/**
 * Books movements through the API: the entry first, the others in a random order, so that most are dated back. A transfer is
 * pending until all are booked.
 */
async function book(api: Api, batchId: string, movements: readonly Movement[]) {
  const herd = createHerd(farm, api)
  const shuffled = movements
    .map(movement => ({ movement, place: movement.action === 'ENTRY' ? -1 : random.next() }))
    .toSorted((a, b) => a.place - b.place)
  const transfers: AnimalMovement[] = []
  for (const { movement } of shuffled) {
    const { at: time, action, actionType, number, weight, ageDays } = movement
    const isTransfer = actionType === 'TRANSFER'
    const booked = await herd.booked(batchId, {
      action,
      actionType,
      timestamp: iso(time),
      number,
      ...(weight !== null && { weight }),
      ...(action === 'ENTRY' && ageDays !== null && { age: ageDays }),
      ...(isTransfer && { pending: true, inverseBatchId: (await herd.openBatch(iso(time - DAY), { species: 'FINISHER' })).id }),
    })
    if (isTransfer) transfers.push(booked)
  }
  for (const transfer of transfers) data(await herd.edit(transfer, { pending: false }))
}

/** Weighs animals together through the API. */
const weigh = async (api: Api, batchId: string, time: number, number: number, totalWeight: number) =>
  data(await api.weighings.create({ body: { batchId, timestamp: iso(time), number, totalWeight } }))

let feedTypes = 0
const aFeedType = async (api: Api, species: Vector['species']) => {
  const displayName = `Feed ${++feedTypes}`
  const body = { entityId: farm.at.Grupo!, code: 'F', displayName, translations: {}, species } as const
  return data(await api.feedTypes.create({ body: { ...body, medicated: false, withdrawalDays: 0 } })).id
}

/** Books feed through the API: what came in a random order, then what went to a batch of another house. */
async function bookFeed(
  api: Api,
  { id: batchId, species }: Pick<Batch, 'id'> & Pick<Vector, 'species'>,
  feedTypeId: string,
  movements: readonly FeedMovement[],
) {
  const herd = createHerd(farm, api)
  const shuffled = movements
    .map(movement => ({ movement, place: movement.action === 'ENTRY' ? random.next() : 2 }))
    .toSorted((a, b) => a.place - b.place)
  for (const { movement } of shuffled) {
    const { at: time, action, kg } = movement
    const more =
      action === 'ENTRY'
        ? ({ actionType: 'BUY' } as const)
        : ({ actionType: 'TRANSFER', inverseBatchId: (await herd.openBatch(iso(time - DAY), { species })).id } as const)
    const body = { batchId, action, timestamp: iso(time), weight: kg, feedTypeId, ...more }
    data(await api.feedMovements.create({ body, files: [] }))
  }
}

/** A batch in a house whose box counts feed and water; `until` sends the registers and books animals and feed up to an instant. */
async function openBatch({ entityId, species, opened, usableArea, curve, ageUnit, rows, movements, deliveries }: Vector) {
  const opener = await at(opened)
  const box = await books.box(entityId, ['FEED_COUNTER', 'WATER_COUNTER'])
  const created = data(
    await opener.curves.create({
      body: {
        entityId: farm.at.Grupo!,
        displayName: `Curve of ${species}`,
        species,
        geneticsId: null,
        ageUnit,
        source: '',
        details: [...curve],
      },
    }),
  )
  const batch = data(
    await opener.batches.create({
      body: {
        entityId,
        openDate: iso(opened),
        species,
        usableArea,
        productionCurveId: created.id,
        feedInterfaceIds: [box.interfaces[0]!],
        waterInterfaceIds: [box.interfaces[1]!],
      },
      files: [],
    }),
  )
  const feedTypeId = await aFeedType(opener, species)
  let sent = 0
  let booked = -Infinity
  const registers = [0, 0]
  await box.send(opened, registers)
  const until = async (instant: number) => {
    for (; opened + (sent + 1) * DAY <= instant; sent++) {
      registers[0]! += cell(rows[sent], 'feedKg')
      registers[1]! += cell(rows[sent], 'waterL') || 0
      await box.send(opened + (sent + 1) * DAY, registers)
    }
    const api = await at(instant)
    const isNew = (movement: { readonly at: number }) => movement.at > booked && movement.at <= instant
    await book(api, batch.id, movements.filter(isNew))
    await bookFeed(api, { id: batch.id, species }, feedTypeId, deliveries.filter(isNew))
    booked = instant
    await books.rolledUp()
    return api
  }
  const close = async (api: Api) =>
    data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1, closeDate: iso(now) } }))
  return { id: batch.id, until, close }
}

describe('the broiler vector', () => {
  let batch: Awaited<ReturnType<typeof openBatch>>
  beforeAll(async () => {
    batch = await openBatch({
      entityId: farm.at['House 1']!,
      species: 'BROILER',
      opened: broilerOpen,
      usableArea: 1300,
      curve: ross,
      ageUnit: 1,
      rows: broilerRows,
      movements: broilerMovements,
      deliveries: broilerFeed,
    })
  })

  test('gives every KPI of the open batch at age 21', async () => {
    const api = await batch.until(broilerOpen + 21 * DAY)
    await weigh(api, batch.id, now, 100, 99.2)
    expect(data(await api.batchFigures.kpis({ params: { id: batch.id } }))).toEqual({
      asOf: iso(now),
      mortality: 1.49,
      livability: 98.51,
      daysOpen: 21,
      batchAge: 21,
      entryWeight: 0.044,
      exitWeight: -100,
      currentWeight: 0.992,
      isWeightEstimated: false,
      stay: 21,
      averageDailyGain: 45,
      gain: 18_664.4,
      feedConversion: 1.22,
      technicalConversion: -100,
      animalDays: 416_052,
      feed: 22_799.7,
      water: 41_041,
      feedDays: { measured: 21, total: 21 },
      waterDays: { measured: 21, total: 21 },
      feedPerAnimalDay: 0.055,
      waterPerAnimalDay: 0.099,
      waterFeedRatio: 1.8,
      spacePerAnimal: 0.07,
      animalsPerSpace: 15.16,
      density: 15,
      epef: 381,
      iep: -100,
      curveDeviation: -2,
      unexplained: 0,
    })
    expect(data(await api.batchFigures.curveWindowRange({ params: { id: batch.id } }))).toEqual({ range: { from: 0, to: 28 } })
    const points = data(await api.batchFigures.evolution({ params: { id: batch.id } }))
    expect(points.at(-1)).toEqual({ age: 21, day: '2026-04-27', weight: 0.992, curveWeight: 1.012, balance: 19_702 })
  })

  test('gives the density before the sale of day 35', async () => {
    const api = await batch.until(broilerOpen + 35 * DAY - 1)
    await weigh(api, batch.id, now, 100, 225)
    expect(data(await api.batches.details({ params: { id: batch.id } }))).toMatchObject({ numberAnimals: 19_520 })
    expect(data(await api.batchFigures.kpis({ params: { id: batch.id } }))).toMatchObject({ currentWeight: 2.25, density: 33.8 })
  })

  test('gives every KPI of the closed batch', async () => {
    const api = await batch.until(broilerOpen + 42 * DAY)
    await batch.close(api)
    now += 60_000
    expect(data(await api.batchFigures.kpis({ params: { id: batch.id } }))).toMatchObject({
      asOf: iso(broilerOpen + 42 * DAY),
      mortality: 2.85,
      livability: 97.15,
      daysOpen: 42,
      batchAge: 42,
      entryWeight: 0.044,
      exitWeight: 2.761,
      stay: 40.2,
      averageDailyGain: 68,
      gain: 52_760,
      feedConversion: 1.57,
      technicalConversion: -100,
      animalDays: 792_067,
      feed: 83_041.5,
      water: 149_476,
      feedPerAnimalDay: 0.105,
      waterPerAnimalDay: 0.189,
      waterFeedRatio: 1.8,
      spacePerAnimal: -100,
      animalsPerSpace: 0,
      density: 0,
      epef: 424,
      iep: -100,
      curveDeviation: -2,
      unexplained: 0,
    })
  })

  test('gives feed, water and balance of every day', async () => {
    const api = await at(now)
    const query = { params: { id: batch.id } }
    const days = data(await api.batchFigures.consumption(query))
    expect(
      days.map(({ day, age, feedKg, waterL, perAnimal, source }) => [day, age, feedKg, waterL, perAnimal.feed, source]),
    ).toEqual(
      broilerRows.map((row, age) => [
        row.date,
        age,
        cell(row, 'feedKg'),
        cell(row, 'waterL'),
        cell(row, 'feedPerAnimal'),
        'FEED_COUNTER',
      ]),
    )
    const feed = data(await api.batchFigures.feedAccumulated(query))
    const water = data(await api.batchFigures.waterAccumulated(query))
    expect(feed.map(({ total }) => total)).toEqual(broilerRows.map(row => cell(row, 'cumFeed')))
    expect(water.map(({ total, curveTotal }) => [total, curveTotal])).toEqual(
      broilerRows.map(row => [cell(row, 'cumWater'), null]),
    )
    const evolution = data(await api.batchFigures.evolution(query))
    expect(evolution.slice(0, 42).map(({ balance }) => balance)).toEqual(broilerRows.map(row => cell(row, 'end')))
  })

  test('leaves 8.5 kg of the feed that came', async () => {
    const api = await at(now)
    const { feed } = data(await api.batchFigures.massBalance({ params: { id: batch.id } }))
    expect(feed).toMatchObject({ entries: 90_000, exits: 6950, consumed: 83_041.5, isConsumedByStock: false })
    const { entered, left } = data(await api.feedMovements.aggregation({ query: { batchId: batch.id } }))
    expect(entered - left - feed.consumed!).toBe(8.5)
  })

  test('differs from the curve by rounding only', async () => {
    const api = await at(now)
    const days = data(await api.batchFigures.consumptionDifference({ params: { id: batch.id } }))
    expect(days).toHaveLength(42)
    for (const { feedKg, waterL, perAnimal } of days) {
      expect(Math.abs(feedKg!)).toBeLessThan(0.06)
      expect([waterL, perAnimal]).toEqual([null, { feed: 0, water: null }])
    }
  })
})

describe('the pig vector', () => {
  let batch: Awaited<ReturnType<typeof openBatch>>
  beforeAll(async () => {
    batch = await openBatch({
      entityId: farm.at['Room 1']!,
      species: 'FINISHER',
      opened: pigOpen,
      usableArea: 300,
      curve: pigs,
      ageUnit: 7,
      rows: pigRows,
      movements: pigMovements,
      deliveries: [],
    })
  })

  test('reserves the animals of a pending transfer, and keeps them in the balance', async () => {
    const api = await batch.until(transferAt)
    const herd = createHerd(farm, api)
    const transfer = async () => (await herd.movements(batch.id)).find(({ actionType }) => actionType === 'TRANSFER')!
    const balance = async () => data(await api.batchFigures.evolution({ params: { id: batch.id } })).at(-1)!.balance
    data(await herd.edit(await transfer(), { pending: true }))
    expect(await herd.batch(batch.id)).toMatchObject({ numberAnimals: 396, totalExit: 0, totalExitPending: 20 })
    expect(await balance()).toBe(396)
    data(await herd.edit(await transfer(), { pending: false }))
    expect(await herd.batch(batch.id)).toMatchObject({ numberAnimals: 396, totalExit: 20, totalExitPending: 0 })
    expect(await balance()).toBe(376)
  })

  test('gives every KPI of the closed batch', async () => {
    const open = await batch.until(pigOpen + 42 * DAY)
    await weigh(open, batch.id, pigOpen + 35 * DAY, 10, 580)
    expect(data(await open.batchFigures.kpis({ params: { id: batch.id } }))).toMatchObject({
      batchAge: 112,
      currentWeight: 64.477,
      isWeightEstimated: false,
      feed: 29_989.7,
    })
    const api = await batch.until(pigOpen + 91 * DAY)
    await batch.close(api)
    now += 60_000
    expect(data(await api.batchFigures.kpis({ params: { id: batch.id } }))).toMatchObject({
      mortality: 2.5,
      livability: 97.5,
      daysOpen: 91,
      entryWeight: 30.7,
      exitWeight: 110.974,
      stay: 85.1,
      averageDailyGain: 944,
      gain: 31_000,
      feedConversion: 2.52,
      technicalConversion: 2.47,
      animalDays: 33_579,
      feed: 78_164.3,
      feedPerAnimalDay: 2.328,
      // Of the mean weight and the mean age at exit.
      curveDeviation: 0.9,
      epef: -100,
      iep: 365,
      unexplained: 0,
    })
  })

  test('gives feed, its running total and the balance of every day', async () => {
    const api = await at(now)
    const query = { params: { id: batch.id } }
    const days = data(await api.batchFigures.consumption(query))
    expect(days.map(({ age, feedKg }) => [age, feedKg])).toEqual(pigRows.map(row => [cell(row, 'age'), cell(row, 'feedKg')]))
    const feed = data(await api.batchFigures.feedAccumulated(query))
    expect(feed.map(({ total }) => total)).toEqual(pigRows.map(row => cell(row, 'cumFeed')))
    const evolution = data(await api.batchFigures.evolution(query))
    expect(evolution.slice(0, 91).map(({ balance }) => balance)).toEqual(pigRows.map(row => cell(row, 'end')))
  })

  test('gives the weight of the dead, and the sales in the group of their average weight', async () => {
    const api = await at(now)
    const { types, weightGroups } = data(await api.animalMovements.aggregation({ query: { batchId: batch.id } }))
    expect(types).toContainEqual({ action: 'EXIT', actionType: 'DEATH', number: 10, weight: 609 })
    expect(weightGroups.filter(({ animals }) => animals > 0)).toEqual([{ from: 110, to: 120, animals: 370, weight: 42_400 }])
  })
})

test('a broiler batch without meters eats what came and neither went nor is left, spread over its days', async () => {
  const api = await at(broilerOpen + 42 * DAY)
  const entityId = await farm.entity('House without meters', 'SECTOR', 'Paul')
  const body = { entityId, openDate: iso(broilerOpen), species: 'BROILER' } as const
  const batch = data(await api.batches.create({ body, files: [] }))
  await book(api, batch.id, broilerMovements)
  const left = { id: '43', at: broilerOpen + 42 * DAY, action: 'EXIT', kg: 8.5, pending: false } as const
  await bookFeed(api, { id: batch.id, species: 'BROILER' }, await aFeedType(api, 'BROILER'), [...broilerFeed, left])
  data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1 } }))
  expect(data(await api.batchFigures.kpis({ params: { id: batch.id } }))).toMatchObject({
    feed: 83_041.5,
    feedConversion: 1.57,
    feedPerAnimalDay: 0.105,
    epef: 424,
    unexplained: 0,
  })
})
