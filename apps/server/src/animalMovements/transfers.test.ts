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

/** A batch with animals, an empty one, and a transfer from the first to the second. */
async function transferred(more: object = {}) {
  const origin = await herd.stocked(100)
  const destination = (await herd.openBatch()).id
  const out = await herd.booked(origin, exit('TRANSFER', 20, ago(10), { inverseBatchId: destination, weight: 880, ...more }))
  return { origin, destination, out }
}
const common = ({
  timestamp,
  typeDescription,
  number,
  weight,
  age,
  pending,
  version,
}: Awaited<ReturnType<typeof herd.details>>) => ({
  timestamp,
  typeDescription,
  number,
  weight,
  age,
  pending,
  version,
})
const NEGATIVE = { refused: 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS' }

test('a transfer books an exit and an entry that name each other', async () => {
  const { origin, destination, out } = await transferred({ typeDescription: 'split' })
  const into = await herd.inverseOf(out)
  expect(common(into)).toEqual(common(out))
  const [originBatch, destinationBatch] = [await herd.batch(origin), await herd.batch(destination)]
  expect(out).toMatchObject({
    action: 'EXIT',
    batch: { id: origin },
    inverseTransaction: { batchId: destination, code: destinationBatch.code },
  })
  expect(into).toMatchObject({
    action: 'ENTRY',
    actionType: 'TRANSFER',
    batch: { id: destination },
    inverseTransaction: { batchId: origin, code: originBatch.code },
  })
  expect(originBatch).toMatchObject({ totalExit: 20, totalEntry: 100, numberAnimals: 100 })
  // The animals have the age that they had in the batch that they left.
  expect(destinationBatch).toMatchObject({ totalEntry: 20, batchAge: 30 })
})

test('a transfer may be entered in the batch that receives it', async () => {
  const origin = await herd.stocked(100)
  const destination = (await herd.openBatch()).id
  const { age: _, ...ageless } = entry(20, ago(10), { actionType: 'TRANSFER', inverseBatchId: origin })
  const into = await herd.booked(destination, ageless)
  expect(into).toMatchObject({ action: 'ENTRY', batch: { id: destination }, age: 20 })
  expect(await herd.batch(origin)).toMatchObject({ totalExit: 20 })
})

test('halves are confirmed and edited together, by either of them', async () => {
  const { origin, destination, out } = await transferred({ pending: true })
  expect(await herd.batch(origin)).toMatchObject({ totalExit: 0, totalExitPending: 20 })
  expect(await herd.batch(destination)).toMatchObject({ totalEntry: 0, batchAge: null })
  const into = await herd.inverseOf(out)
  const confirmed = data(await herd.edit(into, { pending: false, number: 25 }))
  expect(common(await herd.details(out.id))).toEqual(common(confirmed))
  expect(confirmed).toMatchObject({ number: 25, status: 'EFFECTIVE', timestamp: out.timestamp, version: 2 })
  expect(await herd.batch(origin)).toMatchObject({ totalExit: 25, totalExitPending: 0 })
  expect(await herd.batch(destination)).toMatchObject({ totalEntry: 25 })
  // The version is one of both halves.
  await expect(herd.edit(out, { number: 1 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test('halves are deleted together', async () => {
  const { origin, destination, out } = await transferred()
  const into = await herd.inverseOf(out)
  data(await api.animalMovements.remove({ params: { id: into.id } }))
  for (const { id } of [into, out])
    await expect(api.animalMovements.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(await herd.batch(origin)).toMatchObject({ totalExit: 0, totalEntry: 100 })
  expect(await herd.batch(destination)).toMatchObject({ totalEntry: 0, batchAge: null })
})

test('neither batch becomes negative by a transfer', async () => {
  const { origin, destination, out } = await transferred()
  const into = await herd.inverseOf(out)
  await herd.booked(destination, exit('DEATH', 15, ago(5)))
  // The destination has too few for what left it since.
  expect(await herd.edit(out, { number: 14 })).toMatchObject(NEGATIVE)
  expect(await herd.edit(out, { pending: true })).toMatchObject(NEGATIVE)
  expect(await herd.edit(into, { timestamp: ago(4) })).toMatchObject(NEGATIVE)
  expect(await herd.remove(out.id)).toMatchObject(NEGATIVE)
  // The origin has too few for what is to go.
  expect(await herd.edit(into, { number: 101 })).toMatchObject(NEGATIVE)
  expect(await herd.book(origin, exit('TRANSFER', 81, ago(1), { inverseBatchId: destination }))).toMatchObject(NEGATIVE)
  expect(common(await herd.details(into.id))).toEqual(common(out))
})

test('a transfer lies within the days of both batches', async () => {
  const origin = await herd.stocked(100, ago(30))
  const { id: destination } = await herd.openBatch(ago(5))
  expect(await herd.book(origin, exit('TRANSFER', 1, ago(6), { inverseBatchId: destination }))).toMatchObject({
    refused: 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE',
  })
})

test('a caller without access to the other batch changes neither half', async () => {
  const { origin, destination, out } = await transferred()
  const { entity } = await herd.batch(origin)
  farm.at[`of ${origin}`] = entity.id
  const there = await farm.as(`of ${origin}`)
  const seen = data(await there.animalMovements.details({ params: { id: out.id } }))
  expect(seen).toMatchObject({ inverseTransaction: null, editable: false, deletable: false })
  const NOT_FOUND = { refused: 'PRODUCTION_BATCH_NOT_FOUND' }
  expect(await herd.edit(seen, { number: 1 }, there)).toMatchObject(NOT_FOUND)
  expect(await herd.remove(out.id, there)).toMatchObject(NOT_FOUND)
  expect(await herd.book(origin, exit('TRANSFER', 1, ago(1), { inverseBatchId: destination }), there)).toMatchObject(NOT_FOUND)
})

test('both halves show the files of a transfer', async () => {
  const origin = await herd.stocked(100)
  const { id: destination } = await herd.openBatch()
  const file = new File(['weighed'], 'note.txt', { type: 'text/plain' })
  const into = data(
    await api.animalMovements.create({
      body: { batchId: destination, ...entry(20, ago(10), { actionType: 'TRANSFER', inverseBatchId: origin }) },
      files: [file],
    }),
  )
  expect(into.attachments).toMatchObject([{ name: 'note.txt' }])
  const out = await herd.inverseOf(into)
  expect(out.attachments).toEqual(into.attachments)
  const { content } = data(await api.animalMovements.attachment({ params: { id: out.id, name: 'note.txt' } }))
  expect(await content.text()).toBe('weighed')
  expect(data(await herd.edit(out, { removedAttachments: ['note.txt'] })).attachments).toEqual([])
  expect((await herd.details(into.id)).attachments).toEqual([])
})

test('a transfer audits both halves and publishes both batches', async () => {
  const emit = vi.spyOn(farm.world.bus, 'emit')
  const { origin, destination, out } = await transferred()
  const published = emit.mock.calls.filter(([name]) => name === 'batch.changed').map(([, message]) => message)
  emit.mockRestore()
  expect(published.slice(-2)).toMatchObject([{ batchId: origin }, { batchId: destination }])
  const into = await herd.inverseOf(out)
  const { rows } = await farm.world.owner.query(
    `select object_id from audit where object_type = 'animalMovement' and action = 'CREATE' and object_id = any($1)`,
    [[out.id, into.id]],
  )
  expect(rows).toHaveLength(2)
})

/** Sums of a batch by its rows, to compare with its totals. */
const sumsOf = async (id: string) => {
  const { rows } = await farm.world.owner.query(
    `select coalesce(sum(number) filter (where action = 'ENTRY' and not pending), 0)::int as "totalEntry",
       coalesce(sum(number) filter (where action_type = 'DEATH' and not pending), 0)::int as "totalMortality",
       coalesce(sum(number) filter (where action = 'EXIT' and action_type <> 'DEATH' and not pending), 0)::int as "totalExit"
     from animal_movements where batch_id = $1`,
    [id],
  )
  return rows[0] as { totalEntry: number; totalMortality: number; totalExit: number }
}

/** Twenty people, each signed in. */
const people = () => Promise.all(Array.from({ length: 20 }, () => farm.as('Aves')))

test('20 people who move animals of one batch at once keep its balance, its halves and its house', async () => {
  const from = await herd.stocked(100)
  const to = await herd.stocked(100)
  const { entity } = await herd.batch(from)
  const answers = await Promise.all(
    (await people()).map((by, n) => {
      if (n % 5 === 4)
        return by.batches.create({ body: { entityId: entity.id, openDate: ago(2), species: 'BROILER' }, files: [] })
      // Transfers either way lock the same batches in the same order.
      const [batchId, inverseBatchId] = n % 4 === 3 ? [to, from] : [from, to]
      if (n % 4 === 0) return herd.book(from, exit('DEATH', 7, ago(3)), by)
      return herd.book(batchId, exit('TRANSFER', 25, ago(3), { inverseBatchId, pending: n % 4 === 2 }), by)
    }),
  )
  expect(await herd.broken([from, to])).toEqual([])
  const opened = answers.filter((_, n) => n % 5 === 4)
  for (const answer of opened)
    expect(answer).toMatchObject({ refused: 'CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME' })
  const refusals = answers.filter(answer => 'refused' in answer && !opened.includes(answer))
  // 100 animals and what comes back do not last for 4 deaths of 7 and 8 transfers of 25.
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) expect(refusal).toMatchObject(NEGATIVE)
  // No animal is lost or doubled between the two.
  const sums = [await sumsOf(from), await sumsOf(to)]
  const of = (member: 'totalEntry' | 'totalMortality' | 'totalExit') => sums.reduce((total, sum) => total + sum[member], 0)
  expect(of('totalEntry') - of('totalExit')).toBe(200)
  for (const id of [from, to]) expect(await herd.batch(id)).toMatchObject(await sumsOf(id))
})

test('20 people who confirm, change and delete the same transfers at once keep both halves equal', async () => {
  const from = await herd.stocked(100)
  const to = await herd.stocked(100)
  const out = []
  for (let n = 0; n < 5; n++)
    out.push(await herd.booked(from, exit('TRANSFER', 15, ago(3), { inverseBatchId: to, pending: n % 2 === 0 })))
  const halves = [...out, ...(await Promise.all(out.map(half => herd.inverseOf(half))))]
  const outcomes = await Promise.allSettled<unknown>(
    (await people()).map((by, n) => {
      const half = halves[n % halves.length]!
      if (n % 3 === 0) return herd.remove(half.id, by)
      return n % 3 === 1
        ? herd.edit(half, { pending: false }, by)
        : herd.edit(half, { number: 10 + n, timestamp: ago(n % 5) }, by)
    }),
  )
  expect(await herd.broken([from, to])).toEqual([])
  const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  // Of those who name the same transfer some come too late.
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures)
    expect(['VERSION_CONFLICT', 'NOT_FOUND']).toContain((failure as { failure?: { code: string } }).failure?.code)
})

test('a batch that is closed while animals are booked keeps its rows and totals equal', async () => {
  const id = await herd.stocked(100)
  const calls = [
    ...Array.from({ length: 6 }, () => herd.book(id, exit('EXTERNAL_SALE', 1, ago(1), { pending: true }))),
    api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } }),
    ...Array.from({ length: 6 }, () => herd.book(id, exit('DEATH', 1, ago(1)))),
  ]
  await Promise.all<unknown>(calls)
  const batch = await herd.batch(id)
  expect(batch).toMatchObject(await sumsOf(id))
  // Either the close came first, or a pending sale refused it.
  expect(batch.status === 'CLOSED' && batch.totalExitPending > 0).toBe(false)
})

test('an entity is not moved while a transfer across its edge is pending', async () => {
  const integrator = await farm.as('Root')
  const moving = await farm.entity('Moving company', 'ENTERPRISE', 'Grupo')
  await farm.entity('Moving farm', 'FARM', 'Moving company')
  const houseId = await farm.entity('Moving house', 'SECTOR', 'Moving farm')
  const target = await farm.entity('Other group', 'GROUP', 'Root')
  const inside = data(
    await integrator.batches.create({ body: { entityId: houseId, openDate: ago(30), species: 'BROILER' }, files: [] }),
  )
  const origin = await herd.stocked(100)
  const transfer = exit('TRANSFER', 20, ago(10), { inverseBatchId: inside.id, pending: true })
  const out = await herd.booked(origin, transfer, integrator)
  const move = async () => {
    const { version } = data(await integrator.entities.details({ params: { id: moving } }))
    return integrator.entities.transfer({ params: { id: moving }, body: { parentId: target, version } })
  }
  const refused = await move()
  expect(refused).toMatchObject({ refused: 'CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES' })
  expect('message' in refused && refused.message).toContain(inside.code)
  data(await herd.edit(out, { pending: false }, integrator))
  expect(data(await move()).parent?.id).toBe(target)
})
