import { afterAll, beforeAll, expect, test } from 'vitest'
import { beside } from '../../test/beside.ts'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { bookDelivery } from './index.ts'

let farm: Farm
let api: Api
let feedTypeId: string
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  const body = {
    entityId: farm.at.Aves!,
    code: 'F',
    displayName: 'Feed',
    species: 'BROILER' as const,
    translations: {},
    medicated: false,
    withdrawalDays: 0,
  }
  feedTypeId = data(await api.feedTypes.create({ body })).id
})
afterAll(() => farm.close())

const DAY = 86_400_000
const NOW = Date.now()
/** Days after the opening of the batches, ten days ago. */
const day = (days: number) => new Date(NOW - 10 * DAY + days * DAY)

let count = 0
const aHouse = () => farm.entity(`House with silo ${++count}`, 'SECTOR', 'Paul')
const open = async (entityId: string, more: object = {}, openDate = day(0)) =>
  data(
    await api.batches.create({
      body: { entityId, openDate: openDate.toISOString(), species: 'BROILER', ...more },
      files: [],
    }),
  )
const aSilo = async (entityId: string) => (await aBox(farm.world.owner, entityId, [{ category: 'SILO_WEIGHT' }])).interfaces[0]!
/** A delivery as the detection books it. */
async function deliver(siloInterfaceId: string, entityId: string, at = day(3), weight = 6960) {
  await farm.world.db.work(farm.system, work => bookDelivery(work, farm.world, { siloInterfaceId, entityId, at, weight }))
  const { content } = data(await api.feedMovements.searchAutomatic({ query: { itemsPerPage: 50 } }))
  return content.find(({ silo, timestamp }) => silo?.id === siloInterfaceId && timestamp === at.toISOString())!
}
type Shown = Awaited<ReturnType<typeof deliver>>
const confirm = ({ id, version }: Shown, more: object = {}, by = api) =>
  by.feedMovements.confirmAutomatic({ params: { id }, body: { feedTypeId, version, ...more } })

test('a delivery belongs to the batch of the house, and is booked once', async () => {
  const batch = await open(await aHouse())
  const silo = await aSilo(batch.entity.id)
  const first = await deliver(silo, batch.entity.id)
  expect(first).toMatchObject({ batch: { id: batch.id }, silo: { id: silo }, pending: true, feedType: null, status: 'PENDING' })
  expect(await deliver(silo, batch.entity.id)).toEqual(first)
})

test('a delivery belongs to the batch that names the silo, wherever the silo is', async () => {
  const silo = await aSilo(farm.at.Paul!)
  const batch = await open(await aHouse(), { siloInterfaceIds: [silo] })
  expect(await deliver(silo, farm.at.Paul!)).toMatchObject({ batch: { id: batch.id }, entity: { id: batch.entity.id } })
})

test('a delivery to a shared silo, or without a batch, has no batch', async () => {
  const shared = await aSilo(farm.at.Paul!)
  await open(await aHouse(), { siloInterfaceIds: [shared] })
  await open(await aHouse(), { siloInterfaceIds: [shared] })
  expect(await deliver(shared, farm.at.Paul!)).toMatchObject({ batch: null, entity: { id: farm.at.Paul } })
  const house = await aHouse()
  const closed = await open(house)
  data(await api.batches.quickCloseOpen({ params: { id: closed.id }, body: { version: 1 } }))
  const own = await aSilo(house)
  expect(await deliver(own, house)).toMatchObject({ batch: null, editable: false, deletable: true })
})

test.each([
  [6960, false],
  [7200, false],
  [7400, true],
])('a delivery booked as %d kg where the silo showed 6960 kg disagrees: %s', async (weight, disagrees) => {
  const batch = await open(await aHouse())
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  expect(delivery.silo).toMatchObject({ detectedWeight: 6960, disagrees: false })
  expect(data(await confirm(delivery, { weight })).silo).toMatchObject({ detectedWeight: 6960, disagrees })
})

test('2 % of the capacity make a delivery disagree, too', async () => {
  const batch = await open(await aHouse())
  const silo = await aSilo(batch.entity.id)
  await farm.world.owner.query('update interfaces set capacity = 10000 where id = $1', [silo])
  expect(data(await confirm(await deliver(silo, batch.entity.id), { weight: 7170 })).silo).toMatchObject({ disagrees: true })
})

test('a confirmed delivery counts, and its audit entry has the measured amount', async () => {
  const batch = await open(await aHouse())
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  const stockOf = async () => data(await api.feedMovements.aggregation({ query: { batchId: batch.id } }))
  expect(await stockOf()).toMatchObject({ entered: 0, pending: 6960 })
  const confirmed = data(await confirm(delivery, { weight: 7020 }))
  expect(confirmed).toMatchObject({ pending: false, weight: 7020, feedType: { id: feedTypeId }, version: 2, silo: delivery.silo })
  expect(await stockOf()).toMatchObject({ entered: 7020, pending: 0 })
  const { rows } = await farm.world.owner.query<{ changes: unknown }>(
    `select changes from audit where object_type = 'feedMovement' and object_id = $1 and action = 'UPDATE'`,
    [delivery.id],
  )
  expect(rows[0]!.changes).toEqual([
    { field: 'totalWeight', old: 6960, new: 7020 },
    { field: 'feedType', old: null, new: 'Feed' },
    { field: 'pending', old: true, new: false },
  ])
  const { rows: batches } = await farm.world.owner.query('select revision from batches where id = $1', [batch.id])
  expect(batches).toEqual([{ revision: 2 }])
})

test('a delivery is confirmed once, other movements never', async () => {
  const batch = await open(await aHouse())
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  const both = await Promise.allSettled([confirm(delivery), confirm(delivery)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(confirm(delivery)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  await expect(confirm({ ...delivery, version: 2 })).rejects.toMatchObject(failing('NOT_FOUND'))
  const body = { batchId: batch.id, action: 'ENTRY' as const, actionType: 'BUY' as const, timestamp: day(2).toISOString() }
  const bought = data(await api.feedMovements.create({ body: { ...body, weight: 5, feedTypeId, pending: true }, files: [] }))
  await expect(confirm(bought)).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('the confirmation of a delivery without a batch names one', async () => {
  const house = await aHouse()
  const silo = await aSilo(house)
  const delivery = await deliver(silo, house)
  const second = await deliver(silo, house, day(4))
  // Opened after both: the feed was there when the animals came.
  const batch = await open(house, {}, day(6))
  await expect(confirm(delivery)).rejects.toMatchObject(failing('INVALID_INPUT', 'batchId'))
  expect(await confirm(delivery, { batchId: '999999' })).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
  for (const shown of [delivery, second])
    expect(data(await confirm(shown, { batchId: batch.id }))).toMatchObject({
      batch: { id: batch.id },
      timestamp: batch.openDate,
      pending: false,
    })
  const third = await deliver(silo, house, day(7))
  await expect(confirm(third, { batchId: (await open(await aHouse())).id })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'batchId'),
  )
})

test('a confirmation is refused as what people enter', async () => {
  const house = await aHouse()
  const delivery = await deliver(await aSilo(house), house)
  const closed = await open(await aHouse())
  data(await api.batches.quickCloseOpen({ params: { id: closed.id }, body: { version: 1 } }))
  const batch = await open(await aHouse())
  expect(await confirm(delivery, { batchId: closed.id })).toMatchObject({ refused: 'DESTINATION_BATCH_CLOSED' })
  expect(await confirm(delivery, { batchId: batch.id, feedTypeId: '999999' })).toMatchObject({ refused: 'FEED_TYPE_NOT_FOUND' })
  expect(await confirm(delivery, { batchId: batch.id, feedFactoryId: '999999' })).toMatchObject({
    refused: 'FEED_FACTORY_NOT_FOUND',
  })
  await expect(confirm(delivery, { batchId: batch.id }, await farm.as('Suínos'))).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(
    confirm(delivery, { batchId: batch.id }, await farm.as('Aves', ['batches.feedMovements.read'])),
  ).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const stockperson = await farm.as('Aves', ['batches.feedMovements.create', 'batches.feedMovements.read'])
  expect(data(await confirm(delivery, { batchId: batch.id }, stockperson))).toMatchObject({ pending: false })
})

test('a rejected delivery is deleted with the permission to delete only', async () => {
  const house = await aHouse()
  const delivery = await deliver(await aSilo(house), house)
  const stockperson = await farm.as('Aves', ['batches.feedMovements.create', 'batches.feedMovements.read'])
  await expect(stockperson.feedMovements.remove({ params: { id: delivery.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  expect(
    await api.feedMovements.edit({
      params: { id: delivery.id },
      body: { timestamp: delivery.timestamp, weight: 5, feedTypeId, version: 1 },
      files: [],
    }),
  ).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
  data(await api.feedMovements.remove({ params: { id: delivery.id } }))
  await expect(api.feedMovements.details({ params: { id: delivery.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

const note = async (batchId: string, at: Date, weight: number, more: object = {}) => {
  const body = { batchId, action: 'ENTRY' as const, actionType: 'BUY' as const, timestamp: at.toISOString(), weight, feedTypeId }
  return data(await api.feedMovements.create({ body: { ...body, ...more }, files: [] }))
}
const matchesOf = async ({ id }: Shown, by = api) => data(await by.feedMovements.automaticMatches({ params: { id } }))
const match = ({ id, version }: Shown, movementId: string) =>
  api.feedMovements.matchAutomatic({ params: { id }, body: { movementId, version } })
const enteredIn = async (batchId: string) => data(await api.feedMovements.aggregation({ query: { batchId } })).entered
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

test('a delivery note that was typed before is offered for the detected delivery, and the stock rises once', async () => {
  const batch = await open(await aHouse())
  const silo = await aSilo(batch.entity.id)
  const typed = await note(batch.id, day(3), 7000)
  const delivery = await deliver(silo, batch.entity.id, minutesAfter(day(3), 5))
  expect((await matchesOf(delivery)).map(({ id }) => id)).toEqual([typed.id])
  const matched = data(await match(delivery, typed.id))
  expect(matched).toMatchObject({
    id: typed.id,
    weight: 7000,
    timestamp: typed.timestamp,
    pending: false,
    silo: { id: silo, detectedWeight: 6960, disagrees: false },
    version: 2,
  })
  expect(await enteredIn(batch.id)).toBe(7000)
  await expect(api.feedMovements.details({ params: { id: delivery.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(matchesOf(delivery)).rejects.toMatchObject(failing('NOT_FOUND'))
  // The detection that reads the filling once more finds it booked.
  await farm.world.db.work(farm.system, work =>
    bookDelivery(work, farm.world, {
      siloInterfaceId: silo,
      entityId: batch.entity.id,
      at: minutesAfter(day(3), 5),
      weight: 6960,
    }),
  )
  const rows = data(await api.feedMovements.list({ query: { batchId: batch.id } })).content
  expect(rows.map(({ id }) => id)).toEqual([typed.id])
  const { rows: entries } = await farm.world.owner.query<{ action: string; object_id: string }>(
    `select action, object_id from audit where object_type = 'feedMovement' and object_id = any($1) order by id`,
    [[delivery.id, typed.id]],
  )
  expect(entries.map(({ action, object_id: id }) => [action, id])).toEqual([
    ['CREATE', typed.id],
    ['CREATE', delivery.id],
    ['DELETE', delivery.id],
    ['UPDATE', typed.id],
  ])
})

test.each([
  ['6 h before and 300 kg more', -360, 3300, 3000, true],
  ['later than 6 h after', 361, 3000, 3000, false],
  ['more than 300 kg and 10 % away', 0, 3301, 3000, false],
  ['within 10 % of a large delivery', 0, 7640, 6960, true],
  ['further than 10 % of a large delivery', 0, 7660, 6960, false],
])('a purchase %s is a match or none', async (_, minutes, weight, detected, isMatch) => {
  const batch = await open(await aHouse())
  await note(batch.id, minutesAfter(day(3), minutes), weight)
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id, day(3), detected)
  expect(await matchesOf(delivery)).toHaveLength(isMatch ? 1 : 0)
})

test('matches are purchases at the same silo that no other delivery is', async () => {
  const shared = await aSilo(farm.at.Paul!)
  const sharing = await open(await aHouse(), { siloInterfaceIds: [shared] })
  const other = await open(await aHouse(), { siloInterfaceIds: [shared] })
  const elsewhere = await open(await aHouse())
  const typed = await note(sharing.id, day(3), 6900)
  const nearer = await note(other.id, day(3), 6950)
  await note(elsewhere.id, day(3), 6960)
  const delivery = await deliver(shared, farm.at.Paul!)
  expect((await matchesOf(delivery)).map(({ id }) => id)).toEqual([nearer.id, typed.id])
  await expect(match(delivery, delivery.id)).rejects.toMatchObject(failing('INVALID_INPUT', 'movementId'))
  data(await match(delivery, nearer.id))
  const second = await deliver(shared, farm.at.Paul!, minutesAfter(day(3), 60))
  expect((await matchesOf(second)).map(({ id }) => id)).toEqual([typed.id])
  await expect(matchesOf(second, await farm.as('Suínos'))).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a purchase that was announced becomes effective by its delivery', async () => {
  const batch = await open(await aHouse())
  const announced = await note(batch.id, day(3), 7000, { pending: true })
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  data(await match(delivery, announced.id))
  expect(data(await api.feedMovements.aggregation({ query: { batchId: batch.id } }))).toMatchObject({ entered: 7000, pending: 0 })
})

test('a purchase that was announced for later counts from the filling, but not from before the opening', async () => {
  const batch = await open(await aHouse())
  const announced = await note(batch.id, minutesAfter(day(10), 280), 7000, { pending: true })
  const filled = minutesAfter(day(10), -1)
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id, filled)
  expect(data(await match(delivery, announced.id))).toMatchObject({ timestamp: filled.toISOString(), pending: false })
  data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1 } }))
  const house = await aHouse()
  const silo = await aSilo(house)
  const before = await deliver(silo, house, day(3))
  const late = await open(house, { siloInterfaceIds: [silo] }, minutesAfter(day(3), 60))
  const typed = await note(late.id, minutesAfter(day(3), 120), 7000)
  expect(data(await match(before, typed.id))).toMatchObject({ timestamp: late.openDate })
})

test('a match needs the permission to edit the purchase of another user', async () => {
  const batch = await open(await aHouse())
  const typed = await note(batch.id, day(3), 7000)
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  const stockperson = await farm.as('Aves', ['batches.feedMovements.create', 'batches.feedMovements.read', 'batches.read'])
  const matchedBy = (movementId: string) =>
    stockperson.feedMovements.matchAutomatic({
      params: { id: delivery.id },
      body: { movementId, version: delivery.version },
    })
  await expect(matchedBy(typed.id)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const own = data(
    await stockperson.feedMovements.create({
      body: { batchId: batch.id, action: 'ENTRY', actionType: 'BUY', timestamp: day(3).toISOString(), weight: 6950, feedTypeId },
      files: [],
    }),
  )
  expect(data(await matchedBy(own.id))).toMatchObject({ id: own.id, pending: false })
})

test('of two batches that match one delivery of a shared silo at once, one gets it', async () => {
  const shared = await aSilo(farm.at.Paul!)
  const batches = [
    await open(await aHouse(), { siloInterfaceIds: [shared] }),
    await open(await aHouse(), { siloInterfaceIds: [shared] }),
  ]
  const typed = await Promise.all(batches.map(({ id }) => note(id, day(3), 7000)))
  const delivery = await deliver(shared, farm.at.Paul!)
  // Both read the delivery before either deletes it.
  const gate = await farm.world.owner.connect()
  await gate.query('begin')
  await gate.query('select from feed_movements where id = $1 for update', [delivery.id])
  const both = Promise.allSettled(typed.map(({ id }) => match(delivery, id)))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await farm.world.owner.query(waiting)).rowCount).toBe(2)
  await gate.query('commit')
  gate.release(true)
  const outcomes = await both
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: failing('VERSION_CONFLICT') })
  const shown = await Promise.all(typed.map(({ id }) => api.feedMovements.details({ params: { id } })))
  expect(shown.filter(answer => data(answer).silo !== null)).toHaveLength(1)
})

test('a delivery that is confirmed during its deletion stays', async () => {
  const house = await aHouse()
  const delivery = await deliver(await aSilo(house), house)
  const { id } = await open(await aHouse())
  const confirmed = `update feed_movements set batch_id = $2, entity_id = (select entity_id from batches where id = $2),
    feed_type_id = $3, pending = false, version = version + 1 where id = $1`
  const remove = () => api.feedMovements.remove({ params: { id: delivery.id } })
  await expect(beside(farm, confirmed, [delivery.id, id, feedTypeId], remove)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  expect(await enteredIn(id)).toBe(6960)
})

test('of a match and a confirmation of one delivery at once one succeeds', async () => {
  const batch = await open(await aHouse())
  const typed = await note(batch.id, day(3), 7000)
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  const both = await Promise.allSettled([match(delivery, typed.id), confirm(delivery)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([7000, 13_960]).toContain(await enteredIn(batch.id))
})

test('the files of a delivery go to the purchase that it is, also those of one name', async () => {
  const batch = await open(await aHouse())
  const file = () => new File(['a note'], 'note.txt', { type: 'text/plain' })
  const body = { action: 'ENTRY' as const, actionType: 'BUY' as const, timestamp: day(3).toISOString(), weight: 7000, feedTypeId }
  const typed = data(await api.feedMovements.create({ body: { batchId: batch.id, ...body }, files: [file()] }))
  const delivery = await deliver(await aSilo(batch.entity.id), batch.entity.id)
  const { timestamp, weight } = delivery
  const edited = data(
    await api.feedMovements.edit({
      params: { id: delivery.id },
      body: { timestamp, weight, feedTypeId, pending: true, version: delivery.version },
      files: [file()],
    }),
  )
  const matched = data(await match(edited, typed.id))
  expect(matched.attachments.map(({ name }) => name)).toEqual(['note.txt', `${delivery.id}-note.txt`])
})
