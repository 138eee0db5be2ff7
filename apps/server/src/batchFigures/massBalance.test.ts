import type { Movement } from '@steading/production/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

const HOUR = 3_600_000
const OPENED = Date.parse('2026-10-24T23:00:00Z')
const NOW = OPENED + 49 * HOUR
let farm: Farm
let api: Api
let books: ReturnType<typeof createBooks>

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  books = createBooks(farm)
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const iso = (ms: number) => new Date(ms).toISOString()
let houses = 0
const aHouse = () => farm.entity(`House of balance ${++houses}`, 'SECTOR', 'Paul')
const open = async (entityId: string, siloInterfaceIds?: string[]) =>
  data(
    await api.batches.create({
      body: { entityId, openDate: iso(OPENED), species: 'BROILER', ...(siloInterfaceIds && { siloInterfaceIds }) },
      files: [],
    }),
  )
const movement = (at: number, action: 'ENTRY' | 'EXIT', actionType: Movement['actionType'], number: number): Movement => ({
  id: String(at),
  at,
  action,
  actionType,
  number,
  weight: number,
  ageDays: 0,
  pending: false,
})
const balanceOf = async (id: string, at?: string) => data(await api.batchFigures.massBalance({ params: { id }, query: { at } }))

/** A silo with 2000 kg at the opening that loses 10 kg an hour and gets 3000 kg after six hours, measured from an instant on. */
async function aSilo(house: string, from = OPENED): Promise<string> {
  const box = await books.box(house, ['SILO_WEIGHT'])
  for (let at = from; at < NOW; at += HOUR / 4) {
    const hours = (at - OPENED) / HOUR
    await box.send(at, [2000 - 10 * Math.floor(hours) + (hours >= 6 ? 3000 : 0)])
  }
  await books.rolledUp()
  return box.interfaces[0]!
}

test('names animals that neither died nor left, until an instant', async () => {
  const { id } = await open(await aHouse())
  await books.move(id, [
    movement(OPENED, 'ENTRY', 'EXTERNAL_ENTRY', 1000),
    movement(OPENED + HOUR, 'EXIT', 'DEATH', 20),
    movement(OPENED + 40 * HOUR, 'EXIT', 'EXTERNAL_SALE', 950),
  ])
  expect((await balanceOf(id)).animals).toEqual({ entries: 1000, exits: 950, deaths: 20, unexplained: 30, share: 3 })
  expect(await balanceOf(id, iso(OPENED + 2 * HOUR))).toMatchObject({
    asOf: iso(OPENED + 2 * HOUR),
    animals: { exits: 0, unexplained: 980 },
  })
})

test('balances booked feed with the consumption and the stock of the silo', async () => {
  const house = await aHouse()
  const { id } = await open(house, [await aSilo(house)])
  await books.feed(id, OPENED + 6 * HOUR, 'ENTRY', 3400)
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ initial: 2000, entries: 3400, exits: 0 })
  // The silo showed 3000 kg: 400 kg of the booked delivery never came. Consumption is known to the noise of the silo.
  expect(Math.abs(feed.consumed! + feed.left! - 5000)).toBeLessThanOrEqual(30)
  expect(Math.abs(feed.unexplained! - 400)).toBeLessThanOrEqual(30)
  expect(feed.share).toBeGreaterThan(6)
})

test('names a delivery that nobody confirmed, and explains its amount by it', async () => {
  const house = await aHouse()
  const { id } = await open(house, [await aSilo(house)])
  await books.feed(id, OPENED + 6 * HOUR, 'ENTRY', 3000)
  await farm.world.owner.query('update feed_movements set pending = true where batch_id = $1', [id])
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ initial: 2000, entries: 0, pendingEntries: 3000, pendingExits: 0 })
  expect(Math.abs(feed.unexplained!)).toBeLessThanOrEqual(30)
  expect(Math.abs(feed.share)).toBeLessThanOrEqual(1)
})

test('counts a delivery from before the opening once', async () => {
  const house = await aHouse()
  const silo = await aSilo(house)
  const { id } = await open(house, [silo])
  await books.feed(id, OPENED, 'ENTRY', 1500)
  await farm.world.owner.query('update feed_movements set silo_interface_id = $2, detected_at = $3 where batch_id = $1', [
    id,
    silo,
    new Date(OPENED - 3 * HOUR),
  ])
  await books.feed(id, OPENED + 6 * HOUR, 'ENTRY', 3000)
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ initial: 500, entries: 4500 })
  expect(Math.abs(feed.unexplained!)).toBeLessThanOrEqual(30)
})

test('leaves feed unexplained where nobody measured the silo at the opening', async () => {
  const house = await aHouse()
  const { id } = await open(house, [await aSilo(house, OPENED + 24 * HOUR)])
  await books.feed(id, OPENED + 6 * HOUR, 'ENTRY', 3000)
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ initial: null, entries: 3000, unexplained: null, share: -100 })
  expect(feed.consumed).toBeGreaterThan(0)
})

test('leaves feed unexplained whose consumption was measured on a part of the days', async () => {
  const house = await aHouse()
  const { id } = await open(house, [await aSilo(house)])
  await books.feed(id, OPENED + 6 * HOUR, 'ENTRY', 3000)
  const whole = await balanceOf(id)
  expect(whole.feed.consumedDays).toEqual({ measured: 2, total: 2 })
  await farm.world.owner.query(
    `update batch_days set feed = null, feed_source = null
      where batch_id = $1 and day = (select min(day) from batch_days where batch_id = $1)`,
    [id],
  )
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ consumedDays: { measured: 1, total: 2 }, unexplained: null, share: -100 })
  expect(feed.consumed).toBeLessThan(whole.feed.consumed!)
  expect(feed.consumed).toBeGreaterThan(0)
})

test('leaves feed unexplained without a silo or with a shared one', async () => {
  const without = await open(await aHouse())
  await books.feed(without.id, OPENED + HOUR, 'ENTRY', 100)
  const consumedDays = { measured: 0, total: 1 }
  const unknown = {
    initial: null,
    consumed: null,
    consumedDays,
    isConsumedByStock: false,
    left: null,
    unexplained: null,
    share: -100,
  }
  expect((await balanceOf(without.id)).feed).toEqual({ ...unknown, entries: 100, exits: 0, pendingEntries: 0, pendingExits: 0 })
  const house = await aHouse()
  const silo = await aSilo(house)
  const first = await open(house, [silo])
  await open(await aHouse(), [silo])
  expect((await balanceOf(first.id)).feed).toMatchObject({ initial: null, left: null, unexplained: null })
})

test('counts the consumption by stock of a closed batch as the KPIs do, and explains nothing by it', async () => {
  const { id } = await open(await aHouse())
  await books.move(id, [movement(OPENED, 'ENTRY', 'EXTERNAL_ENTRY', 100)])
  await books.feed(id, OPENED, 'ENTRY', 100)
  await books.feed(id, OPENED + HOUR, 'EXIT', 1)
  data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: iso(OPENED + 48 * HOUR) } }))
  const { feed } = await balanceOf(id)
  expect(feed).toMatchObject({ consumed: 99, isConsumedByStock: true, unexplained: null, share: -100 })
  expect(data(await api.batchFigures.kpis({ params: { id } })).feed).toBe(99)
})

test('answers 404 for a batch out of reach', async () => {
  const { id } = await open(await aHouse())
  const elsewhere = await farm.as('Suínos')
  await expect(elsewhere.batchFigures.massBalance({ params: { id }, query: {} })).rejects.toMatchObject({
    failure: { code: 'NOT_FOUND' },
  })
})
