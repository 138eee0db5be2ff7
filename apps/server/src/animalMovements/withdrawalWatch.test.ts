import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry, exit } from '../../test/herd.ts'
import { eventually } from '../../test/smtp.ts'
import { responsible } from '../../test/outbox.ts'
import { recentSales } from './withdrawalWatch.sql.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
const feedTypes = { medicated: '', plain: '' }
beforeAll(async () => {
  farm = await aFarm()
  const email = await farm.person('Aves')
  await responsible(farm, 'Paul', email)
  api = farm.api(await farm.login(email))
  herd = createHerd(farm, api)
  for (const [name, medicated, withdrawalDays] of [
    ['medicated', true, 5],
    ['plain', false, 0],
  ] as const) {
    const body = {
      entityId: farm.at.Aves!,
      code: name,
      displayName: name,
      species: 'BROILER' as const,
      translations: {},
      medicated,
      withdrawalDays,
    }
    feedTypes[name] = data(await api.feedTypes.create({ body })).id
  }
})
afterAll(() => farm.close())

const feed = async (batchId: string, feedTypeId: string, timestamp: string) =>
  data(
    await api.feedMovements.create({
      body: { batchId, action: 'ENTRY', actionType: 'BUY', timestamp, weight: 1000, feedTypeId },
      files: [],
    }),
  )
const sell = (batchId: string, timestamp: string) => herd.booked(batchId, exit('EXTERNAL_SALE', 1, timestamp))
const eventsAt = async (entity: string) => data(await api.events.search({ query: { entity, itemsPerPage: 50 } })).content
/** A batch of 30 days with animals and plain feed. */
async function aBatch() {
  const batch = await herd.openBatch(ago(30))
  await herd.booked(batch.id, entry(100, ago(30)))
  await feed(batch.id, feedTypes.plain, ago(29))
  return batch
}
const until = (entity: string, count: number, status: string) =>
  eventually(
    () => eventsAt(entity),
    found => found.filter(event => event.status === status).length === count,
  )

test('medicated feed that is booked after a sale raises one alarm, closed by the correction', async () => {
  const batch = await aBatch()
  const sold = await sell(batch.id, ago(3))
  const late = await feed(batch.id, feedTypes.medicated, ago(6))
  const [event, ...more] = await until(batch.entity.id, 1, 'OPEN')
  expect(more).toEqual([])
  expect(event).toMatchObject({
    title: `Sale of batch ${batch.code} within the withdrawal period`,
    category: 'FEED',
    severityLevel: 'MAJOR',
    origin: 'AUTOMATIC',
    batch: { id: batch.id },
    notificationCounter: 1,
  })
  // Another change looks again, and says nothing again.
  await feed(batch.id, feedTypes.medicated, ago(5))
  await farm.idle()
  expect(await eventsAt(batch.entity.id)).toHaveLength(1)
  for (const { id } of data(await api.feedMovements.search({ query: { batchId: batch.id, itemsPerPage: 50 } })).content.filter(
    ({ feedType }) => feedType?.id === late.feedType?.id,
  ))
    data(await api.feedMovements.remove({ params: { id } }))
  expect((await until(batch.entity.id, 1, 'CLOSED'))[0]).toMatchObject({ id: event!.id, closedBy: null })
  expect(sold.batch.id).toBe(batch.id)
})

test('does not reopen an alarm that a user closed', async () => {
  const batch = await aBatch()
  await sell(batch.id, ago(3))
  await feed(batch.id, feedTypes.medicated, ago(6))
  const [event] = await until(batch.entity.id, 1, 'OPEN')
  data(await api.events.quickClose({ body: { ids: [event!.id], notes: 'Slaughterhouse informed' } }))
  await feed(batch.id, feedTypes.medicated, ago(4))
  await farm.idle()
  expect((await eventsAt(batch.entity.id)).map(({ status }) => status)).toEqual(['CLOSED'])
})

test('follows animals into the batch that sold them', async () => {
  const origin = await aBatch()
  const seller = await herd.openBatch(ago(20))
  await herd.booked(origin.id, { ...exit('TRANSFER', 10, ago(10)), inverseBatchId: seller.id })
  await sell(seller.id, ago(8))
  await feed(origin.id, feedTypes.medicated, ago(12))
  expect((await until(seller.entity.id, 1, 'OPEN'))[0]).toMatchObject({ batch: { id: seller.id } })
  expect(await eventsAt(origin.entity.id)).toEqual([])
})

test('only sales of animals that were fed medicated feed are looked at', async () => {
  const [origin, other] = [await aBatch(), await aBatch()]
  const seller = await herd.openBatch(ago(20))
  await herd.booked(origin.id, { ...exit('TRANSFER', 10, ago(10)), inverseBatchId: seller.id })
  const sales = await Promise.all([origin, other, seller].map(({ id }) => sell(id, ago(8))))
  await feed(origin.id, feedTypes.medicated, ago(12))
  const found = await farm.world.db.work(farm.system, work => recentSales(work, new Date(ago(9))))
  expect(sales.map(({ id }) => found.some(sale => sale.id === id))).toEqual([true, false, true])
})

test('a sale after the period raises no event', async () => {
  const batch = await aBatch()
  await feed(batch.id, feedTypes.medicated, ago(20))
  await feed(batch.id, feedTypes.plain, ago(15))
  await sell(batch.id, ago(3))
  await feed(batch.id, feedTypes.plain, ago(2))
  await farm.idle()
  expect(await eventsAt(batch.entity.id)).toEqual([])
})
