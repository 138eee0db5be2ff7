import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
const FARMS = 1100
beforeAll(async () => {
  farm = await aFarm()
  const { owner } = farm.world
  const add = (type: string, name: string, parent: string) =>
    owner.query(
      `insert into entities (type, parent_id, name, code, path)
        select $1, parent.id, ${name}, case when $1 = 'FARM' then lpad(n::text, 4, 'F') end, ''
        from generate_series(1, ${FARMS}) n, entities parent where parent.name = ${parent}`,
      [type],
    )
  await add('FARM', `'Farm ' || n`, `'Aves'`)
  for (const barn of [5, 50]) await add('SECTOR', `'Barn ${barn}'`, `'Farm ' || n`)
  api = await farm.as('Root')
  await owner.query(
    `insert into users (entity_id, role_id, email, display_name, short_name)
      select $1, (select min(id) from roles), 'p' || n || '@steading.example', 'Worker ' || n, 'W' || n
      from generate_series(1, ${FARMS}) n`,
    [farm.at.Paul],
  )
})
afterAll(() => farm.close())

const page = async (query: Parameters<Api['entities']['choices']>[0]['query']) => data(await api.entities.choices({ query }))
const names = async (search: string) => (await page({ search })).content.map(one => one.displayName)

describe('places to choose from', () => {
  test('returns the first options and the total number', async () => {
    const { content, totalElements } = await page({ entityTypeNames: ['FARM'] })
    expect(content).toHaveLength(20)
    expect(totalElements).toBe(FARMS + 2)
  })

  test('one beyond the first thousand is found by its name, and named by its id', async () => {
    const { content } = await page({ search: 'farm 1099' })
    expect(content[0]).toMatchObject({ displayName: 'Farm 1099', enterprise: { name: 'Aves' } })
    const named = await page({ ids: [content[0]!.id, farm.at.Paul!] })
    expect(named.content.map(one => one.displayName)).toEqual(['Farm 1099', 'Paul'])
  })

  test('lists only the entities of an enterprise', async () => {
    const { totalElements } = await page({ entityId: farm.at['Suínos']!, entityTypeNames: ['FARM', 'SECTOR'] })
    expect(totalElements).toBe(2)
  })

  test('a user without the permission for entities chooses among the own ones', async () => {
    const one = await farm.as('House 1', [])
    expect(data(await one.entities.choices({ query: {} })).content.map(each => each.displayName)).toEqual(['Paul | House 1'])
  })
})

describe('the best match is first', () => {
  test.each([
    ['farm 1050 barn 5', 'Farm 1050 | Barn 5'],
    ['Farm 1050 | Barn 5', 'Farm 1050 | Barn 5'],
    ['barn 5 farm 1050', 'Farm 1050 | Barn 5'],
    ['Paul|House 2', 'Paul | House 2'],
    ['farm 5', 'Farm 5'],
    ['Barn 5', 'Farm 1 | Barn 5'],
    ['barn 50', 'Farm 1 | Barn 50'],
    ['F105', 'Farm 105'],
  ])('%s', async (typed, first) => expect((await names(typed))[0]).toBe(first))

  test('ranks whole words before prefixes, and prefixes before substrings', async () => {
    for (const name of ['Outhouse', 'Houses of Paul', 'House'])
      data(await api.entities.create({ body: { type: 'SECTOR', parentId: farm.at.Azinheira!, name }, files: [] }))
    expect(await names('house')).toEqual([
      'Azinheira | House',
      'Paul | House 1',
      'Paul | House 2',
      'Azinheira | Houses of Paul',
      'Azinheira | Outhouse',
    ])
  })

  test('in the tree’s search and among the first that a filter asks for, too', async () => {
    const asked = { search: 'farm 1050 barn 5' }
    const found = data(await api.entities.search({ query: { ...asked, sortProperty: 'match', itemsPerPage: 20 } }))
    expect(found.content[0]).toMatchObject({ displayName: 'Farm 1050 | Barn 5' })
    expect(data(await api.entities.list({ query: { ...asked, most: 1 } }))[0]).toMatchObject({
      displayName: 'Farm 1050 | Barn 5',
    })
  })

  test('wildcards are letters', async () => {
    expect(await names('100%')).toEqual([])
    expect(await names('_')).toEqual([])
  })
})

describe('people to choose from', () => {
  const people = async (query: Parameters<Api['users']['choices']>[0]['query']) => data(await api.users.choices({ query }))

  test('returns the first users and the total, and any user by name, address or id', async () => {
    const all = await people({})
    expect(all.content).toHaveLength(20)
    expect(all.totalElements).toBeGreaterThan(FARMS)
    const { content } = await people({ search: 'Worker 1099' })
    expect(content.map(one => one.displayName)).toEqual(['Worker 1099'])
    expect((await people({ search: 'p1099@' })).content[0]).toMatchObject({ displayName: 'Worker 1099' })
    expect((await people({ ids: [content[0]!.userId] })).content).toEqual(content)
  })

  test('ranks an exact name first', async () => {
    expect((await people({ search: 'worker 11' })).content.slice(0, 3).map(one => one.displayName)).toEqual([
      'Worker 11',
      'Worker 110',
      'Worker 111',
    ])
  })

  test('a user without the permission for users finds only themselves', async () => {
    const one = await farm.as('Paul', [])
    const { userId } = data(await one.users.personal())
    expect(data(await one.users.choices({ query: {} })).content.map(each => each.userId)).toEqual([userId])
    const other = (await people({ search: 'Worker 7' })).content[0]!.userId
    expect(data(await one.users.choices({ query: { ids: [other] } })).content).toEqual([])
    expect(data(await one.users.choices({ query: { search: 'Worker' } })).content).toEqual([])
  })
})

describe('names sort as people count', () => {
  test('places', async () => {
    const { content } = await page({ entityTypeNames: ['FARM'] })
    expect(content.slice(0, 4).map(one => one.displayName)).toEqual(['Azinheira', 'Farm 1', 'Farm 2', 'Farm 3'])
    const last = data(await api.entities.search({ query: { entityTypeNames: ['FARM'], currentPage: 1, itemsPerPage: 10 } }))
    expect(last.content.slice(0, 3).map(one => one.displayName)).toEqual(['Farm 10', 'Farm 11', 'Farm 12'])
  })

  test('people, roles and tags, page after page, each once', async () => {
    const seen: string[] = []
    for (let currentPage = 0; currentPage < 23; currentPage++)
      seen.push(...data(await api.users.search({ query: { currentPage, itemsPerPage: 50 } })).content.map(one => one.shortName))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter(one => one.startsWith('W'))).toEqual(Array.from({ length: FARMS }, (_, at) => `W${at + 1}`))
    for (const name of ['organic 10', 'Águas', 'organic 9'])
      data(await api.tags.create({ query: { entityId: farm.at.Aves! }, body: { name } }))
    expect(data(await api.tags.list({ query: { entityId: farm.at.Aves! } })).map(one => one.name)).toEqual([
      'Águas',
      'organic 9',
      'organic 10',
    ])
  })
})
