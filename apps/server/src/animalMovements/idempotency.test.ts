import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, exit } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

let keys = 0
const newKey = () => `form-${++keys}-of-a-test`
const die = (batchId: string, number: number, idempotencyKey: string, by = api) =>
  by.animalMovements.create({ body: { batchId, ...exit('DEATH', number, ago(1)) }, files: [] }, { idempotencyKey })
const deathsIn = async (id: string) => (await herd.batch(id)).totalMortality

test('a request that is sent again with its key answers the first reply and books nothing', async () => {
  const id = await herd.stocked()
  const timestamp = ago(1)
  const key = newKey()
  const send = () =>
    api.animalMovements.create({ body: { batchId: id, ...exit('DEATH', 4, timestamp) }, files: [] }, { idempotencyKey: key })
  const first = data(await send())
  expect(data(await send())).toEqual(first)
  expect(await deathsIn(id)).toBe(4)
  // What the form enters next is another change.
  data(await die(id, 4, newKey()))
  expect(await deathsIn(id)).toBe(8)
})

test('of concurrent requests with one key one books', async () => {
  const id = await herd.stocked()
  const timestamp = ago(1)
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      api.animalMovements.create({ body: { batchId: id, ...exit('DEATH', 4, timestamp) }, files: [] }, { idempotencyKey: key }),
    ),
  )
  expect(new Set(answers.map(answer => data(answer).id)).size).toBe(1)
  expect(await deathsIn(id)).toBe(4)
})

test('another request with a used key is refused and books nothing', async () => {
  const id = await herd.stocked()
  const key = newKey()
  data(await die(id, 4, key))
  await expect(die(id, 5, key)).rejects.toMatchObject({ status: 409, failure: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  expect(await deathsIn(id)).toBe(4)
})

test('a refused request leaves its key free', async () => {
  const id = await herd.stocked(10)
  const key = newKey()
  expect(await die(id, 11, key)).toMatchObject({ refused: 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS' })
  data(await die(id, 10, key))
  expect(await deathsIn(id)).toBe(10)
})

test('a key is of the person who sent it, for 24 h', async () => {
  const id = await herd.stocked()
  const timestamp = ago(1)
  const key = newKey()
  const send = (by: Api) =>
    by.animalMovements.create({ body: { batchId: id, ...exit('DEATH', 1, timestamp) }, files: [] }, { idempotencyKey: key })
  const first = data(await send(api))
  expect(data(await send(await farm.as('Aves'))).id).not.toBe(first.id)
  await farm.world.owner.query(`update idempotent_replies set created_at = now() - interval '24 hours 1 minute' where key = $1`, [
    key,
  ])
  expect(data(await send(api)).id).not.toBe(first.id)
  expect(await deathsIn(id)).toBe(3)
})

test('a key that is none is refused', async () => {
  const id = await herd.stocked()
  await expect(die(id, 1, 'short')).rejects.toMatchObject(failing('INVALID_INPUT', 'idempotency-key'))
  expect(await deathsIn(id)).toBe(0)
})

test('batches, feed movements, several of them at once, and weighings take a key', async () => {
  const body = {
    code: 'K',
    displayName: 'Feed of keys',
    species: 'BROILER' as const,
    translations: {},
    medicated: false,
    withdrawalDays: 0,
  }
  const feedTypeId = data(await api.feedTypes.create({ body: { entityId: farm.at.Aves!, ...body } })).id
  const entityId = await farm.entity('House of keys', 'SECTOR', 'Paul')
  const twice = async <T>(send: (options: { idempotencyKey: string }) => Promise<T>) => {
    const options = { idempotencyKey: newKey() }
    return [await send(options), await send(options)]
  }
  const openDate = ago(20)
  const [opened, openedAgain] = await twice(options =>
    api.batches.create({ body: { entityId, openDate, species: 'BROILER' }, files: [] }, options),
  )
  const { id: batchId } = data(opened!)
  expect(openedAgain).toEqual(opened)
  const timestamp = ago(2)
  const buy = { batchId, action: 'ENTRY' as const, actionType: 'BUY' as const, timestamp, weight: 1000, feedTypeId }
  const [bought, boughtAgain] = await twice(options => api.feedMovements.create({ body: buy, files: [] }, options))
  expect(boughtAgain).toEqual(bought)
  const [many, manyAgain] = await twice(options => api.feedMovements.createMany({ body: { movements: [buy, buy] } }, options))
  expect(manyAgain).toEqual(many)
  const sums = data(await api.feedMovements.aggregation({ query: { batchId } }))
  expect(sums.entered).toBe(3000)
  const [weighed, weighedAgain] = await twice(options =>
    api.weighings.create({ body: { batchId, timestamp, number: 1, totalWeight: 1 } }, options),
  )
  expect(weighedAgain).toEqual(weighed)
  expect(data(await api.weighings.search({ query: { batchId } })).totalElements).toBe(1)
})
