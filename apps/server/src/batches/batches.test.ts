import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd, entry } from '../../test/herd.ts'

let farm: Farm
let api: Api

beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  await farm.world.owner.query(
    `update entities set code = case type when 'ENTERPRISE' then 'AV' else 'PAU' end where id = any($1)`,
    [[farm.at.Aves, farm.at.Paul]],
  )
})
afterAll(() => farm.close())

let houses = 0
const aHouse = () => farm.entity(`Own house ${++houses}`, 'SECTOR', 'Paul')
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const open = async (entityId: string, openDate = ago(10)) =>
  data(await api.batches.create({ body: { entityId, openDate, species: 'BROILER' }, files: [] }))
const REFUSED = { refused: 'CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME' }

test('a batch is called by its enterprise, farm and year, and is the next of these', async () => {
  const first = await open(await aHouse(), '2024-03-01T10:00:00Z')
  const second = await open(await aHouse(), '2024-07-01T10:00:00Z')
  expect([first.code, second.code]).toEqual(['AVPAU-2401', 'AVPAU-2402'])
  // New Year's Eve in UTC is the first of January nowhere in Portugal; an hour into the year it is.
  expect((await open(await aHouse(), '2025-12-31T23:59:00Z')).code).toBe('AVPAU-2501')
  expect((await open(await aHouse(), '2026-01-01T00:01:00Z')).code).toBe('AVPAU-2601')
  expect(first).toMatchObject({
    status: 'OPEN',
    closeDate: null,
    timeZone: 'Europe/Lisbon',
    entity: { type: 'SECTOR' },
    version: 1,
  })
})

test('the year of a code is that of the house, an hour behind UTC on the Azores', async () => {
  await farm.entity('Terceira', 'FARM', 'Aves')
  const places = [await farm.entity('Early house', 'SECTOR', 'Terceira'), await farm.entity('Late house', 'SECTOR', 'Terceira')]
  await farm.world.owner.query(`update entities set time_zone = 'Atlantic/Azores' where id = any($1)`, [
    [farm.at.Terceira, ...places],
  ])
  expect((await open(places[0]!, '2026-01-01T00:30:00Z')).code).toBe('AV-2501')
  expect((await open(places[1]!, '2026-01-01T01:00:00Z')).code).toBe('AV-2601')
})

const complexCodeOf = async (entityId: string, openDate?: string) => {
  const { code, complexCode } = await open(entityId, openDate)
  expect(complexCode.startsWith(`${code}/`)).toBe(true)
  return complexCode.slice(code.length)
}

test('a complex code ends in the position of the house by the natural order of names, and of the room in it', async () => {
  await farm.entity('Numbered farm', 'FARM', 'Aves')
  const tenth = await farm.entity('H 10', 'SECTOR', 'Numbered farm')
  const room = await farm.entity('North', 'SECTOR', 'H 10')
  const second = await farm.entity('H 2', 'SECTOR', 'Numbered farm')
  expect(await complexCodeOf(second)).toBe('/1')
  const { id, complexCode } = await open(tenth, ago(20))
  expect(complexCode).toMatch(/\/2$/)
  data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: ago(15) } }))
  expect(await complexCodeOf(room)).toBe('/2.1')
})

test('a batch keeps its complex code when houses are added before its own', async () => {
  await farm.entity('Growing farm', 'FARM', 'Aves')
  const house = await farm.entity('North 10', 'SECTOR', 'Growing farm')
  const { id, complexCode } = await open(house, ago(20))
  expect(complexCode).toMatch(/\/1$/)
  await farm.entity('North 2', 'SECTOR', 'Growing farm')
  expect(data(await api.batches.details({ params: { id } })).complexCode).toBe(complexCode)
  const closed = data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: ago(15) } }))
  expect(closed.complexCode).toBe(complexCode)
  expect(await complexCodeOf(house)).toBe('/2')
})

test('twenty concurrent openings get twenty codes, and number 100 follows number 99', async () => {
  const places: string[] = []
  for (let n = 0; n < 20; n++) places.push(await aHouse())
  const made = await Promise.all(places.map(place => open(place, '2023-05-01T00:00:00Z')))
  const codes = Array.from({ length: 20 }, (_, n) => `AVPAU-23${String(n + 1).padStart(2, '0')}`)
  expect(made.map(one => one.code).toSorted()).toEqual(codes)
  await farm.world.owner.query(`update batches set code = 'AVPAU-2399' where code = 'AVPAU-2320'`)
  const next = [await open(await aHouse(), '2023-06-01T00:00:00Z'), await open(await aHouse(), '2023-06-01T00:00:00Z')]
  expect(next.map(one => one.code)).toEqual(['AVPAU-23100', 'AVPAU-23101'])
})

test('a house has one open batch at most: neither a second nor an old one opened again', async () => {
  const house = await aHouse()
  const first = await open(house)
  expect(await api.batches.create({ body: { entityId: house, openDate: ago(1), species: 'BROILER' }, files: [] })).toMatchObject(
    REFUSED,
  )
  const closed = data(await api.batches.quickCloseOpen({ params: { id: first.id }, body: { version: 1, closeDate: ago(5) } }))
  expect(closed).toMatchObject({ status: 'CLOSED', closeDate: expect.any(String), version: 2 })
  await open(house, ago(4))
  expect(await api.batches.quickCloseOpen({ params: { id: first.id }, body: { version: 2 } })).toMatchObject(REFUSED)
})

/** A batch of a house from one day to another, in days ago. */
async function aClosed(house: string, from: number, to: number) {
  const { id } = await open(house, ago(from))
  return data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: ago(to) } }))
}

test('a batch is not opened over the days of a closed one', async () => {
  const house = await aHouse()
  const closed = await aClosed(house, 10, 5)
  const create = (openDate: string) => api.batches.create({ body: { entityId: house, openDate, species: 'BROILER' }, files: [] })
  expect(await create(ago(7))).toMatchObject(REFUSED)
  expect(await create(ago(12))).toMatchObject(REFUSED)
  expect(await create(closed.openDate)).toMatchObject(REFUSED)
  // A batch lasts [open, close): the next one begins at the instant of the closing, not a minute earlier.
  const minuteBefore = new Date(Date.parse(closed.closeDate!) - 60_000).toISOString()
  expect(await create(minuteBefore)).toMatchObject(REFUSED)
  data(await create(closed.closeDate!))
})

test('a closed batch is not opened again under a later one', async () => {
  const house = await aHouse()
  const early = await aClosed(house, 20, 15)
  await aClosed(house, 10, 5)
  expect(await api.batches.quickCloseOpen({ params: { id: early.id }, body: { version: 2 } })).toMatchObject(REFUSED)
})

test('an edit does not give a batch the days of another one', async () => {
  const house = await aHouse()
  const early = await aClosed(house, 20, 15)
  const late = await aClosed(house, 10, 5)
  const edit = (openDate: string, closeDate: string) =>
    api.batches.edit({ params: { id: late.id }, body: { openDate, closeDate, version: 2, species: 'BROILER' }, files: [] })
  expect(await edit(ago(16), late.closeDate!)).toMatchObject(REFUSED)
  expect(await edit(early.openDate, early.closeDate!)).toMatchObject(REFUSED)
  expect(data(await edit(ago(9), ago(6)))).toMatchObject({ version: 3 })
})

test('a room has no batch while the house around it has one, nor the other way about', async () => {
  const house = await aHouse()
  const room = await farm.entity(`Room ${house}`, 'SECTOR', `Own house ${houses}`)
  const { id } = await open(house)
  expect(await api.batches.create({ body: { entityId: room, openDate: ago(3), species: 'BROILER' }, files: [] })).toMatchObject(
    REFUSED,
  )
  data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1, closeDate: ago(5) } }))
  await open(room, ago(3))
  expect(await api.batches.quickCloseOpen({ params: { id }, body: { version: 2 } })).toMatchObject(REFUSED)
})

test('of two concurrent openings in a house one succeeds', async () => {
  const house = await aHouse()
  const both = await Promise.all(
    [1, 2].map(() => api.batches.create({ body: { entityId: house, openDate: ago(1), species: 'BROILER' }, files: [] })),
  )
  expect(both.filter(answer => 'data' in answer)).toHaveLength(1)
  expect(both.find(answer => 'refused' in answer)).toMatchObject(REFUSED)
})

test('a batch whose interface was deleted is edited, but gets no deleted one', async () => {
  const entityId = await aHouse()
  const { interfaces } = await aBox(farm.world.owner, entityId, [{ category: 'SILO_WEIGHT' }, { category: 'SILO_WEIGHT' }])
  const [silo, other] = interfaces
  const openDate = ago(10)
  const body = { entityId, openDate, species: 'BROILER' as const, siloInterfaceIds: [silo!] }
  const { id } = data(await api.batches.create({ body, files: [] }))
  await farm.world.owner.query('update interfaces set deleted_at = now() where id = any($1)', [interfaces])
  const edit = (siloInterfaceIds: string[]) =>
    api.batches.edit({
      params: { id },
      body: { openDate, species: 'BROILER', version: 1, targetWeight: 2.5, siloInterfaceIds },
      files: [],
    })
  await expect(edit([silo!, other!])).rejects.toMatchObject({
    failure: { fields: [{ field: 'siloInterfaceIds.1', code: 'notFound' }] },
  })
  expect(data(await edit([silo!]))).toMatchObject({ targetWeight: 2.5, siloInterfaceIds: [silo] })
})

test('days change under the version, lie in the past and end after they begin', async () => {
  const { id } = await open(await aHouse())
  const edit = (body: { openDate: string; closeDate?: string; version: number }) =>
    api.batches.edit({ params: { id }, body: { ...body, species: 'BROILER' }, files: [] })
  expect(data(await edit({ openDate: ago(12), version: 1 }))).toMatchObject({ version: 2 })
  await expect(edit({ openDate: ago(12), version: 1 })).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
  await expect(edit({ openDate: ago(-1), version: 2 })).rejects.toMatchObject(failing('INVALID_INPUT', 'openDate'))
  await expect(edit({ openDate: ago(12), closeDate: ago(1), version: 2 })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'closeDate'),
  )
  const close = (closeDate: string) => api.batches.quickCloseOpen({ params: { id }, body: { version: 2, closeDate } })
  await expect(close(ago(13))).rejects.toMatchObject(failing('INVALID_INPUT', 'closeDate'))
  await expect(close(ago(-1))).rejects.toMatchObject(failing('INVALID_INPUT', 'closeDate'))
  data(await close(ago(2)))
  expect(data(await edit({ openDate: ago(12), closeDate: ago(1), version: 3 })).closeDate! > ago(1.5)).toBe(true)
})

test('only houses and rooms in reach that are in service get one', async () => {
  const create = (entityId: string, by = api) =>
    by.batches.create({ body: { entityId, openDate: ago(1), species: 'BROILER' }, files: [] })
  await expect(create(farm.at.Paul!)).rejects.toMatchObject({ failure: { fields: [{ field: 'entityId', code: 'houseOrRoom' }] } })
  await expect(create(farm.at['Room 1']!)).rejects.toMatchObject({
    failure: { fields: [{ field: 'entityId', code: 'notFound' }] },
  })
  const house = await aHouse()
  await farm.world.owner.query(`update entities set status = 'DISABLED' where id = $1`, [house])
  await expect(create(house)).rejects.toMatchObject({ failure: { fields: [{ field: 'entityId', code: 'disabled' }] } })
})

test('finds batches in scope by entity, status, code and number, newest first', async () => {
  const house = await aHouse()
  const old = await open(house, ago(60))
  data(await api.batches.quickCloseOpen({ params: { id: old.id }, body: { version: 1, closeDate: ago(20) } }))
  const now = await open(house, ago(15))
  const found = async (query: NonNullable<Parameters<Api['batches']['search']>[0]>['query'], by = api) =>
    data(await by.batches.search({ query })).content.map(one => one.id)
  expect(await found({ entityId: house })).toEqual([now.id, old.id])
  expect(await found({ entityId: house, status: ['CLOSED'] })).toEqual([old.id])
  expect(await found({ search: now.code.toLowerCase() })).toEqual([now.id])
  expect(await found({ ids: [old.id] })).toEqual([old.id])
  expect(await found({ entities: [house, await aHouse()] })).toEqual([now.id, old.id])
  expect(await found({ entities: [house], speciesCodes: ['PIG'] })).toEqual([])
  expect(await found({ entities: [house], speciesCodes: ['PIG', 'CHICKEN'] })).toEqual([now.id, old.id])
  expect(data(await api.batches.list({ query: { entityId: house, status: ['OPEN'] } })).content).toEqual([
    { id: now.id, code: now.code },
  ])
  const elsewhere = await farm.as('Suínos')
  expect(await found({ ids: [old.id, now.id] }, elsewhere)).toEqual([])
  await expect(elsewhere.batches.details({ params: { id: now.id } })).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  expect(data(await api.entities.hasBatches({ query: { entityId: farm.at.Paul! } }))).toEqual({ hasBatches: true })
  expect(data(await elsewhere.entities.hasBatches({ query: { entityId: farm.at['Room 1']! } }))).toEqual({ hasBatches: false })
})

test('a house with batches cannot be deleted, and changes of a batch are audited', async () => {
  const house = await aHouse()
  const { id, code } = await open(house)
  expect(await api.entities.remove({ params: { id: house } })).toMatchObject({
    refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES',
  })
  data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } }))
  data(await api.batches.remove({ params: { id } }))
  const { content } = data(await api.audit.search({ query: { itemsPerPage: 50 } }))
  const batchEntries = content.filter(one => one.objectType === 'batch' && one.objectId === id)
  expect(batchEntries.map(one => [one.action, one.objectName])).toEqual([
    ['DELETE', code],
    ['UPDATE', code],
    ['CREATE', code],
  ])
  data(await api.entities.remove({ params: { id: house } }))
})

test(
  'no sequence of openings, closings and edits lets batches of a house and its room overlap',
  { tags: ['nightly'] },
  async () => {
    const day = fc.integer({ min: 0, max: 12 })
    const step = fc.record({
      kind: fc.constantFrom('open', 'open', 'close', 'close', 'reopen', 'edit', 'remove'),
      place: fc.nat(1),
      which: fc.nat(10),
      from: day,
      to: day,
    })
    const instant = (index: number) => ago(20 - index)
    let accepted = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16, size: 'max' }), async steps => {
        const house = await aHouse()
        const places = [house, await farm.entity(`Room of ${house}`, 'SECTOR', `Own house ${houses}`)]
        for (const { kind, place, which, from, to } of steps) {
          const found = data(await api.batches.search({ query: { placeId: house, itemsPerPage: 50 } })).content
          const chosen = found[which % Math.max(1, found.length)]
          const attempt = async () => {
            if (kind === 'open')
              return api.batches.create({
                body: { entityId: places[place]!, openDate: instant(from), species: 'BROILER' },
                files: [],
              })
            if (!chosen) return
            const { id, version, status } = chosen
            const params = { id }
            if (kind === 'remove') return api.batches.remove({ params })
            if (kind === 'close')
              return status === 'OPEN'
                ? api.batches.quickCloseOpen({ params, body: { version, closeDate: instant(to) } })
                : undefined
            if (kind === 'reopen')
              return status === 'CLOSED' ? api.batches.quickCloseOpen({ params, body: { version } }) : undefined
            const closeDate = status === 'CLOSED' ? { closeDate: instant(to) } : {}
            return api.batches.edit({
              params,
              body: { openDate: instant(from), ...closeDate, version, species: 'BROILER' },
              files: [],
            })
          }
          await attempt().then(
            answer => {
              if (answer && 'refused' in answer) refused++
              else if (answer) accepted++
            },
            // An end before its beginning.
            (error: { failure?: { code: string } }) => expect(error.failure?.code).toBe('INVALID_INPUT'),
          )
          const { rows } = await farm.world.owner.query(
            `select one.id, other.id from batches one join batches other on other.id > one.id
             and tstzrange(one.open_date, one.close_date) && tstzrange(other.open_date, other.close_date)
           where one.entity_id = any($1) and other.entity_id = any($1)`,
            [places],
          )
          expect(rows).toEqual([])
        }
      }),
      { numRuns: 12 },
    )
    // Both outcomes are part of the property.
    expect(accepted).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(5)
  },
)

const note = (name: string, bytes = 6) => new File(['x'.repeat(bytes)], name, { type: 'text/plain' })

test('files of a batch stay until they are removed by name, and go with the batch', async () => {
  const openDate = ago(10)
  const body = { entityId: await aHouse(), openDate, species: 'BROILER' as const }
  const batch = data(await api.batches.create({ body, files: [note('vet.txt'), note('lab.txt')] }))
  const params = { id: batch.id }
  const edit = (version: number, more: object = {}) =>
    api.batches.edit({ params, body: { openDate, species: 'BROILER', version, ...more }, files: [] })
  const reply = data(await edit(1, { targetWeight: 2.5 }))
  expect(reply.attachments.map(({ name }) => name)).toEqual(['vet.txt', 'lab.txt'])
  const fewer = data(await edit(reply.version, { targetWeight: 2.5, removedAttachments: ['vet.txt'] }))
  expect(fewer.attachments.map(({ name }) => name)).toEqual(['lab.txt'])
  data(await api.batches.remove({ params }))
  expect((await farm.world.owner.query('select 1 from files where in_use')).rows).toEqual([])
})

test('more than 15 files, or one above 15 MB, are refused and nothing is written', async () => {
  const entityId = await aHouse()
  const create = (files: File[]) => api.batches.create({ body: { entityId, openDate: ago(10), species: 'BROILER' }, files })
  await expect(create(Array.from({ length: 16 }, (_, n) => note(`${n}.txt`)))).rejects.toMatchObject(failing('TOO_MANY_FILES'))
  await expect(create([note('large.txt', 16 * 1_048_576)])).rejects.toMatchObject(failing('TOO_LARGE'))
  expect(data(await api.batches.search({ query: { placeId: entityId } })).content).toEqual([])
  data(await create(Array.from({ length: 15 }, (_, n) => note(`${n}.txt`))))
})

/** Books a row of a batch, by the table that holds it, each by its own call. */
const dependentRows: Readonly<Record<string, (batchId: string) => Promise<unknown>>> = {
  animal_movements: async batchId => createHerd(farm, api).booked(batchId, entry(10, ago(5))),
  feed_movements: async batchId => {
    const feed = { code: 'F', displayName: 'Starter', species: 'BROILER', translations: {}, medicated: false } as const
    const { id: feedTypeId } = data(await api.feedTypes.create({ body: { ...feed, entityId: farm.at.Aves!, withdrawalDays: 0 } }))
    const body = { batchId, action: 'ENTRY', actionType: 'BUY', timestamp: ago(5), weight: 10, feedTypeId } as const
    return data(await api.feedMovements.create({ body, files: [] }))
  },
  weighings: async batchId =>
    data(await api.weighings.create({ body: { batchId, timestamp: ago(5), number: 1, totalWeight: 1 } })),
  tasks: async batchId =>
    data(await api.tasks.create({ body: { title: 'Wash the drinkers', batchId, dueDate: ago(-1) }, files: [] })),
  events: async batchId => {
    const what = { title: 'Wet litter', severityLevel: 'LOW', category: 'ANIMAL_HEALTH', cause: 'UNKNOWN' } as const
    return data(await api.events.create({ body: { ...what, batchId, openDate: ago(5), status: 'CLOSED' }, files: [] }))
  },
  report_batches: async batchId => {
    const what = { displayName: 'Summary', type: 'BATCH_SUMMARY', format: 'PDF' } as const
    return data(
      await api.reports.create({ body: { ...what, batchIds: [batchId], language: 'en-US', timeZone: 'Europe/Lisbon' } }),
    )
  },
}

test.each(Object.keys(dependentRows))('a batch with rows of %s is not deleted, nor is anything of it', async table => {
  const body = { entityId: await aHouse(), openDate: ago(10), species: 'BROILER' as const }
  const { id } = data(await api.batches.create({ body, files: [note('vet.txt')] }))
  await dependentRows[table]!(id)
  const rows = async () => (await farm.world.owner.query(`select * from ${table} where batch_id = $1`, [id])).rows
  const [before, stored] = [data(await api.batches.details({ params: { id } })), await rows()]
  expect(stored).toHaveLength(1)
  expect(await api.batches.remove({ params: { id } })).toMatchObject({ refused: 'CANNOT_DELETE_BATCH_WITH_DEPENDENCIES' })
  expect(data(await api.batches.details({ params: { id } }))).toEqual(before)
  expect(await rows()).toEqual(stored)
  const file = data(await api.batches.attachment({ params: { id, name: 'vet.txt' } }))
  expect(await file.content.text()).toBe('xxxxxx')
})

test('a batch is deleted once the task that kept it is', async () => {
  const { id } = await open(await aHouse())
  const task = data(await api.tasks.create({ body: { title: 'Wash the drinkers', batchId: id, dueDate: ago(-1) }, files: [] }))
  data(await api.tasks.remove({ params: { id: task.id } }))
  data(await api.batches.remove({ params: { id } }))
  await expect(api.batches.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('shows for each house its open batch and the number of closed ones', async () => {
  const house = await aHouse()
  const empty = await aHouse()
  const houses = async (query: { open?: boolean } = {}) =>
    (
      await Promise.all(
        [house, empty].map(async entityId => data(await api.batches.entityBatches({ query: { entityId, ...query } })).content),
      )
    ).flat()
  expect(await houses()).toMatchObject([
    { openBatch: null, closedBatches: 0 },
    { openBatch: null, closedBatches: 0 },
  ])
  const first = await open(house, ago(20))
  data(await api.batches.quickCloseOpen({ params: { id: first.id }, body: { version: 1, closeDate: ago(15) } }))
  const second = await open(house, ago(10))
  const occupied = { entity: { id: house }, openBatch: { id: second.id }, closedBatches: 1 }
  expect(await houses()).toMatchObject([occupied, { entity: { id: empty }, openBatch: null, closedBatches: 0 }])
  expect(await houses({ open: true })).toMatchObject([occupied])
  expect(await houses({ open: false })).toMatchObject([{ entity: { id: empty } }])
  const elsewhere = await farm.as('Suínos')
  expect(data(await elsewhere.batches.entityBatches({ query: { entityId: house } })).content).toEqual([])
})

test('the last batch of a house is the one opened before, of the first there is none', async () => {
  const house = await aHouse()
  const first = await open(house, ago(30))
  data(await api.batches.quickCloseOpen({ params: { id: first.id }, body: { version: 1, closeDate: ago(25) } }))
  const second = await open(house, ago(20))
  data(await api.batches.quickCloseOpen({ params: { id: second.id }, body: { version: 1, closeDate: ago(15) } }))
  const third = await open(house, ago(10))
  const last = async (id: string, by = api) => data(await by.batches.last({ params: { id } })).batch
  expect(await last(third.id)).toMatchObject({ id: second.id })
  expect(await last(second.id)).toMatchObject({ id: first.id })
  expect(await last(first.id)).toBeNull()
  const elsewhere = await farm.as('Suínos')
  await expect(last(third.id, elsewhere)).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
})
