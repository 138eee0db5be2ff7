import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import { aTerminal } from '../../test/box.ts'
import { anInterface } from '../../test/rules.ts'
import type { Farm } from '../../test/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const failing = (code: string, field?: string) => ({
  failure: expect.objectContaining({ code, ...(field && { fields: [expect.objectContaining({ field })] }) }),
})

test('a dashboard of mine becomes the entity’s, and mine again', async () => {
  const me = await farm.as('Aves')
  const other = await farm.as('Paul')
  const mine = data(await me.dashboards.create({ body: { displayName: 'For all' } }))
  const params = { id: farm.at.Paul! }
  const give = (version: number) => me.dashboards.setDefault({ params, body: { dashboardId: mine.id, version } })
  expect(await me.dashboards.removeDefault({ params })).toMatchObject({ refused: 'ENTITY_DOES_NOT_HAS_DEFAULT_DASHBOARD' })
  await expect(give(2)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  expect(data(await give(1))).toMatchObject({ id: mine.id, own: false, entity: { id: farm.at.Paul }, version: 2 })
  expect(data(await me.entities.details({ params })).dashboard).toEqual({ id: mine.id, displayName: 'For all' })
  expect(data(await other.dashboards.homepage({}))?.id).toBe(mine.id)

  const second = data(await me.dashboards.create({ body: { displayName: 'Second' } }))
  const body = { dashboardId: second.id, version: 1 }
  expect(await me.dashboards.setDefault({ params, body })).toMatchObject({
    refused: 'CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD',
  })
  // It belongs to the entity now.
  await expect(
    me.dashboards.setDefault({ params: { id: farm.at.Aves! }, body: { dashboardId: mine.id, version: 2 } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'dashboardId'))
  await farm.world.owner.query(
    `insert into dashboard_favourites (user_id, dashboard_id) select id, $1 from users where short_name in ('Person 1', 'Person 2')`,
    [mine.id],
  )
  await farm.world.owner.query(
    `insert into dashboard_homepages (user_id, dashboard_id) select id, $1 from users where short_name = 'Person 2'`,
    [mine.id],
  )
  expect(data(await me.dashboards.removeDefault({ params }))).toMatchObject({
    id: mine.id,
    own: true,
    favourite: true,
    version: 3,
  })
  expect(data(await other.dashboards.favourites({}))).toEqual([])
  expect(data(await other.dashboards.homepage({}))).toBeNull()
  await expect(other.dashboards.info({ params: { id: mine.id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  data(await me.dashboards.setDefault({ params, body }))
  const { rows } = await farm.world.owner.query(
    `select changes from audit where object_type = 'entity' and object_id = $1 and action = 'UPDATE' order by id`,
    [farm.at.Paul],
  )
  expect(rows.flatMap(row => (row as { changes: unknown[] }).changes)).toEqual([
    { field: 'dashboard', old: null, new: 'For all' },
    { field: 'dashboard', old: 'For all', new: null },
    { field: 'dashboard', old: null, new: 'Second' },
  ])
})

test('only one default per entity, set by users with the permission at that entity', async () => {
  const api = await farm.as('Aves')
  const two = await farm.as('Aves')
  const params = { id: farm.at['House 1']! }
  const made = await Promise.all(
    [api, two].map(async me => ({ me, ...data(await me.dashboards.create({ body: { displayName: 'Mine' } })) })),
  )
  const answers = await Promise.all(
    made.map(({ me, id }) => me.dashboards.setDefault({ params, body: { dashboardId: id, version: 1 } })),
  )
  expect(answers.filter(answer => 'refused' in answer)).toHaveLength(1)
  const foreign = { dashboardId: made[1]!.id, version: 1 }
  await expect(api.dashboards.setDefault({ params: { id: farm.at.Paul! }, body: foreign })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'dashboardId'),
  )
  await expect(api.dashboards.setDefault({ params: { id: farm.at.Azinheira! }, body: foreign })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
  await expect(api.dashboards.removeDefault({ params: { id: farm.at.Azinheira! } })).rejects.toMatchObject(failing('NOT_FOUND'))
  const reader = await farm.as('Aves', ['entities.read', 'entities.update'])
  await expect(reader.dashboards.removeDefault({ params })).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

test('a user who edits default dashboards changes only those in scope', async () => {
  const above = await farm.as('Aves')
  const below = await farm.as('House 2')
  const own = data(await above.dashboards.create({ body: { displayName: 'Of the company' } }))
  expect(own).toMatchObject({ own: true, mayArrange: true })
  const params = { id: own.id }
  const shown = await anInterface(farm, (await aTerminal(farm)).id, 'House 2', 'TEMPERATURE', 'North')
  const gauge = { dashboardId: own.id, type: 'GAUGE' as const, configs: { interfaceId: shown } }
  const { id: tile } = data(await above.dashboards.addWidget({ body: gauge, files: [] }))
  const { version } = data(await above.dashboards.info({ params }))
  const fresh = data(await above.dashboards.setDefault({ params: { id: farm.at.Aves! }, body: { dashboardId: own.id, version } }))
  expect(fresh).toMatchObject({ own: false, mayArrange: true, entity: { way: [farm.at.Aves] } })
  const seen = data(await below.dashboards.info({ params }))
  // What lies above one's reach has no name here.
  expect(seen).toMatchObject({ mayArrange: false, entity: null })
  const body = { version: seen.version, layout: [{ id: tile, x: 0, y: 0, w: 4, h: 2 }] }
  await expect(below.dashboards.layout({ params, body })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(below.dashboards.addWidget({ body: gauge, files: [] })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  data(await above.dashboards.layout({ params, body }))
})

test('an inherited dashboard shows the widgets in scope, and is hidden if there are none', async () => {
  const root = await farm.as('Grupo')
  const terminal = await aTerminal(farm, 'Paul')
  const near = await anInterface(farm, terminal.id, 'House 1', 'TEMPERATURE', 'Near')
  const far = await anInterface(farm, terminal.id, 'House 2', 'TEMPERATURE', 'Far')
  const { id } = data(await root.dashboards.create({ body: { displayName: 'Watch' } }))
  const add = async (type: 'GAUGE' | 'SIMPLE_MULTI_LINE_CHART', configs: Record<string, unknown>) =>
    data(await root.dashboards.addWidget({ body: { dashboardId: id, type, configs }, files: [] })).id
  await add('GAUGE', { interfaceId: far })
  const both = await add('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [far, near] })
  const { version } = data(await root.dashboards.info({ params: { id } }))
  data(await root.dashboards.setDefault({ params: { id: farm.at.Grupo! }, body: { dashboardId: id, version } }))
  expect(Object.keys(data(await root.dashboards.widgets({ params: { id } })).widgets)).toHaveLength(2)

  const below = await farm.as('House 1')
  expect(data(await below.dashboards.info({ params: { id } }))).toMatchObject({ mayArrange: false })
  const seen = data(await below.dashboards.widgets({ params: { id } }))
  expect(Object.keys(seen.widgets)).toEqual([both])
  expect(seen.layout.map(one => one.id)).toEqual([both])

  const elsewhere = await farm.as('Azinheira')
  expect(data(await elsewhere.dashboards.homepage({}))).toBeNull()
  expect(data(await elsewhere.dashboards.list({})).map(one => one.id)).not.toContain(id)
  await expect(elsewhere.dashboards.widgets({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a dashboard says who changed it last, also to a viewer who does not see that person', async () => {
  const above = await farm.as('Aves')
  const house = await farm.entity('House 8', 'SECTOR', 'Paul')
  const { id } = data(await above.dashboards.create({ body: { displayName: 'Signed' } }))
  const params = { id }
  expect(data(await above.dashboards.widgets({ params }))).toMatchObject({ lastUpdatedBy: null, lastUpdateTimestampUtc: null })
  data(await above.dashboards.setDefault({ params: { id: house }, body: { dashboardId: id, version: 1 } }))
  const { lastUpdatedBy, lastUpdateTimestampUtc } = data(await above.dashboards.widgets({ params }))
  expect(lastUpdatedBy?.shortName).toMatch(/^Person \d+$/)
  expect(lastUpdateTimestampUtc).not.toBeNull()
  const below = await farm.as('House 8', ['entities.read'])
  expect(data(await below.dashboards.widgets({ params }))).toMatchObject({ lastUpdatedBy, lastUpdateTimestampUtc })
})
