import type { EntityBatches } from '@steading/contract/entities/analytics'
import type { Movement } from '@steading/production/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { mortalityCourse } from './mortality.ts'

const NOW = Date.UTC(2026, 4, 31)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
})
afterAll(() => farm.close())

const days = { zone: 'UTC', first: 100, last: 102 }

test('a share of deaths is of the animals at the start of a day', () => {
  const rows = [
    { day: null, change: 1000, deaths: 40 },
    { day: 100, change: -10, deaths: 10 },
    { day: 102, change: -500, deaths: 5 },
  ]
  expect(mortalityCourse(rows, days)).toMatchObject({ deaths: [10, 0, 5], percents: [1, 0, 0.505] })
})

test('a share of deaths on the day that animals come is of all that came', () => {
  expect(mortalityCourse([{ day: 101, change: 1990, deaths: 10 }], days)).toEqual({
    times: [101 * 86_400_000, 102 * 86_400_000],
    deaths: [10, 0],
    percents: [0.5, 0],
  })
})

test('a day without animals has no share', () => {
  const rows = [
    { day: null, change: 50, deaths: 0 },
    { day: 100, change: -50, deaths: 0 },
  ]
  expect(mortalityCourse(rows, days).times).toEqual([100 * 86_400_000])
})

const at = (day: number, hour = 10) => Date.UTC(2026, 4, day, hour)
const movement = (moment: number, actionType: Movement['actionType'], number: number, pending = false): Movement => ({
  id: '0',
  at: moment,
  action: actionType === 'EXTERNAL_ENTRY' ? 'ENTRY' : 'EXIT',
  actionType,
  number,
  weight: actionType === 'DEATH' ? null : number,
  ageDays: null,
  pending,
})

test('deaths of the houses of a farm add up by its local days', async () => {
  const books = createBooks(farm)
  const houses = ['House 1', 'House 2'].map(name => farm.at[name]!)
  const manager = await farm.as('Paul')
  const batches: string[] = []
  for (const entityId of houses) {
    const body = { entityId, openDate: new Date(at(1)).toISOString(), species: 'BROILER' as const }
    batches.push(data(await manager.batches.create({ body, files: [] })).id)
  }
  // Half an hour before midnight UTC it is the next day in Lisbon.
  await books.move(batches[0]!, [
    movement(at(2), 'EXTERNAL_ENTRY', 1000),
    movement(at(10), 'DEATH', 5),
    movement(at(10, 23.5), 'DEATH', 10),
  ])
  await books.move(batches[1]!, [
    movement(at(2), 'EXTERNAL_ENTRY', 3000),
    movement(at(11), 'DEATH', 20),
    movement(at(11), 'EXTERNAL_SALE', 2000, true),
  ])
  const me = await farm.as('Paul', ['analytics.overview', 'analytics.batch'])
  const entityIds = [farm.at['Paul']!, ...houses]
  const entities = data(await me.analytics.batches({ query: { entityIds, fromDay: '2026-05-10', toDay: '2026-05-11' } }))
  const courses = entities.map(({ mortalityByDay }: EntityBatches) => mortalityByDay)
  expect(courses.map(({ deaths }) => deaths)).toEqual([
    [5, 30],
    [5, 10],
    [0, 20],
  ])
  expect(courses.map(({ percents }) => percents)).toEqual([
    [0.125, 0.751],
    [0.5, 1.005],
    [0, 0.667],
  ])
  expect(courses[0]!.times).toEqual([Date.UTC(2026, 4, 9, 23), Date.UTC(2026, 4, 10, 23)])
})

test('animals of a batch that was closed are no longer present', async () => {
  const books = createBooks(farm)
  const house = await farm.entity('House of few', 'SECTOR', 'Paul')
  const manager = await farm.as('Paul')
  const body = { entityId: house, openDate: new Date(at(1)).toISOString(), species: 'BROILER' as const }
  const { id } = data(await manager.batches.create({ body, files: [] }))
  await books.move(id, [movement(at(2), 'EXTERNAL_ENTRY', 1000)])
  await farm.world.owner.query('update batches set total_entry = 1000, close_date = $2 where id = $1', [id, new Date(at(12))])
  const me = await farm.as('Paul', ['analytics.batch'])
  const query = { entityIds: [house], fromDay: '2026-05-10', toDay: '2026-05-20' }
  const [entity] = data(await me.analytics.batches({ query }))
  expect(entity!.mortalityByDay.deaths).toEqual([0, 0, 0])
})
