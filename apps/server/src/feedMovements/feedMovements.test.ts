import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

type Body = Parameters<Api['feedMovements']['create']>[0]['body']
let farm: Farm
let api: Api
let feedTypeId: string
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  feedTypeId = await aFeedType()
})
afterAll(() => farm.close())

const DAY = 86_400_000
const NOW = Date.now()
/** Days after the opening of the batches, ten days ago. */
const day = (days: number) => new Date(NOW - 10 * DAY + days * DAY).toISOString()

let count = 0
const aFeedType = async (more: object = {}, entityId = farm.at.Aves!) =>
  data(
    await api.feedTypes.create({
      body: {
        entityId,
        code: `F${++count}`,
        displayName: `Feed ${count}`,
        species: 'BROILER',
        translations: {},
        medicated: false,
        withdrawalDays: 0,
        ...more,
      },
    }),
  ).id
async function aBatch(farmName = 'Paul', by = api) {
  const entityId = await farm.entity(`House of feed ${++count}`, 'SECTOR', farmName)
  return data(await by.batches.create({ body: { entityId, openDate: day(0), species: 'BROILER' }, files: [] }))
}
const bodyOf = (batchId: string, more: Partial<Body> = {}): Body => ({
  batchId,
  action: 'ENTRY',
  actionType: 'BUY',
  timestamp: day(1),
  weight: 1000,
  feedTypeId,
  ...more,
})
const create = (batchId: string, more: Partial<Body> = {}, by = api) =>
  by.feedMovements.create({ body: bodyOf(batchId, more), files: [] })
const buy = async (batchId: string, more: Partial<Body> = {}, by = api) => data(await create(batchId, more, by))
const transfer = (batchId: string, inverseBatchId: string, more: Partial<Body> = {}) =>
  create(batchId, { action: 'EXIT', actionType: 'TRANSFER', inverseBatchId, timestamp: day(2), ...more })
const rowsOf = async (batchId: string, by = api) =>
  data(await by.feedMovements.list({ query: { batchId, itemsPerPage: 50 } })).content
const revisionOf = async (id: string) =>
  (await farm.world.owner.query<{ revision: number }>('select revision from batches where id = $1', [id])).rows[0]!.revision
type Shown = Awaited<ReturnType<typeof buy>>
const editOf = ({ timestamp, weight, pending, version, ...shown }: Shown, more: object = {}) => ({
  timestamp,
  weight,
  pending,
  version,
  feedTypeId: shown.feedType!.id,
  ...more,
})
const edit = (shown: Shown, more: object = {}, by = api) =>
  by.feedMovements.edit({ params: { id: shown.id }, body: editOf(shown, more), files: [] })
const notInStock = (field = 'weight', kg = '') => ({
  failure: { fields: [{ field, code: 'notInStock', message: expect.stringContaining(`${kg} kg`) as string }] },
})

test('a purchase shows its feed, raises the revision and is announced', async () => {
  const batch = await aBatch()
  const factory = data(
    await api.feedFactories.create({ body: { entityId: farm.at.Aves!, displayName: 'Mill', contacts: '', leadDays: 3 } }),
  )
  const announced: unknown[] = []
  const off = farm.world.bus.on('batch.changed', 'test', message => void announced.push(message))
  const shown = await buy(batch.id, { feedFactoryId: factory.id, typeDescription: 'Silo 2', weight: 8000.125 })
  off()
  expect(shown).toMatchObject({
    batch: { id: batch.id, code: batch.code },
    entity: { id: batch.entity.id },
    action: 'ENTRY',
    actionType: 'BUY',
    weight: 8000.125,
    typeDescription: 'Silo 2',
    feedType: { id: feedTypeId },
    feedFactory: { id: factory.id, displayName: 'Mill' },
    status: 'EFFECTIVE',
    inverseTransaction: null,
    silo: null,
    editable: true,
    version: 1,
  })
  expect(await revisionOf(batch.id)).toBe(1)
  expect(announced).toEqual([{ batchId: batch.id, entityId: batch.entity.id }])
  expect(data(await api.feedMovements.details({ params: { id: shown.id } }))).toEqual(shown)
})

test('a transfer writes both halves, and both change and go together', async () => {
  const from = await aBatch()
  const to = await aBatch()
  await buy(from.id)
  const exit = data(await transfer(from.id, to.id, { weight: 600 }))
  const [entry] = await rowsOf(to.id)
  expect(exit).toMatchObject({ action: 'EXIT', inverseTransaction: { batchId: to.id, code: to.code } })
  expect(entry).toMatchObject({ action: 'ENTRY', weight: 600, inverseTransaction: { batchId: from.id } })
  expect(data(await edit(entry!, { weight: 700 }))).toMatchObject({ action: 'ENTRY', weight: 700, version: 2 })
  expect((await rowsOf(from.id))[0]).toMatchObject({ action: 'EXIT', weight: 700, version: 2 })
  expect([await revisionOf(from.id), await revisionOf(to.id)]).toEqual([3, 2])
  data(await api.feedMovements.remove({ params: { id: entry!.id } }))
  expect(await rowsOf(to.id)).toEqual([])
  expect(await rowsOf(from.id)).toHaveLength(1)
  expect([await revisionOf(from.id), await revisionOf(to.id)]).toEqual([4, 3])
})

test('an action and a type that are no pair are refused', async () => {
  const { id } = await aBatch()
  expect(await create(id, { action: 'EXIT', actionType: 'BUY' })).toMatchObject({ refused: 'ACTION_TYPE_NOT_FOUND' })
})

test('a batch out of reach is refused, as either batch of a transfer', async () => {
  const { id } = await aBatch()
  await buy(id)
  const other = await farm.as('Suínos')
  expect(await create(id, {}, other)).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
  expect(await transfer(id, '999999')).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
  await expect(transfer(id, id)).rejects.toMatchObject(failing('INVALID_INPUT', 'inverseBatchId'))
})

test('feed and mills that the house does not know are refused', async () => {
  const { id } = await aBatch()
  const elsewhere = data(
    await (
      await farm.as('Suínos')
    ).feedFactories.create({
      body: { entityId: farm.at['Suínos']!, displayName: 'Other mill', contacts: '', leadDays: 3 },
    }),
  )
  expect(await create(id, { feedTypeId: '999999' })).toMatchObject({ refused: 'FEED_TYPE_NOT_FOUND' })
  expect(await create(id, { feedFactoryId: elsewhere.id })).toMatchObject({ refused: 'FEED_FACTORY_NOT_FOUND' })
  const ofHouse1 = await aFeedType({}, farm.at['House 1'])
  expect(await create(id, { feedTypeId: ofHouse1 })).toMatchObject({ refused: 'FEED_TYPE_NOT_FOUND' })
})

test('feed that became inactive is refused, but stays where it is in use', async () => {
  const { id } = await aBatch()
  const feed = await aFeedType()
  const shown = await buy(id, { feedTypeId: feed })
  expect(data(await api.feedTypes.remove({ params: { id: feed } }))).toEqual({ outcome: 'INACTIVATED' })
  expect(await create(id, { feedTypeId: feed })).toMatchObject({ refused: 'FEED_TYPE_NOT_FOUND' })
  // Saved unchanged, nothing is written.
  expect(data(await edit(shown))).toMatchObject({ version: 1 })
  expect(data(await edit(shown, { weight: 5 }))).toMatchObject({ weight: 5, feedType: { id: feed } })
})

test('sums stay one row for feed that was renamed', async () => {
  const { id } = await aBatch()
  const feed = await aFeedType()
  await buy(id, { feedTypeId: feed })
  const { code, species, translations, medicated, withdrawalDays, status, version } = data(
    await api.feedTypes.details({ params: { id: feed } }),
  )
  const body = { code, displayName: `Renamed ${feed}`, species, translations, medicated, withdrawalDays, status, version }
  data(await api.feedTypes.edit({ params: { id: feed }, body }))
  await buy(id, { feedTypeId: feed, weight: 500 })
  const { feedTypes } = data(await api.feedMovements.aggregation({ query: { batchId: id } }))
  expect(feedTypes).toMatchObject([{ feedType: { id: feed }, entered: 1500, movements: 2 }])
})

test('a batch keeps a species that its feed is for', async () => {
  const { id, openDate, version } = await aBatch()
  await buy(id, { feedTypeId: await aFeedType({ species: 'BROILER' }) })
  const edit = (species: 'CHICKEN' | 'LAYER' | 'FINISHER') =>
    api.batches.edit({ params: { id }, body: { openDate, species, version }, files: [] })
  for (const species of ['LAYER', 'FINISHER'] as const)
    await expect(edit(species)).rejects.toMatchObject({ failure: { fields: [{ field: 'species', code: 'unchangeable' }] } })
  expect(data(await edit('CHICKEN'))).toMatchObject({ species: { value: 'CHICKEN' } })
})

test('movements and sums carry the names of their feed in other languages', async () => {
  const { id } = await aBatch()
  const translations = { 'pt-PT': 'Acabamento' }
  await buy(id, { feedTypeId: await aFeedType({ translations }) })
  const { content } = data(await api.feedMovements.search({ query: { batchId: id } }))
  expect(content).toMatchObject([{ feedType: { translations } }])
  const { feedTypes } = data(await api.feedMovements.aggregation({ query: { batchId: id } }))
  expect(feedTypes).toMatchObject([{ feedType: { translations } }])
})

test('refuses feed of another species, and takes feed of the whole species', async () => {
  const { id } = await aBatch()
  const pigs = await aFeedType({ species: 'PIG' })
  await expect(create(id, { feedTypeId: pigs })).rejects.toMatchObject({
    failure: { fields: [{ field: 'feedTypeId', code: 'otherSpecies' }] },
  })
  await buy(id, { feedTypeId: await aFeedType({ species: 'CHICKEN' }) })
})

test('a closed batch has no feed movements in or out', async () => {
  const closed = await aBatch()
  const open = await aBatch()
  await buy(open.id)
  const stored = await buy(closed.id)
  data(await api.batches.quickCloseOpen({ params: { id: closed.id }, body: { version: 1 } }))
  const destination = { refused: 'DESTINATION_BATCH_CLOSED' }
  expect(await create(closed.id)).toMatchObject(destination)
  expect(await transfer(open.id, closed.id)).toMatchObject(destination)
  expect(await transfer(closed.id, open.id)).toMatchObject({ refused: 'ORIGIN_BATCH_CLOSED' })
  expect(await edit(stored, { weight: 1 })).toMatchObject(destination)
  expect(await api.feedMovements.remove({ params: { id: stored.id } })).toMatchObject(destination)
})

test('a movement lies neither before the opening nor in the future', async () => {
  const { id } = await aBatch()
  const before = { refused: 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE' }
  expect(await create(id, { timestamp: day(-1) })).toMatchObject(before)
  expect(await edit(await buy(id), { timestamp: day(-1) })).toMatchObject(before)
  await expect(create(id, { timestamp: day(11) })).rejects.toMatchObject({
    failure: { fields: [{ field: 'timestamp', code: 'future' }] },
  })
})

test('a pending movement may be announced, and is not confirmed before its time', async () => {
  const { id } = await aBatch()
  const future = { failure: { fields: [{ field: 'timestamp', code: 'future' }] } }
  const announced = await buy(id, { timestamp: day(12), pending: true })
  await expect(edit(announced, { pending: false })).rejects.toMatchObject(future)
  expect(data(await edit(announced, { pending: false, timestamp: day(10) }))).toMatchObject({ status: 'EFFECTIVE' })
})

test('the stock never falls below zero, at no instant and by no change', async () => {
  const from = await aBatch()
  const to = await aBatch()
  const bought = await buy(from.id)
  const later = await buy(from.id, { timestamp: day(4), weight: 500 })
  await expect(transfer(from.id, to.id, { weight: 1000.001 })).rejects.toMatchObject(notInStock())
  const moved = data(await transfer(from.id, to.id, { weight: 900 }))
  // What came later does not help, what left later needs what is there.
  await expect(transfer(from.id, to.id, { timestamp: day(3), weight: 200 })).rejects.toMatchObject(notInStock())
  await expect(transfer(from.id, to.id, { timestamp: day(1.5), weight: 200 })).rejects.toMatchObject(notInStock('weight', ' 100'))
  await expect(edit(bought, { weight: 899 })).rejects.toMatchObject(notInStock('weight', ' 1'))
  await expect(edit(bought, { timestamp: day(3) })).rejects.toMatchObject(notInStock())
  await expect(edit(bought, { pending: true })).rejects.toMatchObject(notInStock())
  await expect(edit(moved, { weight: 1001 })).rejects.toMatchObject(notInStock())
  await expect(api.feedMovements.remove({ params: { id: bought.id } })).rejects.toMatchObject(notInStock())
  data(await api.feedMovements.remove({ params: { id: later.id } }))
  // The other batch gave away what it had got.
  data(await transfer(to.id, from.id, { timestamp: day(3), weight: 900 }))
  await expect(api.feedMovements.remove({ params: { id: moved.id } })).rejects.toMatchObject(notInStock())
})

test('a pending exit reserves feed, a pending entry does not add any', async () => {
  const from = await aBatch()
  const to = await aBatch()
  await buy(from.id)
  const pending = data(await transfer(from.id, to.id, { weight: 800, pending: true }))
  expect(pending).toMatchObject({ pending: true, status: 'PENDING' })
  await expect(transfer(from.id, to.id, { weight: 300 })).rejects.toMatchObject(notInStock('weight', ' 100'))
  await expect(transfer(to.id, from.id, { timestamp: day(3), weight: 1 })).rejects.toMatchObject(notInStock('weight', ' 1'))
  expect(await api.batches.quickCloseOpen({ params: { id: from.id }, body: { version: 1 } })).toMatchObject({
    refused: 'BATCH_HAS_PENDING_TRANSACTIONS',
  })
  data(await edit(pending, { pending: false }))
  data(await transfer(to.id, from.id, { timestamp: day(3), weight: 800 }))
})

test('a pending transfer counts once where the sum has both its halves', async () => {
  const from = await aBatch()
  const to = await aBatch()
  await buy(from.id)
  const announced = { pending: true, typeDescription: 'Sum of halves' }
  data(await transfer(from.id, to.id, { weight: 800.5, ...announced }))
  await buy(to.id, { weight: 100, ...announced })
  const pendingOf = async (query: object) =>
    data(await api.feedMovements.aggregation({ query: { search: 'Sum of halves', ...query } })).pending
  expect(await pendingOf({})).toBe(900.5)
  expect(await pendingOf({ batchId: to.id })).toBe(900.5)
  expect(await pendingOf({ batchId: from.id })).toBe(800.5)
  expect(await pendingOf({ action: 'ENTRY' })).toBe(900.5)
})

test('of two concurrent exits of the last feed one succeeds', async () => {
  const from = await aBatch()
  const to = await aBatch()
  await buy(from.id)
  const both = await Promise.allSettled([1, 2].map(() => transfer(from.id, to.id, { weight: 800 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('movements entered together are stored in one transaction', async () => {
  const from = await aBatch()
  const to = await aBatch()
  const exit = bodyOf(from.id, { action: 'EXIT', actionType: 'TRANSFER', inverseBatchId: to.id, timestamp: day(2), weight: 900 })
  const createMany = (movements: Body[]) => api.feedMovements.createMany({ body: { movements } })
  await expect(createMany([bodyOf(from.id), exit, { ...exit, weight: 200 }])).rejects.toMatchObject(
    notInStock('movements.2.weight', ' 100'),
  )
  await expect(createMany([bodyOf(from.id), bodyOf(to.id, { timestamp: day(20) })])).rejects.toMatchObject(
    failing('INVALID_INPUT', 'movements.1.timestamp'),
  )
  expect(await createMany([bodyOf(from.id), bodyOf(to.id), bodyOf(to.id, { feedTypeId: '999999' })])).toMatchObject({
    refused: 'FEED_TYPE_NOT_FOUND',
    message: expect.stringMatching(/^Movement 3: /) as string,
  })
  expect([await rowsOf(from.id), await rowsOf(to.id), await revisionOf(from.id)]).toEqual([[], [], 0])
  await expect(createMany(Array.from({ length: 51 }, () => bodyOf(from.id)))).rejects.toMatchObject(
    failing('INVALID_INPUT', 'movements'),
  )
  // An exit may stand before the entry that it needs: the whole counts.
  const stored = data(await createMany([exit, bodyOf(from.id), bodyOf(to.id)]))
  expect(stored.map(({ batch, action }) => [batch!.id, action])).toEqual([
    [from.id, 'EXIT'],
    [from.id, 'ENTRY'],
    [to.id, 'ENTRY'],
  ])
  expect([await revisionOf(from.id), await revisionOf(to.id)]).toEqual([1, 1])
})

test('calls that name the same batches in another order do not block each other', async () => {
  const first = await aBatch()
  const second = await aBatch()
  const orders = [
    [first, second],
    [second, first],
  ]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      api.feedMovements.createMany({ body: { movements: orders[index % 2]!.map(({ id }) => bodyOf(id)) } }),
    ),
  )
  expect(answers.filter(answer => 'data' in answer)).toHaveLength(12)
  expect(await revisionOf(first.id)).toBe(12)
})

test('authors correct and delete their entries for 24 hours, others not', async () => {
  const batch = await aBatch()
  const author = await farm.as('Paul', ['batches.feedMovements.create', 'batches.feedMovements.read', 'batches.read'])
  const colleague = await farm.as('Paul', ['batches.feedMovements.create', 'batches.feedMovements.read', 'batches.read'])
  const shown = await buy(batch.id, {}, author)
  expect(shown).toMatchObject({ editable: true, deletable: true })
  expect(data(await colleague.feedMovements.details({ params: { id: shown.id } }))).toMatchObject({
    editable: false,
    deletable: false,
  })
  await expect(edit(shown, { weight: 2 }, colleague)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(colleague.feedMovements.remove({ params: { id: shown.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const corrected = data(await edit(shown, { weight: 14 }, author))
  await farm.world.owner.query(`update feed_movements set created_at = now() - interval '24 hours 1 minute' where id = $1`, [
    shown.id,
  ])
  await expect(edit(corrected, { weight: 2 }, author)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(author.feedMovements.remove({ params: { id: shown.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  data(await edit(corrected, { weight: 3 }))
  data(await api.feedMovements.remove({ params: { id: shown.id } }))
  await expect(api.feedMovements.details({ params: { id: shown.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a transfer whose other batch is out of sight is seen, and not changed', async () => {
  const from = await aBatch()
  const root = await farm.as('Grupo')
  const to = await aBatch('Azinheira', root)
  const feed = data(
    await root.feedTypes.create({
      body: {
        entityId: farm.at.Grupo!,
        code: 'G',
        displayName: 'Feed of the group',
        species: 'BROILER',
        translations: {},
        medicated: false,
        withdrawalDays: 0,
      },
    }),
  ).id
  await buy(from.id, { feedTypeId: feed }, root)
  const body = bodyOf(from.id, {
    action: 'EXIT',
    actionType: 'TRANSFER',
    inverseBatchId: to.id,
    timestamp: day(2),
    weight: 5,
    feedTypeId: feed,
  })
  const exit = data(await root.feedMovements.create({ body, files: [] }))
  const seen = data(await api.feedMovements.details({ params: { id: exit.id } }))
  expect(seen).toMatchObject({ inverseTransaction: null, editable: false, deletable: false })
  expect(await edit(seen, { weight: 4 })).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
  expect(await api.feedMovements.remove({ params: { id: exit.id } })).toMatchObject({ refused: 'PRODUCTION_BATCH_NOT_FOUND' })
})

test('an old version is refused, and each change leaves an audit entry', async () => {
  const { id, code } = await aBatch()
  const shown = await buy(id)
  data(await edit(shown, { weight: 1200 }))
  await expect(edit(shown, { weight: 1300 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  data(await api.feedMovements.remove({ params: { id: shown.id } }))
  const { rows } = await farm.world.owner.query<{ action: string; object_name: string; changes: unknown[] }>(
    `select action, object_name, changes from audit where object_type = 'feedMovement' and object_id = $1 order by id`,
    [shown.id],
  )
  expect(rows.map(({ action, object_name: name }) => [action, name])).toEqual([
    ['CREATE', code],
    ['UPDATE', code],
    ['DELETE', code],
  ])
  expect(rows[1]!.changes).toEqual([{ field: 'totalWeight', old: 1000, new: 1200 }])
})

test('files hang on both halves, and go with the movement', async () => {
  const from = await aBatch()
  const to = await aBatch()
  await buy(from.id)
  const body = bodyOf(from.id, { action: 'EXIT', actionType: 'TRANSFER', inverseBatchId: to.id, timestamp: day(2), weight: 5 })
  const note = new File(['delivered'], 'note.txt', { type: 'text/plain' })
  const exit = data(await api.feedMovements.create({ body, files: [note] }))
  const [entry] = await rowsOf(to.id)
  expect([exit, entry!].map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([['note.txt'], ['note.txt']])
  expect(data(await api.feedMovements.attachments({ params: { id: entry!.id } }))).toMatchObject([{ name: 'note.txt', size: 9 }])
  const file = await api.feedMovements.attachment({ params: { id: entry!.id, name: 'note.txt' } })
  expect(await data(file).content.text()).toBe('delivered')
  const edited = await api.feedMovements.edit({
    params: { id: entry!.id },
    body: editOf(entry!, { removedAttachments: ['note.txt'] }),
    files: [],
  })
  expect(data(edited)).toMatchObject({ attachments: [], version: 2 })
  await expect(api.feedMovements.attachment({ params: { id: exit.id, name: 'note.txt' } })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
})

test('lists are filtered, newest first and within scope', async () => {
  const from = await aBatch()
  const to = await aBatch()
  const other = await aFeedType()
  const bought = await buy(from.id, { typeDescription: 'Lorry 7' })
  const second = await buy(from.id, { timestamp: day(3), feedTypeId: other, weight: 300 })
  const exit = data(await transfer(from.id, to.id, { timestamp: day(2), weight: 400 }))
  const pending = await buy(from.id, { timestamp: day(4), weight: 50, pending: true })
  const found = async (query: object, by = api) =>
    data(await by.feedMovements.search({ query: { batchId: from.id, ...query } })).content.map(({ id }) => id)
  expect((await rowsOf(from.id)).map(({ id }) => id)).toEqual([pending.id, second.id, exit.id, bought.id])
  expect(await found({ action: 'EXIT' })).toEqual([exit.id])
  expect(await found({ actionType: ['BUY'], pending: false })).toEqual([second.id, bought.id])
  expect(await found({ feedTypeId: other })).toEqual([second.id])
  expect(await found({ search: 'lorry' })).toEqual([bought.id])
  expect(await found({ fromDate: day(1.5), toDate: day(2.5) })).toEqual([exit.id])
  expect(await found({ sortProperty: 'weight', sortDirection: 'ASC' })).toEqual([pending.id, second.id, exit.id, bought.id])
  expect(await found({ entityId: to.entity.id })).toEqual([])
  expect(await found({}, await farm.as('Suínos'))).toEqual([])
  const sums = data(await api.feedMovements.aggregation({ query: { batchId: from.id } }))
  expect(sums).toMatchObject({ entered: 1300, left: 400, pending: 50 })
  expect(sums.feedTypes).toMatchObject([
    { feedType: { id: feedTypeId }, entered: 1000, left: 400, movements: 2 },
    { feedType: { id: other }, entered: 300, left: 0, movements: 1 },
  ])
  const last = data(await api.feedMovements.lastOfEachType({ params: { id: from.id } }))
  expect(last.map(({ id }) => id)).toEqual([pending.id, second.id])
  await expect((await farm.as('Suínos')).feedMovements.lastOfEachType({ params: { id: from.id } })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
})

test('no sequence of changes makes stock negative or halves differ', { tags: ['nightly'] }, async () => {
  const step = fc.record({
    kind: fc.constantFrom('buy', 'transfer', 'transfer', 'edit', 'remove'),
    from: fc.nat(2),
    to: fc.nat(2),
    at: fc.integer({ min: 0, max: 9 }),
    weight: fc.integer({ min: 1, max: 12 }),
    pending: fc.boolean(),
    which: fc.nat(30),
  })
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async steps => {
      const batches = [await aBatch(), await aBatch(), await aBatch()]
      for (const { kind, from, to, at, weight, pending, which } of steps) {
        const fields = { timestamp: day(at), weight, pending }
        const stored = (await Promise.all(batches.map(({ id }) => rowsOf(id)))).flat()
        const chosen = stored[which % Math.max(1, stored.length)]
        const attempt = async () => {
          if (kind === 'buy') return create(batches[from]!.id, fields)
          if (kind === 'transfer') return transfer(batches[from]!.id, batches[to]!.id, fields)
          if (!chosen) return
          return kind === 'edit' ? edit(chosen, fields) : api.feedMovements.remove({ params: { id: chosen.id } })
        }
        await attempt().then(
          () => accepted++,
          (error: { failure?: { code: string } }) => expect(error.failure?.code).toBe('INVALID_INPUT'),
        )
      }
      const ids = batches.map(({ id }) => id)
      const { rows: negative } = await farm.world.owner.query(
        `select * from (select batch_id, at, sum(case when action = 'EXIT' then -weight when pending then 0 else weight end)
           over (partition by batch_id order by at, action) as stock from feed_movements where batch_id = any($1)) running where stock < 0`,
        [ids],
      )
      expect(negative).toEqual([])
      const { rows: different } = await farm.world.owner.query(
        `select transfer_id from feed_movements where batch_id = any($1) and transfer_id is not null group by transfer_id
         having count(*) <> 2 or count(distinct (at, weight, pending, feed_type_id, version)) <> 1 or count(distinct action) <> 2`,
        [ids],
      )
      expect(different).toEqual([])
    }),
    { numRuns: 6 },
  )
  expect(accepted).toBeGreaterThan(10)
})
