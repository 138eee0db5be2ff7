import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry, exit } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

const refused = (code: string) => ({ refused: code })
const NEGATIVE = refused('TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS')

test('entries, deaths and sales give the totals of the batch', async () => {
  const { id } = await herd.openBatch(ago(30))
  await herd.booked(id, entry(600, ago(30), { weight: 26.4, age: 2 }))
  await herd.booked(id, entry(400, ago(30), { weight: 17.6, age: 1, ageUnit: 7 }))
  await herd.booked(id, exit('DEATH', 10, ago(20)))
  await herd.booked(id, exit('EXTERNAL_SALE', 90, ago(1), { weight: 200 }))
  await herd.booked(id, exit('EXTERNAL_SALE', 50, ago(1), { weight: 100, pending: true }))
  // Mean age at entry: (600·2 + 400·7) / 1000 = 4.
  expect(await herd.batch(id)).toMatchObject({
    totalEntry: 1000,
    totalMortality: 10,
    totalExit: 90,
    totalExitPending: 50,
    numberAnimals: 990,
    batchAge: 34,
    version: 1,
  })
  const { rows } = await farm.world.owner.query(
    `select revision, entry_weight::float8, exit_weight::float8, first_entry_at, last_movement_at from batches where id = $1`,
    [id],
  )
  const [last] = await herd.movements(id)
  expect(rows).toMatchObject([{ revision: 5, entry_weight: 44, exit_weight: 200 }])
  expect(rows[0].last_movement_at.getTime()).toBeLessThanOrEqual(Date.parse(last!.timestamp))
})

test('answers every entered field of a movement', async () => {
  const id = await herd.stocked()
  const { content } = data(await api.deathReasons.search({ query: { itemsPerPage: 50 } }))
  const reason = content.find(({ species }) => species === 'CHICKEN' || species === 'BROILER')!
  const death = await herd.booked(
    id,
    exit('DEATH', 3, ago(9.5), { typeDescription: 'near the door', deathReasonId: reason.id, weight: 4.5 }),
  )
  expect(death).toMatchObject({
    batch: { id },
    timeZone: 'Europe/Lisbon',
    action: 'EXIT',
    actionType: 'DEATH',
    typeDescription: 'near the door',
    number: 3,
    weight: 4.5,
    status: 'EFFECTIVE',
    pending: false,
    deathReason: { id: reason.id, displayName: reason.displayName },
    inverseTransaction: null,
    editable: true,
    deletable: true,
    version: 1,
    attachments: [],
  })
  // The age of the batch on that day of its house.
  expect([20, 21]).toContain(death.age)
  expect(await herd.details(death.id)).toEqual(death)
})

test('an action and a type that are no pair are refused', async () => {
  const id = await herd.stocked()
  expect(await herd.book(id, { ...entry(1, ago(1)), actionType: 'DEATH' })).toMatchObject(refused('ACTION_TYPE_NOT_FOUND'))
  expect(await herd.book(id, exit('EXTERNAL_ENTRY', 1, ago(1)))).toMatchObject(refused('ACTION_TYPE_NOT_FOUND'))
})

test('only a transfer names another batch, of the same species', async () => {
  const id = await herd.stocked()
  const field = failing('INVALID_INPUT', 'inverseBatchId')
  await expect(herd.book(id, exit('TRANSFER', 1, ago(1)))).rejects.toMatchObject(field)
  await expect(herd.book(id, exit('TRANSFER', 1, ago(1), { inverseBatchId: id }))).rejects.toMatchObject(field)
  await expect(herd.book(id, exit('DEATH', 1, ago(1), { inverseBatchId: id }))).rejects.toMatchObject(field)
  const pigs = await herd.openBatch(ago(30), { species: 'PIG' })
  await expect(herd.book(id, exit('TRANSFER', 1, ago(1), { inverseBatchId: pigs.id }))).rejects.toMatchObject(field)
})

test('a batch out of reach is not found, in either place of the body', async () => {
  const id = await herd.stocked()
  const elsewhere = await farm.as('Suínos')
  const NOT_FOUND = refused('PRODUCTION_BATCH_NOT_FOUND')
  expect(await herd.book(id, exit('DEATH', 1, ago(1)), elsewhere)).toMatchObject(NOT_FOUND)
  expect(await herd.book('999999', exit('DEATH', 1, ago(1)))).toMatchObject(NOT_FOUND)
  expect(await herd.book(id, exit('TRANSFER', 1, ago(1), { inverseBatchId: '999999' }))).toMatchObject(NOT_FOUND)
  const [first] = await herd.movements(id)
  const calls = [
    () => elsewhere.animalMovements.details({ params: { id: first!.id } }),
    () => herd.edit(first!, { number: 5 }, elsewhere),
    () => herd.remove(first!.id, elsewhere),
    () => herd.remove('999999'),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(data(await elsewhere.animalMovements.search({ query: {} })).content).toEqual([])
})

test('requires a weight of all but deaths, and a cause of death of deaths only', async () => {
  const id = await herd.stocked()
  const sale = { action: 'EXIT', actionType: 'EXTERNAL_SALE', number: 1, timestamp: ago(1) } as const
  await expect(herd.book(id, sale)).rejects.toMatchObject(failing('INVALID_INPUT', 'weight'))
  await expect(herd.book(id, { ...sale, weight: 2, deathReasonId: '1' })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'deathReasonId'),
  )
  expect(await herd.booked(id, exit('DEATH', 1, ago(1)))).toMatchObject({ weight: null })
})

test('a cause of death is one of the house and of the species', async () => {
  const id = await herd.stocked()
  const { content } = data(await api.deathReasons.search({ query: { species: 'PIG', itemsPerPage: 50 } }))
  const UNKNOWN = refused('DEATH_CAUSE_NOT_FOUND')
  const death = (deathReasonId: string) => herd.book(id, exit('DEATH', 1, ago(1), { deathReasonId }))
  expect(await death('999999')).toMatchObject(UNKNOWN)
  expect(await death(content[0]!.id)).toMatchObject(UNKNOWN)
  const fields = { code: 'X', species: 'BROILER' as const, translations: {}, icarReason: null, icarMethod: null }
  const own = data(await api.deathReasons.create({ body: { entityId: farm.at.Paul!, displayName: 'Flooding', ...fields } }))
  const booked = data(await death(own.id))
  expect(data(await api.deathReasons.remove({ params: { id: own.id } }))).toEqual({ outcome: 'INACTIVATED' })
  expect(await death(own.id)).toMatchObject(UNKNOWN)
  // A movement keeps the cause that it has.
  expect(data(await herd.edit(booked, { number: 2 }))).toMatchObject({ number: 2, deathReason: { id: own.id } })
})

test('movements lie between the opening of the batch and now', async () => {
  const id = await herd.stocked(1000, ago(10))
  expect(await herd.book(id, entry(1, ago(11)))).toMatchObject(refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE'))
  await expect(herd.book(id, entry(1, ago(-1)))).rejects.toMatchObject(failing('INVALID_INPUT', 'timestamp'))
})

test('an effective movement lies at most five minutes ahead, a pending one further, and is not confirmed before', async () => {
  const id = await herd.stocked(100, ago(10))
  const minutes = (count: number) => ago(-count / 1440)
  const FUTURE = { failure: { fields: [{ field: 'timestamp', code: 'future' }] } }
  await herd.booked(id, exit('DEATH', 1, minutes(4)))
  await expect(herd.book(id, exit('DEATH', 1, minutes(6)))).rejects.toMatchObject(FUTURE)
  const announced = await herd.booked(id, exit('EXTERNAL_SALE', 90, ago(-3), { pending: true }))
  expect(await herd.batch(id)).toMatchObject({ totalExit: 0, totalExitPending: 90, numberAnimals: 99 })
  // Its animals are reserved.
  expect(await herd.book(id, exit('DEATH', 10, ago(1)))).toMatchObject(NEGATIVE)
  await expect(herd.edit(announced, { pending: false })).rejects.toMatchObject(FUTURE)
  data(await herd.edit(announced, { pending: false, timestamp: ago(0) }))
  expect(await herd.batch(id)).toMatchObject({ totalExit: 90, totalExitPending: 0 })
})

test('an exit before the first entry is refused', async () => {
  const { id } = await herd.openBatch()
  const BEFORE_FIRST = refused('EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION')
  expect(await herd.book(id, exit('DEATH', 1, ago(1)))).toMatchObject(BEFORE_FIRST)
  await herd.booked(id, entry(100, ago(5)))
  expect(await herd.book(id, exit('DEATH', 1, ago(6)))).toMatchObject(BEFORE_FIRST)
})

test('animals never become negative, at no instant', async () => {
  const { id } = await herd.openBatch()
  const first = await herd.booked(id, entry(100, ago(20)))
  const second = await herd.booked(id, entry(50, ago(10)))
  expect(await herd.book(id, exit('DEATH', 101, ago(15)))).toMatchObject(NEGATIVE)
  const death = await herd.booked(id, exit('DEATH', 120, ago(5)))
  // Back-dated before the second entry, it would lack 20 animals.
  expect(await herd.edit(death, { timestamp: ago(15) })).toMatchObject(NEGATIVE)
  expect(await herd.edit(second, { number: 19 })).toMatchObject(NEGATIVE)
  expect(await herd.edit(second, { pending: true })).toMatchObject(NEGATIVE)
  expect(await herd.remove(second.id)).toMatchObject(NEGATIVE)
  expect(await herd.remove(first.id)).toMatchObject(NEGATIVE)
  expect(await herd.edit(first, { timestamp: ago(4) })).toMatchObject(NEGATIVE)
  expect(await herd.batch(id)).toMatchObject({ totalEntry: 150, totalMortality: 120 })
  data(await herd.edit(second, { number: 20 }))
  expect(await herd.batch(id)).toMatchObject({ totalEntry: 120, totalMortality: 120, numberAnimals: 0 })
})

test('pending exits are reserved', async () => {
  const id = await herd.stocked(100)
  const pending = await herd.booked(id, exit('EXTERNAL_SALE', 80, ago(2), { pending: true }))
  expect(await herd.book(id, exit('DEATH', 21, ago(1)))).toMatchObject(NEGATIVE)
  await herd.booked(id, exit('DEATH', 20, ago(1)))
  expect(await herd.batch(id)).toMatchObject({ totalExit: 0, totalExitPending: 80, numberAnimals: 80 })
  data(await herd.edit(pending, { pending: false }))
  expect(await herd.batch(id)).toMatchObject({ totalExit: 80, totalExitPending: 0 })
})

test('as many animals as the balance of a time calls available may leave then', async () => {
  const { id } = await herd.openBatch()
  const balance = async (at: string, more: { movementId?: string } = {}) =>
    data(await api.animalMovements.balance({ query: { batchId: id, at, ...more } }))
  await herd.booked(id, entry(100, ago(20)))
  await herd.booked(id, exit('EXTERNAL_SALE', 30, ago(5), { pending: true }))
  const death = await herd.booked(id, exit('DEATH', 10, ago(3)))
  expect(await balance(ago(21))).toEqual({ present: 0, available: 0 })
  expect(await balance(ago(10))).toEqual({ present: 100, available: 60 })
  expect(await balance(ago(1))).toEqual({ present: 90, available: 60 })
  expect(await balance(ago(1), { movementId: death.id })).toEqual({ present: 100, available: 70 })
  expect(await herd.book(id, exit('DEATH', 61, ago(10)))).toMatchObject(NEGATIVE)
  expect(await herd.edit(death, { number: 71 })).toMatchObject(NEGATIVE)
  await herd.booked(id, exit('DEATH', 60, ago(10)))
})

test('a transfer that is changed does not count in the balance of either batch', async () => {
  const [from, to] = [await herd.stocked(100), await herd.stocked(50)]
  const { id: movementId } = await herd.booked(from, exit('TRANSFER', 40, ago(5), { inverseBatchId: to }))
  const balance = async (batchId: string) =>
    data(await api.animalMovements.balance({ query: { batchId, at: ago(1), movementId } }))
  expect(await balance(from)).toEqual({ present: 100, available: 100 })
  expect(await balance(to)).toEqual({ present: 50, available: 50 })
})

test('a closed batch takes no changes', async () => {
  const [closed, open] = [await herd.stocked(), await herd.stocked()]
  const [first] = await herd.movements(closed)
  data(await api.batches.quickCloseOpen({ params: { id: closed }, body: { version: 1 } }))
  const DESTINATION = refused('DESTINATION_BATCH_CLOSED')
  const ORIGIN = refused('ORIGIN_BATCH_CLOSED')
  expect(await herd.book(closed, entry(1, ago(30)))).toMatchObject(DESTINATION)
  expect(await herd.book(closed, exit('DEATH', 1, ago(29)))).toMatchObject(ORIGIN)
  expect(await herd.book(closed, exit('TRANSFER', 1, ago(29), { inverseBatchId: open }))).toMatchObject(ORIGIN)
  expect(await herd.book(open, exit('TRANSFER', 1, ago(29), { inverseBatchId: closed }))).toMatchObject(DESTINATION)
  expect(await herd.edit(first!, { number: 5 })).toMatchObject(DESTINATION)
  expect(await herd.remove(first!.id)).toMatchObject(DESTINATION)
})

test('a batch is not closed while a movement is pending', async () => {
  const id = await herd.stocked()
  const pending = await herd.booked(id, exit('EXTERNAL_SALE', 10, ago(1), { pending: true }))
  const close = () => api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } })
  expect(await close()).toMatchObject(refused('BATCH_HAS_PENDING_TRANSACTIONS'))
  data(await herd.remove(pending.id))
  data(await close())
})

test('a sale before the end of the withdrawal period is refused with the first day of sale', async () => {
  const id = await herd.stocked()
  const feed = async (code: string, medicated: boolean, withdrawalDays: number, at: string) => {
    const type = data(
      await api.feedTypes.create({
        body: {
          entityId: farm.at.Paul!,
          code,
          displayName: `Feed ${code}`,
          translations: {},
          species: 'BROILER',
          medicated,
          withdrawalDays,
        },
      }),
    )
    await farm.world.owner.query(
      `insert into feed_movements (entity_id, batch_id, at, action, action_type, weight, feed_type_id, created_at)
       select entity_id, id, $2, 'ENTRY', 'BUY', 1000, $3, now() from batches where id = $1`,
      [id, at, type.id],
    )
  }
  await feed('M', true, 5, '2026-08-01T10:00:00Z')
  await farm.world.owner.query(`update batches set open_date = '2026-07-01' where id = $1`, [id])
  await farm.world.owner.query(`update animal_movements set at = '2026-07-01' where batch_id = $1`, [id])
  await feed('P', false, 0, '2026-08-10T10:00:00Z')
  const sale = (timestamp: string) => herd.book(id, exit('EXTERNAL_SALE', 1, timestamp))
  // The feed was current until the 10th: its five days are the 11th to the 15th.
  expect(await sale('2026-08-15T22:30:00Z')).toMatchObject({
    refused: 'WITHDRAWAL_PERIOD_NOT_OVER',
    message: expect.stringContaining('16-08-2026') as string,
  })
  // While the medicated feed is the current one, the period has not begun.
  expect(await sale('2026-08-09T10:00:00Z')).toMatchObject(refused('WITHDRAWAL_PERIOD_NOT_OVER'))
  const sold = data(await sale('2026-08-15T23:30:00Z'))
  expect(await herd.edit(sold, { timestamp: '2026-08-15T12:00:00Z' })).toMatchObject(refused('WITHDRAWAL_PERIOD_NOT_OVER'))
  await herd.booked(id, exit('DEATH', 1, '2026-08-14T10:00:00Z'))
  // A transfer does not end the period: the animals were fed where they came from.
  const other = await herd.openBatch('2026-07-02T00:00:00Z')
  await herd.booked(id, { ...exit('TRANSFER', 10, '2026-08-09T12:00:00Z'), inverseBatchId: other.id })
  const saleOfOther = (timestamp: string) => herd.book(other.id, exit('EXTERNAL_SALE', 1, timestamp))
  expect(await saleOfOther('2026-08-14T10:00:00Z')).toMatchObject({
    refused: 'WITHDRAWAL_PERIOD_NOT_OVER',
    message: expect.stringContaining('15-08-2026') as string,
  })
  data(await saleOfOther('2026-08-15T10:00:00Z'))
})

test('a sale that medicated feed booked later makes too early is corrected, but not moved to another early time', async () => {
  const id = await herd.stocked()
  const body = { code: 'LATE', displayName: 'Late feed', translations: {}, species: 'BROILER' as const }
  const { id: feedTypeId } = data(
    await api.feedTypes.create({ body: { entityId: farm.at.Paul!, ...body, medicated: true, withdrawalDays: 5 } }),
  )
  const sold = await herd.booked(id, exit('EXTERNAL_SALE', 10, ago(3)))
  const announced = await herd.booked(id, exit('EXTERNAL_SALE', 10, ago(2), { pending: true }))
  const feed = { batchId: id, action: 'ENTRY', actionType: 'BUY', timestamp: ago(5), weight: 100, feedTypeId } as const
  data(await api.feedMovements.create({ body: feed, files: [] }))
  const EARLY = refused('WITHDRAWAL_PERIOD_NOT_OVER')
  const corrected = data(await herd.edit(sold, { number: 9 }))
  expect(corrected).toMatchObject({ number: 9, timestamp: sold.timestamp })
  expect(await herd.edit(corrected, { timestamp: ago(2.5) })).toMatchObject(EARLY)
  const still = data(await herd.edit(announced, { number: 8 }))
  expect(await herd.edit(still, { pending: false })).toMatchObject(EARLY)
})

test('feed of a batch from which a transfer is only announced does not concern a sale', async () => {
  const [origin, seller] = [await herd.stocked(), await herd.stocked()]
  const body = { code: 'ORIGIN', displayName: 'Feed of origin', translations: {}, species: 'BROILER' as const }
  const { id: feedTypeId } = data(
    await api.feedTypes.create({ body: { entityId: farm.at.Paul!, ...body, medicated: true, withdrawalDays: 5 } }),
  )
  const feed = { batchId: origin, action: 'ENTRY', actionType: 'BUY', timestamp: ago(6), weight: 100, feedTypeId } as const
  data(await api.feedMovements.create({ body: feed, files: [] }))
  const announced = await herd.booked(origin, exit('TRANSFER', 10, ago(5), { inverseBatchId: seller, pending: true }))
  const sold = await herd.booked(seller, exit('EXTERNAL_SALE', 1, ago(3)))
  data(await herd.remove(sold.id))
  data(await herd.edit(announced, { pending: false }))
  expect(await herd.book(seller, exit('EXTERNAL_SALE', 1, ago(3)))).toMatchObject(refused('WITHDRAWAL_PERIOD_NOT_OVER'))
})

test('animals other than poultry that open a batch need an age, later ones have that of the batch', async () => {
  const { id } = await herd.openBatch(ago(30), { species: 'PIG' })
  const { age: _, ...ageless } = entry(100, ago(30))
  const REQUIRED = { failure: { fields: [{ field: 'age', code: 'required' }] } }
  await expect(herd.book(id, ageless)).rejects.toMatchObject(REQUIRED)
  await herd.booked(id, { ...ageless, age: 70 })
  expect((await herd.booked(id, { ...ageless, timestamp: ago(20) })).age).toBe(80)
})

test('an edit without an age keeps the stored one, unless the movement goes to another time', async () => {
  const [origin, destination] = [await herd.stocked(), (await herd.openBatch(ago(30))).id]
  const out = await herd.booked(origin, exit('TRANSFER', 20, ago(10), { inverseBatchId: destination, age: 3 }))
  const changed = data(await herd.edit(out, { number: 19, age: undefined }))
  expect([changed.age, (await herd.inverseOf(out)).age]).toEqual([3, 3])
  expect(data(await herd.edit(changed, { timestamp: ago(9), age: undefined })).age).toBe(21)
})

test('an age of half a day rounds up, as in the figures', async () => {
  const { id } = await herd.openBatch(ago(30))
  await herd.booked(id, entry(100, ago(30), { age: 0 }))
  await herd.booked(id, entry(100, ago(30), { age: 1 }))
  // 30.5 and 31.5 days: half to even would make one of them smaller.
  expect(await herd.batch(id)).toMatchObject({ batchAge: 31 })
  const { id: other } = await herd.openBatch(ago(30))
  await herd.booked(other, entry(100, ago(30), { age: 1 }))
  await herd.booked(other, entry(100, ago(30), { age: 2 }))
  expect(await herd.batch(other)).toMatchObject({ batchAge: 32 })
})

test('the greatest weights of several movements fit their sums', async () => {
  const { id } = await herd.openBatch(ago(30))
  const weight = 999_999_999.999
  for (const number of [1, 2]) await herd.booked(id, entry(number, ago(30), { weight }))
  for (const number of [1, 1]) await herd.booked(id, exit('EXTERNAL_SALE', number, ago(2), { weight }))
  const { types } = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
  expect(types.map(sum => sum.weight)).toEqual([1_999_999_999.998, 1_999_999_999.998])
})

test('a pending transfer counts once where the sum has both its halves', async () => {
  const [from, to] = [await herd.stocked(100), await herd.stocked(100)]
  await herd.booked(from, exit('TRANSFER', 20, ago(2), { inverseBatchId: to, pending: true, typeDescription: 'Sum of halves' }))
  await herd.booked(to, entry(5, ago(2), { pending: true, typeDescription: 'Sum of halves' }))
  const pendingOf = async (query: object) =>
    data(await api.animalMovements.aggregation({ query: { search: 'Sum of halves', ...query } })).pending
  expect(await pendingOf({})).toBe(25)
  expect(await pendingOf({ batchId: from })).toBe(20)
  expect(await pendingOf({ batchId: to })).toBe(25)
  expect(await pendingOf({ action: 'ENTRY' })).toBe(25)
  expect(await pendingOf({ action: 'EXIT' })).toBe(20)
  expect(await pendingOf({ pending: false })).toBe(0)
})

test('the first birds are of age 0 unless entered, later ones have the age of the batch', async () => {
  const { id } = await herd.openBatch(ago(30))
  const { age: _, ...ageless } = entry(100, ago(30))
  const first = await herd.booked(id, ageless)
  expect(first.age).toBe(0)
  expect((await herd.booked(id, { ...ageless, timestamp: ago(20) })).age).toBe(10)
  // Without its own age, an edited entry follows the others.
  data(await herd.edit(first, { age: 70 }))
  expect(await herd.batch(id)).toMatchObject({ totalEntry: 200, batchAge: 65 })
})

test('a person without the permission changes own entries for 24 h', async () => {
  const id = await herd.stocked()
  const author = await farm.as('Paul', ['batches.read', 'batches.transactions.create', 'batches.transactions.read'])
  const other = await farm.as('Paul', ['batches.transactions.create', 'batches.transactions.read'])
  const own = await herd.booked(id, exit('DEATH', 14, ago(1)), author)
  expect(own).toMatchObject({ editable: true, deletable: true })
  expect(data(await other.animalMovements.details({ params: { id: own.id } }))).toMatchObject({
    editable: false,
    deletable: false,
  })
  await expect(herd.edit(own, { number: 4 }, other)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(herd.remove(own.id, other)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const edited = data(await herd.edit(own, { number: 4 }, author))
  expect(edited).toMatchObject({ number: 4, version: 2 })
  await farm.world.owner.query(`update animal_movements set created_at = now() - interval '25 hours' where id = $1`, [own.id])
  await expect(herd.edit(edited, { number: 3 }, author)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(herd.remove(own.id, author)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  data(await herd.remove(own.id))
})

test('permissions to edit and to delete are separate', async () => {
  const id = await herd.stocked()
  const booked = await herd.booked(id, exit('DEATH', 1, ago(1)))
  const editor = await farm.as('Paul', ['batches.transactions.update', 'batches.transactions.read'])
  const deleter = await farm.as('Paul', ['batches.transactions.delete', 'batches.transactions.read'])
  const edited = data(await herd.edit(booked, { number: 2 }, editor))
  expect(edited).toMatchObject({ editable: true, deletable: false })
  await expect(herd.remove(booked.id, editor)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(herd.edit(edited, { number: 3 }, deleter)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  data(await herd.remove(booked.id, deleter))
})

test('an old version is refused', async () => {
  const id = await herd.stocked()
  const booked = await herd.booked(id, exit('DEATH', 1, ago(1)))
  data(await herd.edit(booked, { number: 2 }))
  await expect(herd.edit(booked, { number: 3 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test('a change publishes the batch after its commit, a refused one does not', async () => {
  const id = await herd.stocked(10)
  const { entity } = await herd.batch(id)
  const emit = vi.spyOn(farm.world.bus, 'emit')
  await herd.book(id, exit('DEATH', 11, ago(1)))
  expect(emit.mock.calls).toEqual([])
  await herd.booked(id, exit('DEATH', 1, ago(1)))
  expect(emit.mock.calls).toEqual([['batch.changed', { batchId: id, entityId: entity.id }]])
  emit.mockRestore()
})

test('each change leaves an audit entry with its fields', async () => {
  const id = await herd.stocked()
  const booked = await herd.booked(id, exit('DEATH', 14, ago(1)))
  data(await herd.edit(booked, { number: 4 }))
  data(await herd.remove(booked.id))
  const { rows } = await farm.world.owner.query(
    `select action, object_name, changes from audit where object_type = 'animalMovement' and object_id = $1 order by id`,
    [booked.id],
  )
  expect(rows).toMatchObject([
    { action: 'CREATE', object_name: booked.batch.code },
    { action: 'UPDATE', changes: [{ field: 'number', old: 14, new: 4 }] },
    { action: 'DELETE' },
  ])
})

test('files hang on a movement, are replaced by an edit and go with it', async () => {
  const id = await herd.stocked()
  const file = (name: string) => new File(['a note'], name, { type: 'text/plain' })
  const booked = data(
    await api.animalMovements.create({ body: { batchId: id, ...exit('DEATH', 1, ago(1)) }, files: [file('vet.txt')] }),
  )
  expect(booked.attachments).toMatchObject([{ name: 'vet.txt', size: 6 }])
  const params = { id: booked.id }
  expect(data(await api.animalMovements.attachments({ params }))).toEqual(booked.attachments)
  const { content } = data(await api.animalMovements.attachment({ params: { ...params, name: 'vet.txt' } }))
  expect(await content.text()).toBe('a note')
  await expect(api.animalMovements.attachment({ params: { ...params, name: 'x.txt' } })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
  const edited = data(await herd.edit(booked, { removedAttachments: ['vet.txt'] }, api, [file('lab.txt')]))
  expect(edited).toMatchObject({ attachments: [{ name: 'lab.txt' }], version: 2 })
  data(await herd.remove(booked.id))
  const { rows } = await farm.world.owner.query('select 1 from files where in_use')
  expect(rows).toEqual([])
})

test('lists are narrowed by every filter and sorted newest first', async () => {
  const batch = await herd.openBatch()
  const { id } = batch
  const first = await herd.booked(id, entry(100, ago(20)))
  const death = await herd.booked(id, exit('DEATH', 5, ago(10), { typeDescription: 'Calor à tarde' }))
  const sale = await herd.booked(id, exit('EXTERNAL_SALE', 20, ago(2), { pending: true }))
  const found = async (query: object) =>
    data(await api.animalMovements.search({ query: { batchId: id, ...query } })).content.map(movement => movement.id)
  expect(await found({})).toEqual([sale.id, death.id, first.id])
  expect(await found({ sortProperty: 'number', sortDirection: 'ASC' })).toEqual([death.id, sale.id, first.id])
  expect(await found({ action: 'ENTRY' })).toEqual([first.id])
  expect(await found({ actionType: ['DEATH', 'EXTERNAL_ENTRY'] })).toEqual([death.id, first.id])
  expect(await found({ pending: true })).toEqual([sale.id])
  expect(await found({ fromDate: ago(11), toDate: ago(5) })).toEqual([death.id])
  expect(await found({ search: 'calor a' })).toEqual([death.id])
  expect(await found({ search: batch.code })).toHaveLength(3)
  expect(await found({ entityId: batch.entity.id })).toHaveLength(3)
  expect(await found({ entityId: farm.at['House 1'] })).toEqual([])
  expect(await found({ deathReasonId: '1' })).toEqual([])
  expect(data(await api.animalMovements.list({ query: { batchId: id } })).totalElements).toBe(3)
})

test('sums are by type and by cause, pending animals apart', async () => {
  const id = await herd.stocked(100)
  const { content } = data(await api.deathReasons.search({ query: { itemsPerPage: 50 } }))
  const reason = content.find(({ species }) => species === 'CHICKEN' || species === 'BROILER')!
  await herd.booked(id, exit('DEATH', 5, ago(9), { deathReasonId: reason.id }))
  await herd.booked(id, exit('DEATH', 2, ago(8)))
  await herd.booked(id, exit('EXTERNAL_SALE', 20, ago(2), { pending: true }))
  const sums = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
  expect(sums.types).toEqual(
    expect.arrayContaining([
      { action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 100, weight: 100 },
      { action: 'EXIT', actionType: 'DEATH', number: 7, weight: 0 },
    ]),
  )
  expect(sums.types).toHaveLength(2)
  expect(sums).toMatchObject({
    pending: 20,
    deathReasons: [
      { deathReason: { id: reason.id }, number: 5 },
      { deathReason: null, number: 2 },
    ],
  })
})

test('sales with a weight are summed by the group of their average, limits belonging to the group above', async () => {
  const id = await herd.stocked(100)
  for (const weight of [899.9, 900, 1099.9, 1100, 1300]) await herd.booked(id, exit('EXTERNAL_SALE', 10, ago(2), { weight }))
  await herd.booked(id, exit('EXTERNAL_SALE', 5, ago(2), { weight: 500, pending: true }))
  const { weightGroups } = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
  expect(weightGroups.map(({ from, animals, weight }) => [from, animals, weight])).toEqual([
    [0, 10, 899.9],
    [90, 10, 900],
    [100, 10, 1099.9],
    [110, 10, 1100],
    [120, 10, 1300],
  ])
})

test('a batch is closed no earlier than its last movement or weighing', async () => {
  const id = await herd.stocked(100)
  await herd.booked(id, exit('EXTERNAL_SALE', 100, ago(2)))
  const weighedAt = ago(1)
  data(await api.weighings.create({ body: { batchId: id, timestamp: weighedAt, number: 10, totalWeight: 20 } }))
  const close = (body: object) => api.batches.quickCloseOpen({ params: { id }, body: { version: 1, ...body } })
  await expect(close({ closeDate: ago(1.5) })).rejects.toMatchObject(failing('INVALID_INPUT', 'closeDate'))
  expect(data(await close({})).closeDate).toBe(weighedAt)
})

test('deaths that arrive while a batch is edited are no conflict', async () => {
  const { id, openDate } = await herd.openBatch()
  await herd.booked(id, entry(100, openDate))
  const before = await herd.batch(id)
  for (const days of [3, 2, 1]) await herd.booked(id, exit('DEATH', 1, ago(days)))
  const body = { openDate, species: 'BROILER' as const, targetWeight: 2.4, version: before.version }
  expect(data(await api.batches.edit({ params: { id }, body, files: [] }))).toMatchObject({
    targetWeight: 2.4,
    totalMortality: 3,
  })
})

test('a changed opening is checked against every movement and weighing', async () => {
  const feedBody = { code: 'O', displayName: 'Feed of openings', species: 'BROILER' as const, translations: {} }
  const feedTypeId = data(
    await api.feedTypes.create({ body: { entityId: farm.at.Aves!, ...feedBody, medicated: false, withdrawalDays: 0 } }),
  ).id
  const timestamp = ago(20)
  const rows: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    animals: id => herd.booked(id, entry(10, timestamp)),
    announced: id => herd.booked(id, entry(10, timestamp, { pending: true })),
    feed: async id =>
      data(
        await api.feedMovements.create({
          body: { batchId: id, action: 'ENTRY', actionType: 'BUY', timestamp, weight: 5, feedTypeId },
          files: [],
        }),
      ),
    weighing: async id => data(await api.weighings.create({ body: { batchId: id, timestamp, number: 1, totalWeight: 1 } })),
  }
  for (const write of Object.values(rows)) {
    const { id } = await herd.openBatch(ago(30))
    await write(id)
    const move = (openDate: string) =>
      api.batches.edit({ params: { id }, body: { openDate, species: 'BROILER', version: 1 }, files: [] })
    expect(await move(ago(19))).toMatchObject(refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE'))
    data(await move(timestamp))
  }
})

test.each([0, -1, 1.5, 1_000_001])('a number of %d animals is refused and nothing is written', async number => {
  const id = await herd.stocked(100)
  await expect(herd.book(id, exit('DEATH', number, ago(1)))).rejects.toMatchObject(failing('INVALID_INPUT', 'number'))
  expect(await herd.movements(id)).toHaveLength(1)
})

test('a time with seconds is kept, and an entry at the instant of the first one comes before deaths', async () => {
  const opened = '2026-05-04T13:30:25.000Z'
  const { id } = await herd.openBatch('2026-05-03T23:00:00Z')
  await herd.booked(id, entry(100, opened))
  expect((await herd.booked(id, exit('DEATH', 2, opened))).timestamp).toBe(opened)
  expect(await herd.batch(id)).toMatchObject({ firstEntry: opened, numberAnimals: 98 })
})

test.each([
  ['to summer time', '2026-03-28T10:00:00Z', '2026-03-30T09:00:00Z'],
  ['to winter time', '2025-10-25T09:00:00Z', '2025-10-27T10:00:00Z'],
])('a clock change %s adds no day and takes none', async (_, from, to) => {
  const { id } = await herd.openBatch(from)
  await herd.booked(id, entry(100, from))
  await herd.booked(id, exit('EXTERNAL_SALE', 100, to))
  const closed = data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } }))
  expect(closed.batchAge).toBe(2)
  expect(data(await api.batchFigures.kpis({ params: { id } }))).toMatchObject({
    daysOpen: 2,
    batchAge: 2,
    stay: 2,
    animalDays: 200,
  })
  const days = data(await api.batchFigures.consumption({ params: { id } }))
  expect(days.map(({ age }) => age)).toEqual([0, 1, 2])
})
