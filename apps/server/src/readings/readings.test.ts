import type { Data } from '@steading/contract/box/messages'
import type { CategoryId } from '@steading/contract/devices/categories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import type { AnInterface } from '../../test/box-rows.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { eventually } from '../../test/journal.ts'
import { recordRegisterBases } from './index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Noon in Lisbon, which is UTC in winter. */
const NOW = Date.UTC(2026, 10, 20, 12)
let farm: Farm
let api: Api
let house: Awaited<ReturnType<typeof aBox>>
let room: Awaited<ReturnType<typeof aBox>>

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  api = await farm.as('Aves', ['interfaces.read'])
  house = await aBox(farm.world.owner, farm.at['House 1']!, [
    { category: 'TEMPERATURE' },
    { category: 'WATER_COUNTER' },
    { category: 'FAN_RELAY' },
    { category: 'VENTILATION_CONTROL' },
    { category: 'TEXT_STATE' },
    { category: 'CO2', history: 'NO_HISTORY' },
    { category: 'NH3' },
  ])
  room = await aBox(farm.world.owner, farm.at['Room 1']!, [{ category: 'TEMPERATURE' }])
  // Two days, a temperature each five minutes with a hole of two hours, a register, a relay that was on from 6 to 8 today.
  for (let at = NOW - 2 * DAY; at < NOW; at += 5 * MINUTE) {
    const hole = at >= NOW - 4 * HOUR && at < NOW - 2 * HOUR
    const minutes = (at - (NOW - 2 * DAY)) / MINUTE
    await send(at, [...(hole ? [] : ([[0, 0, 20 + (minutes % 10) / 5]] as const)), [1, 0, minutes * 2]])
  }
  await send(NOW - 30 * HOUR, [
    [2, 0, false],
    [3, 0, 40],
  ])
  await send(NOW - 6 * HOUR, [[2, 0, true]])
  await send(NOW - 4 * HOUR, [
    [2, 0, false],
    [4, 0, 'idle'],
    [5, 0, 800],
  ])
  await farm.app.services.journal.store({ terminalId: room.id, data: message(1, NOW - MINUTE, [[0, 0, 19]]), receivedAt: NOW })
  await rolledUp()
})
afterAll(() => farm.close())

const rolledUp = () =>
  eventually(async () => {
    const { rows } = await farm.world.owner.query<{ pos: string }>(`select pos from projections where name = 'rollups'`)
    return Number(rows[0]!.pos) === farm.app.services.journal.settled()
  })

let seq = 1
const message = (s: number, t: number, r: Data['r']): Data => ({ v: 1, e: 1, s, t, q: 2, h: 0, r })
const send = (t: number, r: Data['r']) => {
  const sent = farm.app.services.journal.store({ terminalId: house.id, data: message(seq, t, r), receivedAt: NOW })
  seq += r.length
  return sent
}
const iso = (ms: number) => new Date(ms).toISOString()
const one = async (index: number, from: number, to: number, points?: number) => {
  const query = { interfaceIds: [house.interfaces[index]!], fromDate: iso(from), toDate: iso(to), ...(points && { points }) }
  return data(await api.readings.series({ query }))[0]!
}

test('answers an empty list without ids or for an empty span', async () => {
  const backwards = { interfaceIds: house.interfaces, fromDate: iso(NOW), toDate: iso(NOW - DAY) }
  expect(data(await api.readings.search({ query: {} }))).toMatchObject({
    content: [],
    totalElements: 0,
    size: 10,
    sortDirection: 'DESC',
  })
  expect(data(await api.readings.search({ query: backwards })).content).toEqual([])
  expect(data(await api.readings.series({ query: backwards }))).toEqual([])
  expect(data(await api.readings.series({ query: {} }))).toEqual([])
  expect(data(await api.readings.last({ query: {} }))).toEqual([])
  expect(data(await api.readings.lastByBody({ body: { interfaceIds: [] } }))).toEqual([])
  expect(data(await api.readings.lastAggregate({ body: { interfaceIds: [], timezone: 'UTC' } }))).toEqual([])
})

test('omits interfaces out of scope from every answer', async () => {
  const interfaceIds = [room.interfaces[0]!, house.interfaces[0]!, '999999']
  const only = [expect.objectContaining({ interfaceId: house.interfaces[0] })]
  expect(data(await api.readings.last({ query: { interfaceIds } }))).toEqual(only)
  expect(data(await api.readings.lastByBody({ body: { interfaceIds } }))).toEqual(only)
  expect(data(await api.readings.lastAggregate({ body: { interfaceIds, timezone: 'UTC' } }))).toEqual(only)
  expect(data(await api.readings.series({ query: { interfaceIds } }))).toEqual(only)
  const { content } = data(await api.readings.search({ query: { interfaceIds, itemsPerPage: 50 } }))
  expect(new Set(content.map(row => row.interfaceId))).toEqual(new Set([house.interfaces[0]]))
  expect(data(await api.readings.search({ query: { interfaceIds: room.interfaces } }))).toMatchObject({ totalElements: 0 })
})

test('accepts at most 400 days and 200 ids', async () => {
  const query = { interfaceIds: house.interfaces, fromDate: iso(NOW - 401 * DAY) }
  await expect(api.readings.series({ query })).rejects.toMatchObject({
    status: 400,
    failure: { fields: [{ field: 'fromDate', code: 'rangeTooLong', message: expect.stringContaining('at most 400 days') }] },
  })
  const interfaceIds = Array.from({ length: 201 }, (_, index) => String(index + 1))
  await expect(api.readings.last({ query: { interfaceIds } })).rejects.toMatchObject({ status: 400 })
})

test('answers last values with their type and staleness', async () => {
  const last = data(await api.readings.last({ query: { interfaceIds: house.interfaces } }))
  expect(last.map(row => [row.convertedValue, row.good, row.stale])).toEqual([
    [21, true, false],
    [5750, true, false],
    [false, true, true],
    [40, true, true],
    ['idle', true, true],
    [800, true, true],
    [null, false, true],
  ])
})

test('orders readings of one millisecond by number on every page', async () => {
  const { id, interfaces } = await aBox(farm.world.owner, farm.at['House 2']!, [{ category: 'CO2', history: 'ALL_VALUES' }])
  const values = Array.from({ length: 30 }, (_, k) => 400 + ((k * 7) % 30))
  const items = values.map(value => [0, 0, value] as const)
  await farm.app.services.journal.store({ terminalId: id, data: message(1, NOW - MINUTE, items), receivedAt: NOW })
  const page = async (currentPage: number, sortDirection: 'ASC' | 'DESC') => {
    const span = { interfaceIds: interfaces, fromDate: iso(NOW - HOUR), toDate: iso(NOW) }
    const query = { ...span, currentPage, itemsPerPage: 10, sortProperty: 'timestamp', sortDirection } as const
    return data(await api.readings.search({ query })).content.map(one => one.convertedValue)
  }
  const all = async (direction: 'ASC' | 'DESC') => (await Promise.all([0, 1, 2].map(k => page(k, direction)))).flat()
  expect(await all('ASC')).toEqual(values)
  expect(await all('DESC')).toEqual(values.toReversed())
})

test('answers a value before the rollups contain it', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 2']!, [{ category: 'CO2' }])
  await farm.app.services.journal.store({ terminalId: box.id, data: message(1, NOW, [[0, 0, 900]]), receivedAt: NOW })
  expect(data(await api.readings.last({ query: { interfaceIds: box.interfaces } }))).toMatchObject([
    { convertedValue: 900, timestampUtc: iso(NOW) },
  ])
  // Nor does the day's span leave it out.
  expect(data(await api.readings.lastAggregate({ body: { interfaceIds: box.interfaces, timezone: 'UTC' } }))).toMatchObject([
    { convertedValue: 900, min: 900, max: 900 },
  ])
})

test.each([2e306, 1.797e308, -1.797e308])('a reading of %d is invalid and does not affect its neighbours', async absurd => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'TEMPERATURE' }, { category: 'CO2' }])
  const values = message(1, NOW - MINUTE, [[0, 0, absurd], [1, 0, 900]]) // prettier-ignore
  await farm.app.services.journal.store({ terminalId: box.id, data: values, receivedAt: NOW })
  await rolledUp()
  const [bad, good] = box.interfaces
  const both = [
    { interfaceId: bad, convertedValue: absurd, good: false },
    { interfaceId: good, convertedValue: 900, good: true },
  ]
  const interfaceIds = box.interfaces
  expect(data(await api.readings.last({ query: { interfaceIds } }))).toMatchObject(both)
  expect(data(await api.readings.lastAggregate({ body: { interfaceIds, timezone: 'UTC' } }))).toMatchObject([
    { ...both[0], sum: null },
    { ...both[1], sum: 900 },
  ])
  const { content } = data(await api.readings.search({ query: { interfaceIds } }))
  expect(content).toEqual(expect.arrayContaining(both.map(one => expect.objectContaining(one) as object)))
  expect(data(await api.readings.series({ query: { interfaceIds } })).map(one => one.values)).toEqual([[], [900]])
})

test('aggregates from local midnight', async () => {
  const ask = async (timezone: string) =>
    data(await api.readings.lastAggregate({ body: { interfaceIds: house.interfaces, timezone } }))
  const [temperature, water, fan, , text] = await ask('Europe/Lisbon')
  expect(temperature).toMatchObject({ convertedValue: 21, min: 20, max: 21, avg: 20.5 })
  // Two litres a minute from midnight to 11:55.
  expect(water!.sum).toBe(2 * (12 * 60 - 5))
  // Two hours on, of the eight that are known since midnight.
  expect(fan).toMatchObject({ sum: 7200, avg: 0.25, min: 0, max: 1 })
  expect(text).toMatchObject({ convertedValue: 'idle', min: null, avg: null })
  const [, later] = await ask('America/New_York')
  expect(later!.sum).toBe(2 * (7 * 60 - 5))
  await expect(ask('Mars/Olympus')).rejects.toMatchObject({ failure: { fields: [{ field: 'timezone', code: 'timeZone' }] } })
})

test('draws a day with a break where readings are missing', async () => {
  const series = await one(0, NOW - DAY, NOW)
  expect(series).toMatchObject({ resolution: 'RAW', step: 0 })
  expect(series.times).toHaveLength(288 - 24 + 1)
  expect(series.values.filter(value => value === null)).toHaveLength(1)
  expect(series.times[series.values.indexOf(null)]).toBe(NOW - 4 * HOUR)
})

test('draws every good reading of a short range, of the history or not', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'TEMPERATURE' }])
  const values = [20, 24, 31, 29, 24, 500]
  for (const [at, value] of values.entries()) {
    const sent = message(at + 1, NOW - (20 - at) * MINUTE, [[0, 0, value]])
    await farm.app.services.journal.store({ terminalId: box.id, data: sent, receivedAt: NOW })
  }
  const query = { interfaceIds: box.interfaces, fromDate: iso(NOW - HOUR), toDate: iso(NOW) }
  const [series] = data(await api.readings.series({ query }))
  expect(series).toMatchObject({ resolution: 'RAW', values: values.slice(0, 5) })
  const { totalElements } = data(await api.readings.search({ query }))
  expect(totalElements).toBeLessThan(5)
})

test('draws the increments of a register', async () => {
  const series = await one(1, NOW - DAY, NOW - HOUR)
  expect(series).toMatchObject({ resolution: 'FIVE_MIN', step: 300 })
  expect(new Set(series.values)).toEqual(new Set([10]))
  expect(series.min).toBeUndefined()
})

test('draws held values up to the edges of the window', async () => {
  await farm.world.owner.query(
    `insert into terminal_links (terminal_id, connected, last_communication_at) values ($1, true, $2)`,
    [house.id, new Date(NOW)],
  )
  const relay = await one(2, NOW - DAY, NOW)
  expect(relay.times.map(time => (time - NOW) / HOUR)).toEqual([-24, -6, -4, 0])
  expect(relay.values).toEqual([0, 1, 0, 0])
  expect((await one(3, NOW - HOUR, NOW)).values).toEqual([40, 40])
})

test('draws wider buckets for wider spans, by local days', async () => {
  const week = await one(0, NOW - 6 * DAY, NOW)
  expect(week).toMatchObject({ resolution: 'FIVE_MIN', step: 600 })
  expect(week.times.every(time => time % (10 * MINUTE) === 0)).toBe(true)
  expect([week.values[0], week.min?.[0], week.max?.[0]]).toEqual([20.5, 20, 21])
  const month = await one(0, NOW - 30 * DAY, NOW)
  expect(month).toMatchObject({ resolution: 'HOUR', step: 3600 })
  const quarter = await one(0, NOW - 90 * DAY, NOW)
  expect(quarter).toMatchObject({ resolution: 'HOUR', step: 7200 })
  expect([quarter.times[0], quarter.values[0], quarter.max?.[0]]).toEqual([NOW - 2 * DAY, 20.5, 21])
  const year = await one(1, NOW - 365 * DAY, NOW)
  expect(year).toMatchObject({ resolution: 'DAY', step: 86_400 })
  // Today is not over: drawn as a whole day it would look like a fall.
  expect(year.times).toEqual([18, 19, 20].map(day => Date.UTC(2026, 10, day)))
  const today = (year.countedUntil! - year.times[2]!) / MINUTE
  expect(today).toBeGreaterThan(0)
  expect(year.values).toEqual([12 * 60 * 2, 24 * 60 * 2, today * 2])
})

test('draws the requested resolution, and the requested operation of each bucket', async () => {
  const drawn = async (index: number, days: number, more: object) => {
    const query = { interfaceIds: [house.interfaces[index]!], fromDate: iso(NOW - days * DAY), toDate: iso(NOW), ...more }
    return data(await api.readings.series({ query }))[0]!
  }
  const hours = await drawn(0, 1, { resolution: 'HOUR', operation: 'MAX' })
  expect(hours).toMatchObject({ resolution: 'HOUR', step: 3600 })
  expect(new Set(hours.values)).toEqual(new Set([21]))
  expect(hours.min).toBeUndefined()
  // Two values in ten minutes, 20 and 21.
  expect((await drawn(0, 1, { resolution: 'HOUR', operation: 'SUM' })).values[0]).toBe(12 * 20.5)
  expect((await drawn(0, 1, { resolution: 'HOUR' })).values[0]).toBe(20.5)
  // A minimum is one of buckets, even where single readings would fit.
  expect(await drawn(0, 1, { operation: 'MIN' })).toMatchObject({ resolution: 'FIVE_MIN', step: 300 })
  // Of a register the increments, whatever is asked for.
  expect((await drawn(1, 1, { resolution: 'HOUR', operation: 'MIN' })).values[0]).toBe(120)
  // Too many points for the range: coarser ones.
  expect(await drawn(0, 30, { resolution: 'FIVE_MIN' })).toMatchObject({ resolution: 'HOUR', step: 3600 })
})

test('merges neighbours into fewer points and keeps the extremes', async () => {
  const series = await one(0, NOW - DAY, NOW - 4 * HOUR - 1, 24)
  expect(series.times).toHaveLength(24)
  expect(series.step).toBe(3000)
  expect(series.values[0]).toBe(20.5)
  expect([series.min?.[0], series.max?.[0]]).toEqual([20, 21])
})

test('answers no series of texts or without a history', async () => {
  for (const index of [4, 5]) expect(await one(index, NOW - DAY, NOW)).toMatchObject({ times: [], values: [] })
})

test('pages through readings and buckets, newest first', async () => {
  const interfaceIds = [house.interfaces[0]!]
  const span = { interfaceIds, fromDate: iso(NOW - HOUR), toDate: iso(NOW) }
  const page = data(await api.readings.search({ query: { ...span, currentPage: 1 } }))
  expect(page).toMatchObject({ totalElements: 12, number: 1, size: 10 })
  expect(page.content.map(row => row.timestampUtc)).toEqual([iso(NOW - 55 * MINUTE), iso(NOW - HOUR)])
  const hours = data(
    await api.readings.search({
      query: { ...span, fromDate: iso(NOW - DAY), resolution: 'HOUR', readingOperationType: 'MAX', sortDirection: 'ASC' },
    }),
  )
  // 22 hours with readings, and the one into which the last reading before the hole reaches.
  expect(hours.totalElements).toBe(23)
  expect(hours.content[0]).toMatchObject({ convertedValue: 21, timestampUtc: iso(NOW - DAY) })
  const days = data(
    await api.readings.search({
      query: { ...span, fromDate: iso(NOW - 2 * DAY), resolution: 'DAY', readingOperationType: 'AVERAGE' },
    }),
  )
  expect(days.content.map(row => row.convertedValue)).toEqual([20.5, 20.5, 20.5])
  const texts = data(await api.readings.search({ query: { interfaceIds: [house.interfaces[4]!] } }))
  expect(texts.content).toMatchObject([{ convertedValue: 'idle' }])
})

test('counts by its own modulus and rate, and flags omitted steps', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'WATER_COUNTER' }])
  const [id] = box.interfaces
  await farm.world.owner.query('update interfaces set modulus = 1e6, max_rate = 100 where id = $1', [id])
  const registers = [
    [NOW - 40 * HOUR, 999_950],
    [NOW - 40 * HOUR + 5 * MINUTE, 20],
    [NOW - 40 * HOUR + 10 * MINUTE, 620],
    [NOW - 15 * HOUR, 700],
  ] as const
  for (const [index, [at, value]] of registers.entries())
    await farm.app.services.journal.store({ terminalId: box.id, data: message(index + 1, at, [[0, 0, value]]), receivedAt: NOW })
  await rolledUp()
  const window = { interfaceIds: [id!], fromDate: iso(NOW - 41 * HOUR), toDate: iso(NOW) }
  const [{ times, values, flags } = { times: [], values: [], flags: [] }] = data(await api.readings.series({ query: window }))
  const known = times.flatMap((time, k) => (values[k] === null ? [] : [[(time - NOW) / MINUTE, values[k], flags?.[k]]]))
  expect(known).toEqual([
    [-2400, 70, 0],
    [-2395, 0, 0],
    [-2390, 0, 1],
    [-900, 80, 2],
  ])
  const query = { ...window, resolution: 'FIVE_MIN', readingOperationType: 'SUM' } as const
  expect(data(await api.readings.search({ query })).content.map(row => [row.convertedValue, row.good])).toEqual([
    [80, true],
    [0, false],
    [0, true],
    [70, true],
  ])
})

test('answers until when the running bucket of a counter counts', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'WATER_COUNTER' }])
  const [id] = box.interfaces
  const registers = [[-20, 100], [-15, 150], [-10, 200], [-3, 270], [-1, 272]] as const // prettier-ignore
  for (const [index, [at, value]] of registers.entries())
    await farm.app.services.journal.store({
      terminalId: box.id,
      data: message(index + 1, NOW + at * MINUTE, [[0, 0, value]]),
      receivedAt: NOW,
    })
  await rolledUp()
  const [series] = data(
    await api.readings.series({ query: { interfaceIds: [id!], fromDate: iso(NOW - HOUR), toDate: iso(NOW) } }),
  )
  expect(series?.times.map((time, k) => [(time - NOW) / MINUTE, series.values[k]])).toEqual([[-20, 50], [-15, 50], [-10, 50], [-5, 22]]) // prettier-ignore
  expect(series?.countedUntil).toBe(NOW - MINUTE)
})

/** A box that is heard now, or was heard last at an instant, with what it sent: [interface, instant, value]. */
async function heardBox(
  interfaces: readonly (CategoryId | AnInterface)[],
  sent: readonly (readonly [ix: number, at: number, value: number | boolean])[],
  heardAt = NOW,
) {
  const box = await aBox(
    farm.world.owner,
    farm.at['House 1']!,
    interfaces.map(one => (typeof one === 'string' ? { category: one } : one)),
  )
  await farm.world.owner.query(`insert into terminal_links (terminal_id, connected, last_communication_at) values ($1, $2, $3)`, [
    box.id,
    heardAt === NOW,
    new Date(heardAt),
  ])
  for (const [index, [ix, at, value]] of sent.entries())
    await farm.app.services.journal.store({ terminalId: box.id, data: message(index + 1, at, [[ix, 0, value]]), receivedAt: NOW })
  await rolledUp()
  return box
}
const sums = async (id: string, resolution: 'FIVE_MIN' | 'HOUR' | 'DAY', from: number, to = NOW) => {
  const query = { interfaceIds: [id], fromDate: iso(from), toDate: iso(to), resolution, readingOperationType: 'SUM' as const }
  const rows: (readonly [number, unknown])[] = []
  for (let currentPage = 0, isWhole = false; !isWhole; currentPage++) {
    const page = data(await api.readings.search({ query: { ...query, itemsPerPage: 50, currentPage, sortDirection: 'ASC' } }))
    for (const row of page.content) rows.push([(Date.parse(row.timestampUtc) - NOW) / MINUTE, row.convertedValue])
    isWhole = rows.length >= page.totalElements
  }
  return rows
}
const total = (rows: readonly (readonly [number, unknown])[]) => rows.reduce((sum, [, value]) => sum + Number(value), 0)

test('counts a held value up to now in every resolution', async () => {
  const box = await heardBox(
    ['FAN_RELAY', 'VENTILATION_CONTROL', 'FAN_RELAY'],
    [
      [0, NOW - 553_000, true],
      [1, NOW - 30 * HOUR, 40],
      [2, NOW - 20 * DAY, true],
    ],
  )
  const interfaceIds = box.interfaces
  expect(data(await api.readings.lastAggregate({ body: { interfaceIds, timezone: 'Europe/Lisbon' } }))).toMatchObject([
    { sum: 553, avg: 1, min: 1, max: 1 },
    { sum: 40 * 12 * 3600, avg: 40, min: 40, max: 40 },
    { sum: 12 * 3600, avg: 1 },
  ])
  for (const resolution of ['FIVE_MIN', 'HOUR', 'DAY'] as const) {
    expect([resolution, total(await sums(box.interfaces[0]!, resolution, NOW - DAY))]).toEqual([resolution, 553])
    expect([resolution, total(await sums(box.interfaces[1]!, resolution, NOW - DAY))]).toEqual([resolution, 40 * 86_400])
    expect([resolution, total(await sums(box.interfaces[2]!, resolution, NOW - DAY))]).toEqual([resolution, 86_400])
  }
  expect(await sums(box.interfaces[1]!, 'HOUR', NOW - 2 * HOUR)).toEqual([
    [-120, 144_000],
    [-60, 144_000],
  ])
})

test('holds the weight of a silo and a direction that are sent on change', async () => {
  const history = 'DIFFERENT_VALUES'
  const lastHour = Array.from({ length: 61 }, (_, minute) => [2, NOW - HOUR + minute * MINUTE, minute === 30 ? 91 : 90] as const)
  const box = await heardBox(
    [
      { category: 'SILO_WEIGHT', history },
      { category: 'SILO_WEIGHT', history },
      { category: 'WIND_DIRECTION', history },
      { category: 'WIND_DIRECTION', history },
    ],
    [[0, NOW - 20 * HOUR, 5000], [1, NOW - 20 * HOUR, 5000], [1, NOW - 3 * HOUR, 4700], [2, NOW - 20 * HOUR, 270], ...lastHour, [3, NOW - 20 * HOUR, 350], [3, NOW - 6 * HOUR, 10]], // prettier-ignore
  )
  const interfaceIds = box.interfaces
  const today = data(await api.readings.lastAggregate({ body: { interfaceIds, timezone: 'UTC' } }))
  // Nine and three hours; eleven hours at 270° and one at 90°; six at 350° and six at 10°.
  expect(today.map(({ avg }) => avg)).toEqual([5000, 4925, 270, 0])
  const series = async (resolution: 'RAW' | 'HOUR') => {
    const query = { interfaceIds, fromDate: iso(NOW - 6 * HOUR), toDate: iso(NOW), resolution }
    return data(await api.readings.series({ query })).map(({ values }) => values)
  }
  expect(await series('HOUR')).toEqual([
    [5000, 5000, 5000, 5000, 5000, 5000],
    [5000, 5000, 5000, 4700, 4700, 4700],
    [270, 270, 270, 270, 270, 90.02],
    [10, 10, 10, 10, 10, 10],
  ])
  const raw = await series('RAW')
  expect([raw[0], raw[1], raw[3]]).toEqual([
    [5000, 5000],
    [5000, 4700, 4700],
    [350, 10, 10],
  ])
})

test('holds a value as long as its terminal has contact', async () => {
  const box = await heardBox(['FAN_RELAY'], [[0, NOW - 5 * HOUR, true]], NOW - 3 * HOUR)
  expect(total(await sums(box.interfaces[0]!, 'HOUR', NOW - DAY))).toBe(2 * 3600)
})

test('draws held values of months between distant changes and after the last', async () => {
  const box = await heardBox(
    ['FAN_RELAY'],
    [
      [0, NOW - 80 * DAY, true],
      [0, NOW - 40 * DAY, false],
      [0, NOW - 30 * DAY, true],
    ],
  )
  const query = { interfaceIds: box.interfaces, fromDate: iso(NOW - 90 * DAY), toDate: iso(NOW) }
  const [series] = data(await api.readings.series({ query }))
  expect(series).toMatchObject({ resolution: 'HOUR', step: 7200 })
  expect(series!.values).not.toContain(null)
  expect([series!.times[0], series!.times.at(-1)]).toEqual([NOW - 80 * DAY, NOW - 2 * HOUR])
  const at = (day: number) => series!.values[series!.times.indexOf(NOW + day * DAY)]
  expect([-79, -60, -41, -39, -31, -29, -1].map(at)).toEqual([1, 1, 1, 0, 0, 1, 1])
})

test('takes the days of the farm of each interface', async () => {
  const place = await farm.world.owner.query<{ id: string }>(
    `update entities set time_zone = 'Asia/Kolkata' where id = $1 returning id`,
    [farm.at['House 2']],
  )
  const abroad = await aBox(farm.world.owner, place.rows[0]!.id, [{ category: 'TEMPERATURE' }])
  for (const [index, hours] of [-10, -19, -40].entries())
    await farm.app.services.journal.store({
      terminalId: abroad.id,
      data: message(index + 1, NOW + hours * HOUR, [[0, 0, 20 + index]]),
      receivedAt: NOW,
    })
  await rolledUp()
  const interfaceIds = [house.interfaces[0]!, abroad.interfaces[0]!]
  const query = { interfaceIds, fromDate: '2026-11-19T00:00:00', toDate: iso(NOW), resolution: 'DAY' } as const
  const { content } = data(await api.readings.search({ query: { ...query, sortDirection: 'ASC' } }))
  const of = (id: string) => content.filter(row => row.interfaceId === id).map(row => [row.timestampUtc, row.partial])
  expect(of(interfaceIds[0]!)).toEqual([
    ['2026-11-19T00:00:00.000Z', false],
    ['2026-11-20T00:00:00.000Z', true],
  ])
  // Midnight there is half past six of the evening before.
  expect(of(interfaceIds[1]!)).toEqual([
    ['2026-11-19T00:00:00.000Z', true],
    ['2026-11-19T18:30:00.000Z', true],
  ])
})

test('cuts a bucket at the edge of the range', async () => {
  const [water] = [house.interfaces[1]!]
  const ask = async (resolution: 'HOUR' | 'DAY', from: number, to: number) => {
    const query = {
      interfaceIds: [water],
      fromDate: iso(from),
      toDate: iso(to),
      resolution,
      readingOperationType: 'SUM' as const,
    }
    const { content } = data(await api.readings.search({ query: { ...query, sortDirection: 'ASC' } }))
    return content.map(row => [(Date.parse(row.timestampUtc) - NOW) / MINUTE, row.convertedValue, row.partial])
  }
  // The day under way is a part, whatever the range says.
  expect((await ask('DAY', NOW - 60 * MINUTE, NOW + 24 * 60 * MINUTE)).map(([, , partial]) => partial)).toEqual([true])
  // Two litres a minute.
  expect(await ask('HOUR', NOW - 150 * MINUTE, NOW - 45 * MINUTE)).toEqual([
    [-150, 60, true],
    [-120, 120, false],
    [-60, 30, true],
  ])
  expect(await ask('DAY', NOW - 30 * HOUR, NOW - HOUR)).toEqual([
    [-30 * 60, 18 * 120, true],
    [-12 * 60, 11 * 120, true],
  ])
  expect(await ask('HOUR', NOW - 40 * MINUTE, NOW - 20 * MINUTE)).toEqual([[-40, 40, true]])
})

describe('a register whose base changes', () => {
  /** A meter that reads 21,000 and then `after`, over a change that its box reports at minute -27. */
  const measured = async (after: number, change: (box: { id: string; interfaces: readonly string[] }) => Promise<unknown>) => {
    const box = await heardBox(['WATER_COUNTER'], [])
    const [id] = box.interfaces
    const record = () => farm.world.db.work(farm.system, work => recordRegisterBases(work, farm.world.bus, box.id))
    let number = 1
    const reads = async (minute: number, value: number) => {
      const sent = message(number++, NOW + minute * MINUTE, [[0, 0, value]])
      await farm.app.services.journal.store({ terminalId: box.id, data: sent, receivedAt: NOW })
    }
    await record()
    await farm.world.owner.query(`update register_bases set since = since - interval '1 day' where interface_id = $1`, [id])
    for (const minute of [-40, -35, -30]) await reads(minute, 21_000 + minute)
    await rolledUp()
    await change(box)
    await record()
    await farm.world.owner.query(
      'update register_bases set since = $2 where interface_id = $1 and since = (select max(since) from register_bases where interface_id = $1)',
      [id, new Date(NOW - 27 * MINUTE)],
    )
    farm.app.services.journal.specs.forget(box.id)
    for (const minute of [-25, -20, -15]) await reads(minute, after + minute)
    await rolledUp()
    const window = { interfaceIds: [id!], fromDate: iso(NOW - HOUR), toDate: iso(NOW) }
    const query = { ...window, resolution: 'FIVE_MIN', readingOperationType: 'SUM' } as const
    return data(await api.readings.search({ query: { ...query, sortDirection: 'ASC' } })).content.map(row => [
      (Date.parse(row.timestampUtc) - NOW) / MINUTE,
      row.convertedValue,
      row.good,
    ])
  }
  const set = (what: string) => (box: { interfaces: readonly string[] }) =>
    farm.world.owner.query(`update interfaces set ${what} where id = $1`, [box.interfaces[0]])

  test.each([
    ['factor', 2100, set('factor = 0.1')],
    ['greater factor', 28_000, set('factor = 1.4')],
    ['offset', 5000, set('shift = -16000')],
    ['modulus', 100, set('modulus = 21000')],
    [
      'box',
      100,
      (box: { id: string }) => farm.world.owner.query('update terminal_links set epoch = 77 where terminal_id = $1', [box.id]),
    ],
  ])('counts no increment over another %s and flags the step', async (_name, after, change) => {
    expect(await measured(after, change)).toEqual([
      [-40, 5, true],
      [-35, 5, true],
      [-30, 0, true],
      [-25, 5, false],
      [-20, 5, true],
      [-15, 0, true],
    ])
  })
})

test('averages a gauge by time in today, hours, days and long charts, and a scale by weighing', async () => {
  const box = await aBox(farm.world.owner, farm.at['House 1']!, [
    { category: 'TEMPERATURE' },
    { category: 'ANIMAL_SCALE' },
    { category: 'WIND_DIRECTION' },
  ])
  const from = NOW - 130 * MINUTE
  const seconds = [0, 10, 20, 30, 40, 50].map(minute => minute * 60)
  const often = Array.from({ length: 61 }, (_, index) => 3600 + index * 10)
  const readings: Data['r'] = [...seconds.map(at => [at, 20, 350] as const), ...often.map(at => [at, 30, 10] as const)].flatMap(
    ([at, value, degrees]) => [[0, at * 1000, value] as const, [1, at * 1000, value] as const, [2, at * 1000, degrees] as const],
  )
  await farm.app.services.journal.store({ terminalId: box.id, data: message(1, from, readings), receivedAt: NOW })
  await rolledUp()
  const interfaceIds = box.interfaces
  const today = data(await api.readings.lastAggregate({ body: { interfaceIds, timezone: 'UTC' } }))
  const weighing = (6 * 20 + 61 * 30) / 67
  // 60 minutes at 350° and ten at 10°.
  const vector = 360 - (Math.atan((50 / 70) * Math.tan(Math.PI / 18)) * 180) / Math.PI
  const gauge = (60 * 20 + 10 * 30) / 70
  expect(today.map(({ avg }) => avg)).toEqual([gauge, weighing, vector].map(mean => Math.round(mean * 100) / 100))
  const chart = async (resolution: 'HOUR' | 'DAY', fromDate: number) => {
    const query = { interfaceIds: [box.interfaces[0]!], fromDate: iso(fromDate), toDate: iso(NOW), resolution }
    return data(await api.readings.series({ query })).map(({ values }) => values.filter(value => value !== null))
  }
  expect(await chart('DAY', NOW - 300 * DAY)).toEqual([[21.43]])
  expect(await chart('HOUR', NOW - DAY)).toEqual([[20, 21.67, 30]])
  const weights = async (resolution?: 'HOUR') => {
    const query = {
      interfaceIds: [box.interfaces[0]!, box.interfaces[1]!],
      fromDate: iso(NOW - 3 * HOUR),
      toDate: iso(NOW),
      resolution,
    }
    return data(await api.readings.series({ query })).map(one => one.weights)
  }
  // Ten minutes, a whole hour and the newest reading; one weighing, 65 and one.
  expect(await weights('HOUR')).toEqual([[10 * MINUTE, HOUR, 0], [1, 65, 1]]) // prettier-ignore
  expect(await weights()).toEqual([undefined, undefined])
})
