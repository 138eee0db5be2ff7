import type { Curve } from '@steading/production/curve'
import { DAY } from '@steading/production/figures'
import type { Movement } from '@steading/production/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
} from '../../../../packages/production/test/vectors.ts'
import type { Row } from '../../../../packages/production/test/vectors.ts'
import { createBooks } from '../../test/books.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let now = broilerOpen
let farm: Farm
let api: Api
let books: ReturnType<typeof createBooks>
let broiler: string

const iso = (ms: number) => new Date(ms).toISOString()
const BROILER_DAYS = 42
const PIG_DAYS = 91
const PIG_END = pigOpen + PIG_DAYS * DAY

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
  books = createBooks(farm)
  broiler = await closedBatch({
    house: 'House 1',
    species: 'BROILER',
    opened: broilerOpen,
    curve: ross,
    ageUnit: 1,
    rows: broilerRows,
    movements: broilerMovements,
    days: BROILER_DAYS,
  })
  await closedBatch({
    house: 'Room 1',
    species: 'FINISHER',
    opened: pigOpen,
    curve: pigs,
    ageUnit: 7,
    rows: pigRows,
    movements: pigMovements,
    days: PIG_DAYS,
  })
  api = await farm.as('Grupo')
})
afterAll(() => farm.close())

interface Vector {
  readonly house: string
  readonly species: 'BROILER' | 'FINISHER'
  readonly opened: number
  readonly curve: Curve
  readonly ageUnit: 1 | 7
  readonly rows: readonly Row[]
  readonly movements: readonly Movement[]
  readonly days: number
}

/** A golden batch with its registers of feed and water, closed after its days. */
async function closedBatch({ house, species, opened, curve, ageUnit, rows, movements, days }: Vector): Promise<string> {
  now = opened
  const opener = await farm.as('Grupo')
  const entityId = farm.at[house]!
  const box = await books.box(entityId, ['FEED_COUNTER', 'WATER_COUNTER'])
  const book = { entityId: farm.at.Grupo!, displayName: `Curve of ${species}`, species, geneticsId: null, ageUnit, source: '' }
  const { id: productionCurveId } = data(await opener.curves.create({ body: { ...book, details: [...curve] } }))
  const [feed, water] = box.interfaces
  const batch = { entityId, openDate: iso(opened), species, productionCurveId }
  const { id } = data(
    await opener.batches.create({ body: { ...batch, feedInterfaceIds: [feed!], waterInterfaceIds: [water!] }, files: [] }),
  )
  const registers = [0, 0]
  await box.send(opened, registers)
  for (let day = 0; day < days; day++) {
    registers[0]! += cell(rows[day], 'feedKg')
    registers[1]! += cell(rows[day], 'waterL') || 0
    await box.send(opened + (day + 1) * DAY, registers)
  }
  await books.move(
    id,
    movements.map(movement => ({ ...movement, pending: false })),
  )
  await books.weigh(id, opened + 21 * DAY - 1, 100, 99.2)
  await books.rolledUp()
  now = opened + days * DAY
  const closer = await farm.as('Grupo')
  data(await closer.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: iso(now) } }))
  data(await closer.batchFigures.refreshClosed({ params: { id } }))
  return id
}

const evolutionOf = async (configs: object, by = api) => {
  const { id } = data(await by.dashboards.create({ body: { displayName: 'Growth' } }))
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into widgets (dashboard_id, type, configs) values ($1, 'BATCH_KPI_EVOLUTION', $2) returning id::text`,
    [id, JSON.stringify(configs)],
  )
  return data(await by.widgetData.batchEvolution({ params: { id: rows[0]!.id } }))
}

test.each([
  ['MORTALITY', { 0: [0.14, null], 20: [1.49, null], 41: [2.85, null] }],
  ['AVERAGE_WEIGHT', { 0: [null, 0.044], 20: [0.992, 0.935], 41: [null, 2.898] }],
  ['DAILY_FEED', { 0: [239.8, 239.832], 41: [2988.6, 2988.563] }],
  ['DAILY_WATER', { 0: [432, null], 6: [1250, null] }],
  ['TOTAL_FEED', { 0: [239.8, 239.832], 41: [83_041.5, 83_041.391] }],
  ['TOTAL_WATER', { 41: [149_476, null] }],
] as const)('draws %s of the broiler vector by its days', async (kpi, expected) => {
  const { batch, points } = await evolutionOf({ batchId: broiler, kpi })
  expect(batch).toMatchObject({ id: broiler, entity: { id: farm.at['House 1'] } })
  expect(points).toHaveLength(BROILER_DAYS)
  expect(points[0]).toMatchObject({ age: 0, day: '2026-04-06' })
  for (const [day, [value, curve]] of Object.entries(expected)) expect(points[Number(day)]).toMatchObject({ value, curve })
})

test('leaves out the curve where the widget does', async () => {
  const { points } = await evolutionOf({ batchId: broiler, kpi: 'TOTAL_FEED', curve: false })
  expect(points.every(({ curve }) => curve === null)).toBe(true)
  expect(points[0]!.value).toBe(239.8)
})

test('follows the open batch of a house, and draws nothing without one', async () => {
  const configs = { entityId: farm.at['House 2']!, kpi: 'AVERAGE_WEIGHT' }
  expect(await evolutionOf(configs)).toEqual({ batch: null, kpi: 'AVERAGE_WEIGHT', points: [] })
  const body = { entityId: farm.at['House 2']!, openDate: iso(now - 1.5 * DAY), species: 'BROILER' } as const
  const { id } = data(await api.batches.create({ body, files: [] }))
  const { batch, points } = await evolutionOf(configs)
  expect(batch).toMatchObject({ id })
  expect(points.map(({ age }) => age)).toEqual([0, 1])
  const preview = await api.widgetData.preview({ body: { type: 'BATCH_KPI_EVOLUTION', configs } })
  expect(data(preview)).toEqual({ batchEvolution: { batch, kpi: 'AVERAGE_WEIGHT', points } })
})

test('answers 404 for a batch or a house out of reach, 403 for a preview without the right', async () => {
  const other = await farm.as('Suínos')
  await expect(evolutionOf({ batchId: broiler }, other)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(evolutionOf({ entityId: farm.at['House 1']! }, other)).rejects.toMatchObject(failing('NOT_FOUND'))
  const reader = await farm.as('Grupo', ['interfaces.read'])
  const preview = reader.widgetData.preview({ body: { type: 'BATCH_KPI_EVOLUTION', configs: { batchId: broiler } } })
  await expect(preview).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

test('gives the figures of the golden batches that were closed in a time', async () => {
  const query = { time: 'LAST_QUARTER', species: 'FINISHER' } as const
  expect(data(await api.widgetData.mortality({ query }))).toEqual({ value: 2.5, previous: -100, batches: 1 })
  expect(data(await api.widgetData.averageDailyGain({ query }))).toMatchObject({ value: 944 })
  expect(data(await api.widgetData.conversionIndex({ query }))).toMatchObject({ value: 2.52 })
  // 43,280 kg of 390 pigs.
  expect(data(await api.widgetData.averageWeight({ query }))).toMatchObject({ value: 110.974 })
})

test('compares the exit weights that the widget gives, with the animals that were transferred', async () => {
  const day = iso(PIG_END + DAY / 24).slice(0, 10)
  const query = { entityIds: [farm.at['Room 1']!], fromDay: day, toDay: day }
  // 43,280 kg of 390 pigs; 20 were transferred.
  expect(data(await api.analytics.batches({ query }))).toMatchObject([{ closed: 1, averageWeight: 110.974 }])
})

test('combines batches as a whole, within reach and below the entities', async () => {
  const query = { time: 'LAST_QUARTER' } as const
  const all = data(await api.widgetData.mortality({ query }))
  expect(all).toEqual({ value: 2.84, previous: -100, batches: 2 })
  const ofPoultry = data(await api.widgetData.mortality({ query: { ...query, entities: [farm.at.Aves!] } }))
  expect(ofPoultry).toEqual({ value: 2.85, previous: -100, batches: 1 })
  const other = await farm.as('Suínos')
  expect(data(await other.widgetData.mortality({ query }))).toMatchObject({ batches: 1 })
  const none = data(await other.widgetData.mortality({ query: { ...query, entities: [farm.at.Aves!] } }))
  expect(none).toEqual({ value: -100, previous: -100, batches: 0 })
})

test('compares days with as many days before, by the calendar of the house', async () => {
  const day = (ms: number) => iso(ms + DAY / 24).slice(0, 10)
  const closed = day(broilerOpen + BROILER_DAYS * DAY)
  const custom = (startDate: string, endDate: string) =>
    api.widgetData.conversionIndex({ query: { time: 'CUSTOM', startDate, endDate, species: ['BROILER'] } })
  expect(data(await custom(closed, closed))).toEqual({ value: 1.57, previous: -100, batches: 1 })
  const after = day(broilerOpen + (BROILER_DAYS + 1) * DAY)
  expect(data(await custom(after, after))).toEqual({ value: -100, previous: 1.57, batches: 0 })
  await expect(api.widgetData.mortality({ query: { time: 'CUSTOM', endDate: closed } })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'startDate'),
  )
})

test('counts the animals sold by the mean weight of each sale, and by farm', async () => {
  const { total, groups, farms } = data(await api.widgetData.animalsByWeight({ query: {} }))
  expect(total).toBe(19_430 + 370)
  expect(groups.map(({ count }) => count)).toEqual([19_430, 0, 0, 370, 0])
  expect(farms).toMatchObject([
    { farm: { id: farm.at.Paul }, total: 19_430 },
    { farm: { id: farm.at.Azinheira }, total: 370 },
  ])
  const below = data(await api.widgetData.animalsByWeight({ query: { entityIds: [farm.at.Azinheira!] } }))
  expect(below).toMatchObject({ total: 370, farms: [{ total: 370 }] })
})

test('counts deaths of open batches by cause, in the language of the reader', async () => {
  const body = { entityId: farm.at['Room 1']!, openDate: iso(now), species: 'FINISHER' } as const
  const { id } = data(await api.batches.create({ body, files: [] }))
  const reason = {
    entityId: farm.at.Grupo!,
    code: 'LX',
    displayName: 'Limping pig',
    species: 'PIG',
    icarReason: null,
    icarMethod: null,
  }
  const translations = { 'en-US': 'Limps' }
  const { id: lame } = data(await api.deathReasons.create({ body: { ...reason, species: 'PIG', translations } }))
  const booked = { id: '1', at: now, ageDays: 0, pending: false }
  const death = { ...booked, action: 'EXIT', actionType: 'DEATH', weight: null } as const
  await books.move(id, [
    { ...booked, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100, weight: 3000 },
    { ...death, number: 2 },
    { ...death, number: 1 },
  ])
  await farm.world.owner.query('update animal_movements set death_reason_id = $1 where batch_id = $2 and number = 2', [lame, id])
  const shown = data(await api.widgetData.mortalityByCause({ query: { entityIds: [farm.at.Azinheira!] } }))
  expect(shown).toEqual({
    total: 3,
    batches: 1,
    causes: [
      { reason: { id: lame, displayName: 'Limps' }, count: 2, share: 66.7 },
      { reason: null, count: 1, share: 33.3 },
    ],
  })
  const other = await farm.as('Aves')
  expect(data(await other.widgetData.mortalityByCause({ query: { entityIds: [farm.at.Azinheira!] } }))).toMatchObject({
    total: 0,
  })
})

test('counts no sale of more than twelve months ago', async () => {
  now = PIG_END + 366 * DAY
  const later = await farm.as('Grupo')
  expect(data(await later.widgetData.animalsByWeight({ query: {} })).total).toBe(0)
})
