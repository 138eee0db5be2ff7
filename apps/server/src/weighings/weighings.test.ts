import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

type NewWeighing = Parameters<Api['weighings']['create']>[0]['body']
const weigh = (body: NewWeighing, by = api) => by.weighings.create({ body })
const weighed = async (body: NewWeighing, by = api) => data(await weigh(body, by))
const details = async (id: string, by = api) => data(await by.weighings.details({ params: { id } }))

test('single weights give their number, sum, mean and variation', async () => {
  const batchId = await herd.stocked()
  const weighing = await weighed({ batchId, timestamp: ago(1), weights: [1, 1.2, 1.4, 1.25], notes: 'pen 3' })
  expect(weighing).toMatchObject({
    batch: { id: batchId },
    timeZone: 'Europe/Lisbon',
    number: 4,
    totalWeight: 4.85,
    weights: [1, 1.2, 1.4, 1.25],
    average: 1.213,
    // Sample standard deviation 0.16520 of mean 1.2125.
    cv: 13.62,
    method: 'MANUAL',
    notes: 'pen 3',
    editable: true,
    deletable: true,
    version: 1,
  })
  expect(await details(weighing.id)).toEqual(weighing)
})

test('the greatest single weights fit their sum', async () => {
  const batchId = await herd.stocked()
  const weights = [999_999_999.999, 999_999_999.999]
  expect(await weighed({ batchId, timestamp: ago(1), weights })).toMatchObject({ totalWeight: 1_999_999_999.998 })
})

test('the variation is that of a sample', async () => {
  const batchId = await herd.stocked()
  expect(await weighed({ batchId, timestamp: ago(1), weights: [1.9, 2, 2.1] })).toMatchObject({ average: 2, cv: 5 })
})

test('animals weighed together have a mean and no variation, one animal neither', async () => {
  const batchId = await herd.stocked()
  expect(await weighed({ batchId, timestamp: ago(1), number: 30, totalWeight: 29.76, method: 'SCALE' })).toMatchObject({
    number: 30,
    totalWeight: 29.76,
    weights: null,
    average: 0.992,
    cv: null,
    method: 'SCALE',
  })
  expect(await weighed({ batchId, timestamp: ago(1), weights: [1.1] })).toMatchObject({ number: 1, average: 1.1, cv: null })
})

test('a number and a total are both required, and agree with single weights', async () => {
  const batchId = await herd.stocked()
  const timestamp = ago(1)
  const field = (name: string) => failing('INVALID_INPUT', name)
  await expect(weigh({ batchId, timestamp, totalWeight: 2 })).rejects.toMatchObject(field('number'))
  await expect(weigh({ batchId, timestamp, number: 2 })).rejects.toMatchObject(field('totalWeight'))
  await expect(weigh({ batchId, timestamp, weights: [1, 2], number: 3 })).rejects.toMatchObject(field('number'))
  await expect(weigh({ batchId, timestamp, weights: [1, 2], totalWeight: 3.1 })).rejects.toMatchObject(field('totalWeight'))
  await weighed({ batchId, timestamp, weights: [0.1, 0.2], number: 2, totalWeight: 0.3 })
})

test('the curve of the batch gives the weight at the age, and the deviation', async () => {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into production_curves (display_name, species, age_unit, details)
     values ('Curve of weighings', 'BROILER', 1, '[{"age": 0, "weight": 0.044}, {"age": 21, "weight": 1.012}, {"age": 28, "weight": 1.616}]')
     returning id::text`,
  )
  const batch = await herd.openBatch('2026-04-05T23:00:00Z', { productionCurveId: rows[0]!.id })
  const weighing = { batchId: batch.id, timestamp: '2026-04-27T10:00:00Z', number: 100, totalWeight: 99.2 }
  const early = await weighed(weighing)
  expect(early).toMatchObject({ age: null, curveWeight: null, curveDeviation: null })
  await herd.booked(batch.id, entry(20_000, '2026-04-05T23:00:00Z', { weight: 880 }))
  // The broiler vector: 0.992 kg at 21 days is 2 % below 1.012.
  expect(await details(early.id)).toMatchObject({ age: 21, curveWeight: 1.012, curveDeviation: -2 })
  expect(await weighed({ ...weighing, timestamp: '2026-04-30T22:59:00Z' })).toMatchObject({ age: 24, curveWeight: 1.271 })
  // After the last age of the curve there is nothing to compare with.
  expect(await weighed({ ...weighing, timestamp: '2026-05-10T10:00:00Z' })).toMatchObject({
    age: 34,
    curveWeight: null,
    curveDeviation: null,
  })
})

test('a weighing lies between the opening of an open batch and now', async () => {
  const batchId = await herd.stocked(100, ago(10))
  const weighing = { batchId, timestamp: ago(1), number: 1, totalWeight: 1 }
  expect(await weigh({ ...weighing, timestamp: ago(11) })).toMatchObject({
    refused: 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE',
  })
  await expect(weigh({ ...weighing, timestamp: ago(-1) })).rejects.toMatchObject(failing('INVALID_INPUT', 'timestamp'))
  const { id } = await weighed(weighing)
  data(await api.batches.quickCloseOpen({ params: { id: batchId }, body: { version: 1 } }))
  const CLOSED = { refused: 'DESTINATION_BATCH_CLOSED' }
  expect(await weigh(weighing)).toMatchObject(CLOSED)
  const { batchId: _, ...entered } = weighing
  expect(await api.weighings.edit({ params: { id }, body: { ...entered, number: 2, version: 1 } })).toMatchObject(CLOSED)
  expect(await api.weighings.remove({ params: { id } })).toMatchObject(CLOSED)
})

test('data out of scope is not found', async () => {
  const batchId = await herd.stocked()
  const weighing = { batchId, timestamp: ago(1), number: 1, totalWeight: 1 }
  const { id } = await weighed(weighing)
  const elsewhere = await farm.as('Suínos')
  const NOT_FOUND = { refused: 'PRODUCTION_BATCH_NOT_FOUND' }
  expect(await weigh(weighing, elsewhere)).toMatchObject(NOT_FOUND)
  expect(await weigh({ ...weighing, batchId: '999999' })).toMatchObject(NOT_FOUND)
  await expect(details(id, elsewhere)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(elsewhere.weighings.remove({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(data(await elsewhere.weighings.search({ query: {} })).content).toEqual([])
})

test('a person without the permission changes own weighings for 24 h', async () => {
  const batchId = await herd.stocked()
  const author = await farm.as('Paul', ['batches.read', 'batches.transactions.create'])
  const other = await farm.as('Paul', ['batches.read', 'batches.transactions.create'])
  const entered = { timestamp: ago(1), number: 14, totalWeight: 14 }
  const { id } = await weighed({ batchId, ...entered }, author)
  expect(await details(id, author)).toMatchObject({ editable: true, deletable: true })
  expect(await details(id, other)).toMatchObject({ editable: false, deletable: false })
  const edit = (by: Api, version: number) =>
    by.weighings.edit({ params: { id }, body: { ...entered, number: 4 + version, version } })
  const remove = (by: Api) => by.weighings.remove({ params: { id } })
  await expect(edit(other, 1)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(remove(other)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  expect(data(await edit(author, 1))).toMatchObject({ number: 5, version: 2 })
  await expect(edit(author, 1)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  await farm.world.owner.query(`update weighings set created_at = now() - interval '25 hours' where id = $1`, [id])
  await expect(edit(author, 2)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(remove(author)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const editor = await farm.as('Paul', ['batches.read', 'batches.transactions.update'])
  await expect(remove(editor)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  data(await edit(editor, 2))
  data(await remove(await farm.as('Paul', ['batches.read', 'batches.transactions.delete'])))
})

test('each change raises the revision, publishes the batch and is audited', async () => {
  const batchId = await herd.stocked()
  const { entity } = await herd.batch(batchId)
  const revision = async () =>
    (await farm.world.owner.query<{ revision: number }>('select revision from batches where id = $1', [batchId])).rows[0]!
      .revision
  const before = await revision()
  const emit = vi.spyOn(farm.world.bus, 'emit')
  const entered = { timestamp: ago(1), number: 2, totalWeight: 2 }
  const { id } = await weighed({ batchId, ...entered })
  data(await api.weighings.edit({ params: { id }, body: { ...entered, totalWeight: 3, version: 1 } }))
  data(await api.weighings.remove({ params: { id } }))
  const published = ['batch.changed', { batchId, entityId: entity.id }]
  expect(emit.mock.calls).toEqual([published, published, published])
  emit.mockRestore()
  expect(await revision()).toBe(before + 3)
  const { rows } = await farm.world.owner.query(
    `select action, changes from audit where object_type = 'weighing' and object_id = $1 order by id`,
    [id],
  )
  expect(rows).toMatchObject([
    { action: 'CREATE' },
    { action: 'UPDATE', changes: [{ field: 'totalWeight', old: 2, new: 3 }] },
    { action: 'DELETE' },
  ])
})

test('weighings are found by batch, place, time and text, newest first', async () => {
  const batch = await herd.openBatch()
  const one = async (days: number, totalWeight: number, notes: string) =>
    (await weighed({ batchId: batch.id, timestamp: ago(days), number: 1, totalWeight, notes })).id
  const first = await one(20, 3, 'Balança nova')
  const last = await one(2, 1, '')
  const found = async (query: object) =>
    data(await api.weighings.search({ query: { batchId: batch.id, ...query } })).content.map(({ id }) => id)
  expect(await found({})).toEqual([last, first])
  expect(await found({ sortProperty: 'average' })).toEqual([first, last])
  expect(await found({ search: 'balanca' })).toEqual([first])
  expect(await found({ search: batch.code })).toHaveLength(2)
  expect(await found({ fromDate: ago(10) })).toEqual([last])
  expect(await found({ toDate: ago(10) })).toEqual([first])
  expect(await found({ entityId: batch.entity.id })).toHaveLength(2)
  expect(await found({ entityId: farm.at['House 1'] })).toEqual([])
})
