import type { Data } from '@steading/contract/box/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { batchById } from '../batches/index.ts'
import { booksOf } from './books.ts'
import { hourlyUse } from './hourlyUse.ts'

const BUCKET = 300_000
const HOUR = 12 * BUCKET
/** Midnight in Lisbon's winter, when its clock is that of UTC. */
const START = Date.UTC(2026, 10, 20)
const HOURS = 60
const NOW = START + HOURS * HOUR
let farm: Farm
beforeAll(async () => void (farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })))
afterAll(() => farm.close())

/**
 * The use of each hour by an instrument with readings in the hours of `isMeasured`, by hours since START. `shown`: what it
 * shows in the n-th bucket.
 */
async function useOf(
  category: 'SILO_WEIGHT' | 'WATER_COUNTER',
  { isMeasured, shown }: { isMeasured: (hour: number) => boolean; shown: (bucket: number) => number },
) {
  const entityId = await farm.entity(`House with ${category}`, 'SECTOR', 'Paul')
  const box = await aBox(farm.world.owner, entityId, [{ category }])
  const api = await farm.as('Aves')
  const sources = category === 'SILO_WEIGHT' ? { siloInterfaceIds: box.interfaces } : { waterInterfaceIds: box.interfaces }
  const body = { entityId, openDate: new Date(START).toISOString(), species: 'BROILER', ...sources } as const
  const { id } = data(await api.batches.create({ body, files: [] }))
  for (let hour = 0; hour < HOURS; hour++) {
    const r = Array.from({ length: 12 }, (_, index): [number, number, number] => [0, index * BUCKET, shown(12 * hour + index)])
    const message: Data = { v: 1, e: 1, s: 12 * hour + 1, t: START + hour * HOUR, q: 2, h: 0, r }
    if (isMeasured(hour)) await farm.app.services.journal.store({ terminalId: box.id, data: message, receivedAt: NOW })
  }
  await createBooks(farm).rolledUp()
  const kind = category === 'SILO_WEIGHT' ? 'FEED' : 'WATER'
  const used = await farm.world.db.work(farm.system, async work => {
    const books = await booksOf(work, orNotFound(await batchById(work, id)))
    const hours = { first: START / HOUR, last: NOW / HOUR - 1 }
    return hourlyUse(work, farm.world.config.RETENTION, { books, kind, hours })
  })
  return new Map([...used].map(([hour, amount]) => [hour - START / HOUR, amount]))
}
const hoursFrom = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

test('leaves out the hours of a silent silo, and the one in which it speaks again', async () => {
  const used = await useOf('SILO_WEIGHT', { isMeasured: hour => hour < 10 || hour >= 19, shown: bucket => 9000 - 10 * bucket })
  expect([...used.keys()]).toEqual([...hoursFrom(0, 10), ...hoursFrom(20, HOURS)])
  expect(Math.max(...used.values())).toBeLessThanOrEqual(150)
})

test('leaves out the hour with what a meter counted in more than a day of silence', async () => {
  const used = await useOf('WATER_COUNTER', { isMeasured: hour => hour < 10 || hour >= 45, shown: bucket => 10 * bucket })
  expect([...used.keys()]).toEqual([...hoursFrom(0, 10), ...hoursFrom(46, HOURS)])
  expect(Math.max(...used.values())).toBeLessThanOrEqual(130)
})
