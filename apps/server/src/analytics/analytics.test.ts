import { MOST_ANALYZED } from '@steading/contract/entities/analytics'
import type { EntityOverview } from '@steading/contract/entities/analytics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'
import { instantsOf, portionsOf } from './analytics.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 4, 31)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
})
afterAll(() => farm.close())

const range = { fromDay: '2026-05-04', toDay: '2026-05-10' }
const failing = (code: string, field?: string) => ({ failure: { code, ...(field && { fields: [{ field }] }) } })

test('a range of days lasts 23 or 25 hours where the clock changes', () => {
  const hours = ({ from, to }: { from: number; to: number }) => (to - from) / HOUR
  const spring = instantsOf({ fromDay: '2026-03-29', toDay: '2026-03-29' }, 'Europe/Lisbon', NOW)
  expect(hours(spring.current)).toBe(23)
  expect(spring.previous.to).toBe(spring.current.from)
  const autumn = instantsOf({ fromDay: '2026-10-25', toDay: '2026-10-25' }, 'Europe/Lisbon', Date.UTC(2026, 9, 26))
  expect(hours(autumn.current)).toBe(25)
})

test('a running range is compared with the same part of the one before', () => {
  // 10:30 in Lisbon on the third of three days.
  const now = Date.UTC(2026, 4, 10, 9, 30)
  const { previous } = instantsOf({ fromDay: '2026-05-08', toDay: '2026-05-10' }, 'Europe/Lisbon', now)
  expect(new Date(previous.from).toISOString()).toBe('2026-05-04T23:00:00.000Z')
  expect(new Date(previous.to).toISOString()).toBe('2026-05-07T09:30:00.000Z')
  const ahead = instantsOf({ fromDay: '2026-05-12', toDay: '2026-05-13' }, 'Europe/Lisbon', now)
  expect(ahead.previous.to).toBe(ahead.previous.from)
})

test('entities are read in portions of few interfaces, each of them whole', () => {
  const entityOf = (sensors: number, meters: number) => ({
    sensors: Array.from({ length: sensors }, String),
    meters: Array.from({ length: meters }, String),
  })
  const sizes = (portions: readonly (readonly ReturnType<typeof entityOf>[])[]) =>
    portions.map(portion => portion.map(({ sensors, meters }) => sensors.length + meters.length))
  expect(sizes(portionsOf([entityOf(3, 1), entityOf(5, 1), entityOf(1, 0), entityOf(20, 4), entityOf(0, 0)], 10))).toEqual([
    [4, 6],
    [1],
    [24],
    [0],
  ])
  expect(portionsOf([])).toEqual([])
})

test('entities are compared in the order of the request', async () => {
  const { id } = await aTerminal(farm)
  await anInterface(farm, id, 'House 1', 'TEMPERATURE', 'North')
  const me = await farm.as('Paul', ['analytics.overview', 'analytics.batch'])
  const entityIds = [farm.at['House 2']!, farm.at['House 1']!]
  const { resolution, entities } = data(await me.analytics.overview({ query: { entityIds, ...range } }))
  expect(resolution).toBe('HOUR')
  expect(entities.map(({ entity }) => entity.id)).toEqual(entityIds)
  expect(entities[0]).toMatchObject({
    environment: { interfaces: 0, mean: null },
    consumption: { total: null, previous: null },
    events: { total: 0, previous: 0 },
  })
  const batches = data(await me.analytics.batches({ query: { entityIds, ...range } }))
  expect(batches[1]).toMatchObject({ open: 0, closed: 0, mortality: -100, averageDailyGain: -100 })
})

test('hourly and daily extremes are those of all readings in the subtree', async () => {
  const books = createBooks(farm)
  const places = ['House 1', 'House 2']
  const boxes = await Promise.all(places.map(place => books.box(farm.at[place]!, ['TEMPERATURE'])))
  // Both houses deviate within an hour, and to opposite sides: no mean over the hour or the houses shows it.
  const readings = [
    [20, 12.4, 24],
    [22, 31.6, 18],
  ]
  const first = Date.UTC(2026, 3, 2, 6)
  for (const [index, box] of boxes.entries())
    for (const [step, value] of readings[index]!.entries()) await box.send(first + (step * HOUR) / 6, [value])
  await books.rolledUp()
  const me = await farm.as('Paul', ['analytics.overview'])
  const entityIds = ['Paul', ...places].map(place => farm.at[place]!)
  for (const toDay of ['2026-04-02', '2026-04-30']) {
    const { entities } = data(await me.analytics.overview({ query: { entityIds, fromDay: '2026-04-01', toDay } }))
    const [whole, ...houses] = entities.map(({ environment }) => environment)
    expect(entities.map(({ environment: { min, max } }) => [min, max])).toEqual([
      [12.4, 31.6],
      [12.4, 24],
      [18, 31.6],
    ])
    // The line stays the mean.
    expect(whole!.values).toEqual([expect.closeTo((houses[0]!.values[0]! + houses[1]!.values[0]!) / 2, 1)])
  }
})

test('small amounts of an hour add up to the totals of both ranges', async () => {
  const books = createBooks(farm)
  const house = await farm.entity('House of drops', 'SECTOR', 'Paul')
  const box = await books.box(house, ['WATER_COUNTER'])
  const first = Date.UTC(2026, 4, 11, 23)
  // 0.4 L an hour up to the end of the first day in Lisbon, 0.3 L on the second.
  let register = 0
  for (let hour = -2; hour <= 48; hour++) {
    await box.send(first + hour * HOUR, [register])
    register += hour < 24 ? 0.4 : 0.3
  }
  await books.rolledUp()
  const me = await farm.as('Paul', ['analytics.overview'])
  const query = { entityIds: [house], fromDay: '2026-05-13', toDay: '2026-05-13' }
  const [{ consumption }] = data(await me.analytics.overview({ query })).entities as [EntityOverview]
  expect(consumption).toMatchObject({ total: 7, previous: 10 })
})

test.each(['overview', 'batches'] as const)('%s is refused without its own right', async call => {
  const query = { entityIds: [farm.at['House 1']!], ...range }
  const other = await farm.as('Paul', [call === 'overview' ? 'analytics.batch' : 'analytics.overview'])
  await expect(other.analytics[call]({ query })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const own = await farm.as('Paul', [call === 'overview' ? 'analytics.overview' : 'analytics.batch'])
  await expect(own.analytics[call]({ query })).resolves.toBeDefined()
})

test('entities out of reach, more than 20, long ranges and wrong categories are refused', async () => {
  const me = await farm.as('Paul', ['analytics.overview'])
  const ask = (query: object) => me.analytics.overview({ query: { entityIds: [farm.at['House 1']!], ...range, ...query } })
  await expect(ask({ entityIds: [farm.at['Room 1']!] })).rejects.toMatchObject(failing('NOT_FOUND'))
  const many = Array.from({ length: MOST_ANALYZED + 1 }, (_, index) => String(index + 1))
  await expect(ask({ entityIds: many })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityIds'))
  await expect(ask({ toDay: '2026-05-03' })).rejects.toMatchObject(failing('INVALID_INPUT', 'toDay'))
  await expect(ask({ toDay: '2027-05-06' })).rejects.toMatchObject(failing('INVALID_INPUT', 'toDay'))
  for (const category of ['WATER_COUNTER', 'WIND_DIRECTION'])
    await expect(ask({ category })).rejects.toMatchObject(failing('INVALID_INPUT', 'category'))
  await expect(ask({ meter: 'TEMPERATURE' })).rejects.toMatchObject(failing('INVALID_INPUT', 'meter'))
})
