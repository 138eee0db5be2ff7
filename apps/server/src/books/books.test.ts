import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, exit } from '../../test/herd.ts'

let farm: Farm
/** Callers of the enterprise, and of the farm below it. */
let enterprise: Api
let house: Api
beforeAll(async () => {
  farm = await aFarm()
  enterprise = await farm.as('Aves')
  house = await farm.as('Paul')
})
afterAll(() => farm.close())

let made = 0
const fields = (more: object = {}) => ({
  code: `F${++made}`,
  displayName: `Feed ${made}`,
  translations: {},
  species: 'BROILER' as const,
  medicated: false,
  withdrawalDays: 0,
  ...more,
})
const create = async (api: Api, entityId: string, more: object = {}) =>
  data(await api.feedTypes.create({ body: { entityId, ...fields(more) } }))
const IN_USE = { refused: 'FEED_TYPE_DISPLAY_NAME_IN_USE' }

test('an entry is seen and used at its entity and below, and changed only within reach', async () => {
  const entry = await create(enterprise, farm.at.Aves!)
  const params = { id: entry.id }
  expect(data(await house.feedTypes.details({ params }))).toMatchObject({ id: entry.id, editable: false, isSystem: false })
  expect(data(await enterprise.feedTypes.details({ params }))).toMatchObject({ editable: true, entity: { name: 'Aves' } })
  const body = { ...fields(), status: 'ACTIVE' as const, version: 1 }
  await expect(house.feedTypes.edit({ params, body })).rejects.toMatchObject(failing('NOT_FOUND'))
  const own = await create(house, farm.at.Paul!)
  const usable = async (usableAt: string) =>
    data(await enterprise.feedTypes.search({ query: { usableAt, itemsPerPage: 50 } })).content.map(({ id }) => id)
  const usableTo = async (api: Api) =>
    data(await api.feedTypes.search({ query: { usableAt: farm.at['House 1']!, itemsPerPage: 50 } })).content.map(({ id }) => id)
  // Also to somebody who does not see the entity above.
  expect(await usableTo(house)).toEqual(expect.arrayContaining([own.id, entry.id]))
  expect(await usable(farm.at.Aves!)).not.toContain(own.id)
  expect(await usable(farm.at['House 1']!)).toEqual(expect.arrayContaining([own.id, entry.id]))
})

test('a name is refused where it is seen already, in any case and with any accents', async () => {
  const { displayName } = await create(enterprise, farm.at.Aves!, { displayName: 'Início' })
  expect(await house.feedTypes.create({ body: { entityId: farm.at.Paul!, ...fields({ displayName: 'INICIO' }) } })).toMatchObject(
    IN_USE,
  )
  // Of another species it is another feed.
  await create(house, farm.at.Paul!, { displayName, species: 'PIG' })
  const other = await create(enterprise, farm.at.Aves!)
  const body = { ...fields({ displayName }), status: 'ACTIVE' as const, version: 1 }
  expect(await enterprise.feedTypes.edit({ params: { id: other.id }, body })).toMatchObject(IN_USE)
})

test('of two that take a name at once one is refused', async () => {
  const displayName = 'At once'
  const answers = await Promise.all(
    [1, 2].map(() => enterprise.feedTypes.create({ body: { entityId: farm.at.Aves!, ...fields({ displayName }) } })),
  )
  expect(answers.filter(answer => 'refused' in answer)).toMatchObject([IN_USE])
})

test('an edit raises the version and is audited, an old version is refused', async () => {
  const entry = await create(enterprise, farm.at.Aves!)
  const params = { id: entry.id }
  const { code, displayName, translations, species, status, version } = entry
  const body = { code, displayName, translations, species, status, version, withdrawalDays: 5, medicated: true }
  expect(data(await enterprise.feedTypes.edit({ params, body }))).toMatchObject({ version: 2, withdrawalDays: 5 })
  await expect(enterprise.feedTypes.edit({ params, body })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  const { rows } = await farm.world.owner.query(
    `select action, changes from audit where object_type = 'feedType' and object_id = $1 order by id`,
    [entry.id],
  )
  expect(rows).toMatchObject([
    { action: 'CREATE' },
    {
      action: 'UPDATE',
      changes: [
        { field: 'medicated', old: false, new: true },
        { field: 'withdrawalDays', old: 0, new: 5 },
      ],
    },
  ])
})

test('an entry that nothing refers to is deleted', async () => {
  const params = { id: (await create(enterprise, farm.at.Aves!)).id }
  expect(data(await enterprise.feedTypes.remove({ params }))).toEqual({ outcome: 'DELETED' })
  await expect(enterprise.feedTypes.details({ params })).rejects.toMatchObject(failing('NOT_FOUND'))
})

const buy = async (feedTypeId: string, feedFactoryId?: string) => {
  const batchId = (await createHerd(farm, enterprise).openBatch()).id
  const body = { batchId, action: 'ENTRY', actionType: 'BUY', timestamp: ago(1), weight: 100, feedTypeId, feedFactoryId } as const
  data(await enterprise.feedMovements.create({ body, files: [] }))
}
const species = 'BROILER' as const
interface Named {
  readonly entityId: string
  readonly displayName: string
}
interface BookCase {
  readonly taken: string
  readonly create: (at: Named) => Promise<{ readonly data: { readonly id: string } } | { readonly refused: string }>
  readonly use: (id: string) => Promise<unknown>
}
type BookName = 'feedTypes' | 'genetics' | 'feedFactories' | 'deathReasons' | 'curves'
/** Each book: its refusal of a name that is taken, an entry with a name at an entity, and what refers to an entry. */
const books: Readonly<Record<BookName, BookCase>> = {
  feedTypes: {
    taken: 'FEED_TYPE_DISPLAY_NAME_IN_USE',
    create: at =>
      enterprise.feedTypes.create({ body: { ...at, code: 'F', translations: {}, species, medicated: false, withdrawalDays: 0 } }),
    use: id => buy(id),
  },
  genetics: {
    taken: 'GENETICS_DISPLAY_NAME_IN_USE',
    create: at => enterprise.genetics.create({ body: { ...at, code: 'G', species } }),
    use: id => createHerd(farm, enterprise).openBatch(ago(30), { geneticsId: id }),
  },
  feedFactories: {
    taken: 'FEED_FACTORY_DISPLAY_NAME_IN_USE',
    create: at => enterprise.feedFactories.create({ body: { ...at, contacts: '', leadDays: 3 } }),
    use: async id => buy((await create(enterprise, farm.at.Aves!)).id, id),
  },
  deathReasons: {
    taken: 'SPECIES_DEATH_REASON_NAME_IN_USE',
    create: at =>
      enterprise.deathReasons.create({
        body: { ...at, code: 'D', translations: {}, species, icarReason: 'Accident', icarMethod: 'Perished' },
      }),
    use: async id => {
      const herd = createHerd(farm, enterprise)
      return herd.booked(await herd.stocked(), exit('DEATH', 1, ago(1), { deathReasonId: id }))
    },
  },
  curves: {
    taken: 'PRODUCTION_CURVE_DISPLAY_NAME_IN_USE',
    create: at => {
      const details = [0, 40].map(age => ({ age, weight: 0.05 + age / 20 }))
      return enterprise.curves.create({ body: { ...at, species, geneticsId: null, ageUnit: 1, source: '', details } })
    },
    use: id => createHerd(farm, enterprise).openBatch(ago(30), { productionCurveId: id }),
  },
}
const bookNames = Object.keys(books) as BookName[] // safe: the table's own keys
const callsOf = (name: BookName) => enterprise[name] as Pick<Api['feedTypes'], 'search' | 'details' | 'remove'> // safe: all books answer what is read here

test.each(bookNames)('a name that is taken among %s is refused with its code, and nothing is written', async name => {
  const { create: createNamed, taken } = books[name]
  const displayName = `Twice in ${name}`
  data(await createNamed({ entityId: farm.at.Aves!, displayName }))
  expect(await createNamed({ entityId: farm.at.Paul!, displayName: displayName.toUpperCase() })).toMatchObject({ refused: taken })
  expect(data(await callsOf(name).search({ query: { search: displayName } })).content).toMatchObject([{ displayName }])
})

test.each(bookNames)('one of the %s that is in use becomes inactive instead of being deleted', async name => {
  const { create: createNamed, use } = books[name]
  const params = { id: data(await createNamed({ entityId: farm.at.Aves!, displayName: `Used of ${name}` })).id }
  await use(params.id)
  expect(data(await callsOf(name).remove({ params }))).toEqual({ outcome: 'INACTIVATED' })
  expect(data(await callsOf(name).details({ params }))).toMatchObject({ status: 'INACTIVE', version: 2 })
})

test('everybody sees entries of the product, no user edits them', async () => {
  const { content } = data(await house.deathReasons.search({ query: { species: 'PIG', itemsPerPage: 50 } }))
  expect(content).toHaveLength(12)
  const reason = content.find(({ code }) => code === 'RESPIRATORY')!
  expect(reason).toMatchObject({ isSystem: true, editable: false, entity: null, icarReason: 'Disease' })
  await expect(enterprise.deathReasons.remove({ params: { id: reason.id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

test('pages, sorts and searches by code and by name in any language', async () => {
  const entries = await Promise.all(
    ['Zeta', 'Alpha'].map(name => create(enterprise, farm.at.Aves!, { displayName: `${name} list` })),
  )
  const names = async (query: object) =>
    data(await enterprise.feedTypes.search({ query: { search: 'list', ...query } })).content.map(({ displayName }) => displayName)
  expect(await names({ sortProperty: 'displayName' })).toEqual(['Alpha list', 'Zeta list'])
  expect(await names({ sortProperty: 'displayName', sortDirection: 'DESC', itemsPerPage: 10 })).toEqual([
    'Zeta list',
    'Alpha list',
  ])
  expect(await names({ search: entries[0]!.code })).toContain('Zeta list')
  expect(await names({ search: 'Εκτροφής', species: 'BROILER' })).toEqual([])
})

test('a field that is wrong is named', async () => {
  await expect(
    enterprise.feedTypes.create({ body: { entityId: farm.at.Aves!, ...fields({ withdrawalDays: -1 }) } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'withdrawalDays'))
  await expect(enterprise.feedTypes.create({ body: { entityId: '999999', ...fields() } })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'entityId'),
  )
})

/** Every book is declared alike: its own fields come back, and it is gone when it is deleted. */
test('genetics are created, changed and deleted', async () => {
  const body = { code: 'L1', displayName: 'Line 1', species: 'PIG' as const }
  const { id } = data(await enterprise.genetics.create({ body: { entityId: farm.at.Aves!, ...body } }))
  const edited = { ...body, code: 'L2', status: 'ACTIVE' as const, version: 1 }
  expect(data(await enterprise.genetics.edit({ params: { id }, body: edited }))).toMatchObject({ code: 'L2', version: 2 })
  expect(data(await enterprise.genetics.remove({ params: { id } }))).toEqual({ outcome: 'DELETED' })
})

test('feed factories are created, changed and deleted', async () => {
  const body = { displayName: 'Mill', contacts: '+351 243 000 000', leadDays: 3 }
  const { id } = data(await enterprise.feedFactories.create({ body: { entityId: farm.at.Aves!, ...body } }))
  const edited = { ...body, leadDays: 5, status: 'ACTIVE' as const, version: 1 }
  expect(data(await enterprise.feedFactories.edit({ params: { id }, body: edited }))).toMatchObject({ leadDays: 5, version: 2 })
  expect(data(await enterprise.feedFactories.remove({ params: { id } }))).toEqual({ outcome: 'DELETED' })
})

test('causes of death are created, changed and deleted', async () => {
  const body = {
    code: 'FIRE',
    displayName: 'Fire',
    translations: { 'pt-PT': 'Incêndio' },
    species: 'CHICKEN' as const,
    icarReason: 'Accident' as const,
    icarMethod: 'Perished' as const,
  }
  const { id } = data(await enterprise.deathReasons.create({ body: { entityId: farm.at.Aves!, ...body } }))
  const edited = { ...body, translations: {}, icarReason: null, status: 'INACTIVE' as const, version: 1 }
  expect(data(await enterprise.deathReasons.edit({ params: { id }, body: edited }))).toMatchObject({
    translations: {},
    icarReason: null,
    status: 'INACTIVE',
  })
  expect(data(await enterprise.deathReasons.remove({ params: { id } }))).toEqual({ outcome: 'DELETED' })
})
