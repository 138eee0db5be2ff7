import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { anInterface } from '../../test/rules.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { insertDashboard } from './dashboards.sql.ts'
import { insertWidget } from './widgets.ts'
import { freePlace, overlap } from '@steading/contract/widgets/grid'

let farm: Farm
let sensor: string
beforeAll(async () => {
  farm = await aFarm()
  sensor = await anInterface(farm, (await aTerminal(farm)).id, 'House 2', 'TEMPERATURE', 'Shown')
})
afterAll(() => farm.close())

const failing = (code: string) => expect.objectContaining({ failure: expect.objectContaining({ code }) })

test('a personal dashboard takes widgets at free positions and is private', async () => {
  const me = await farm.as('Paul')
  const mine = data(await me.dashboards.create({ body: { displayName: 'Night watch' } }))
  const value = { dashboardId: mine.id, type: 'DIRECT_VALUE' as const, configs: { interfaceId: sensor } }
  for (let n = 0; n < 5; n++) data(await me.dashboards.addWidget({ body: value, files: [] }))
  const { layout, widgets } = data(await me.dashboards.widgets({ params: { id: mine.id } }))
  expect(layout.map(({ x, y }) => [x, y])).toEqual([[0, 0], [3, 0], [6, 0], [9, 0], [0, 1]]) // prettier-ignore
  expect(Object.values(widgets).map(one => one.type)).toEqual(Array.from({ length: 5 }, () => 'DIRECT_VALUE'))

  const other = await farm.as('Paul')
  await expect(other.dashboards.info({ params: { id: mine.id } })).rejects.toEqual(failing('NOT_FOUND'))
  await expect(other.dashboards.addWidget({ body: value, files: [] })).rejects.toEqual(failing('NOT_FOUND'))
})

test('a widget with wrong configs is refused, and the field is named', async () => {
  const me = await farm.as('Paul')
  const mine = data(await me.dashboards.create({ body: { displayName: 'Wrong' } }))
  await expect(
    me.dashboards.addWidget({ body: { dashboardId: mine.id, type: 'GAUGE', configs: { interfaceId: 'x' } }, files: [] }),
  ).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT', fields: [{ field: 'configs.interfaceId', code: 'id' }] } })
})

test('a layout is saved if its widgets do not overlap and are within bounds', async () => {
  const me = await farm.as('Paul')
  const mine = data(await me.dashboards.create({ body: { displayName: 'Layout' } }))
  for (let n = 0; n < 2; n++)
    data(
      await me.dashboards.addWidget({
        body: { dashboardId: mine.id, type: 'GAUGE', configs: { interfaceId: sensor } },
        files: [],
      }),
    )
  const { layout, version } = data(await me.dashboards.widgets({ params: { id: mine.id } }))
  const [a, b] = layout as [LayoutItem, LayoutItem]
  const moved = [
    { ...a, x: 4 },
    { ...b, x: 0, y: 2 },
  ]
  data(await me.dashboards.layout({ params: { id: mine.id }, body: { layout: moved, version } }))
  expect(data(await me.dashboards.widgets({ params: { id: mine.id } })).layout).toEqual(moved)
  const saved = version + 1
  const params = { id: mine.id }
  for (const [wrong, field, code] of [
    [[a], 'layout', 'placeMissing'],
    [[a, b, a], 'layout.2.id', 'twice'],
    [[a, { ...b, id: '999999' }], 'layout.1.id', 'notFound'],
    [[b, { ...a, x: b.x, y: b.y + 1 }], 'layout.1', 'placeTaken'],
    [[a, { ...b, w: 9 }], 'layout.1.w', 'tooBig'],
    [[a, { ...b, x: 9 }], 'layout.1.w', 'tooBig'],
  ] as const) {
    const refusal = { failure: { code: 'INVALID_INPUT', fields: [{ field, code }] } }
    await expect(me.dashboards.layout({ params, body: { layout: [...wrong], version: saved } })).rejects.toMatchObject(refusal)
  }
})

test('a draft names the item of its layout that is wrong', async () => {
  const me = await farm.as('Paul')
  const mine = data(await me.dashboards.create({ body: { displayName: 'Layout' } }))
  const params = { id: mine.id }
  const added = ['new-1', 'new-2'].map(id => ({ id, type: 'TITLE' as const, configs: { text: 'Barn' } }))
  const [a, b] = [
    { id: 'new-1', x: 0, y: 0, w: 4, h: 1 },
    { id: 'new-2', x: 4, y: 0, w: 4, h: 1 },
  ] as const
  for (const [body, field, code] of [
    [{ layout: [a], added }, 'added.1.id', 'placeMissing'],
    [{ layout: [a, b, a], added }, 'layout.2.id', 'twice'],
    [{ layout: [a, b, { ...b, id: '999999' }], added }, 'layout.2.id', 'notFound'],
    [{ layout: [a, { ...b, x: 2 }], added }, 'layout.1', 'placeTaken'],
    [{ layout: [a], added: [added[0]!, added[0]!] }, 'added.1.id', 'twice'],
  ] as const) {
    const refusal = { failure: { code: 'INVALID_INPUT', fields: [{ field, code }] } }
    const draft = { version: 1, edited: [], layout: [...body.layout], added: [...body.added] }
    await expect(me.dashboards.saveDraft({ params, body: draft, files: [] })).rejects.toMatchObject(refusal)
  }
  expect(data(await me.dashboards.widgets({ params }))).toMatchObject({ widgets: {}, layout: [] })
})

test('an old version of a layout is refused, and of two concurrent saves one succeeds', async () => {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'Two at once' } }))
  const value = { dashboardId: id, type: 'DIRECT_VALUE' as const, configs: { interfaceId: sensor } }
  data(await me.dashboards.addWidget({ body: value, files: [] }))
  const board = async () => data(await me.dashboards.widgets({ params: { id } }))
  const { version, layout } = await board()
  const at = (x: number) =>
    me.dashboards.layout({ params: { id }, body: { layout: layout.map(one => ({ ...one, x })), version } })

  // Somebody adds a tile meanwhile: who arranged before knows nothing of it.
  data(await me.dashboards.addWidget({ body: value, files: [] }))
  await expect(at(5)).rejects.toEqual(failing('VERSION_CONFLICT'))
  const now = await board()
  expect(now.layout.map(one => one.x)).toEqual([0, 3])

  // Both have read the same version before either can write.
  const gate = await farm.world.owner.connect()
  await gate.query('begin')
  await gate.query('select 1 from dashboards where id = $1 for update', [id])
  const open = setTimeout(() => void gate.query('commit'), 1_000)
  const both = await Promise.allSettled(
    [4, 8].map(y =>
      me.dashboards.layout({ params: { id }, body: { layout: now.layout.map(one => ({ ...one, y })), version: now.version } }),
    ),
  )
  clearTimeout(open)
  gate.release()
  expect(both.map(promiseSettledResult => promiseSettledResult.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await board()).version).toBe(now.version + 1)

  // Tiles added at once are all kept or refused; none is there without a place.
  const added = await Promise.allSettled([1, 2, 3].map(() => me.dashboards.addWidget({ body: value, files: [] })))
  const after = await board()
  expect(after.layout.length).toBe(2 + added.filter(promiseSettledResult => promiseSettledResult.status === 'fulfilled').length)
  expect(after.layout.map(one => one.id).toSorted()).toEqual(Object.keys(after.widgets).toSorted())
})

test("the homepage is the user's choice, else the default of the nearest entity above", async () => {
  // Each has something to show to whoever stands below.
  const shown = {
    'Farm board': [await anInterface(farm, (await aTerminal(farm)).id, 'House 1', 'TEMPERATURE', 'North')],
    'Group board': [await anInterface(farm, (await aTerminal(farm, 'Azinheira')).id, 'Room 1', 'TEMPERATURE', 'South')],
  }
  await farm.world.db.work(farm.system, async work => {
    for (const [name, where] of [
      ['Group board', 'Grupo'],
      ['Farm board', 'Paul'],
    ] as const) {
      const about = { entityId: farm.at[where]!, userId: null, displayName: name, isDefault: true }
      const dashboardId = await insertDashboard(work, about)
      const board = { id: dashboardId, display_name: name, entity_id: farm.at[where]! }
      await insertWidget(work, board, { type: 'SIMPLE_MULTI_LINE_CHART', configs: { interfaceIds: shown[name] }, uploads: [] })
    }
  })
  const stock = await farm.as('House 1')
  const office = await farm.as('Suínos')
  expect(data(await stock.dashboards.homepage())?.displayName).toBe('Farm board')
  expect(data(await office.dashboards.homepage())?.displayName).toBe('Group board')
  const names = data(await office.dashboards.list()).map(one => one.displayName)
  expect(names).toContain('Group board')
  expect(names).not.toContain('Farm board')
})

test('a free position does not overlap a widget', () => {
  const size = fc.record({ w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(size, { maxLength: 12 }), sizes => {
      const layout: LayoutItem[] = []
      for (const [index, one] of sizes.entries()) layout.push({ id: String(index + 1), ...freePlace(layout, one) })
      return overlap(layout) === undefined && layout.every(item => item.x + item.w <= 12)
    }),
  )
})

test('the 101st widget is refused, and a dashboard of 100 can be arranged', { tags: ['nightly'] }, async () => {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'Full' } }))
  const add = () =>
    me.dashboards.addWidget({ body: { dashboardId: id, type: 'DIRECT_VALUE', configs: { interfaceId: sensor } }, files: [] })
  for (let n = 0; n < 100; n++) data(await add())
  await expect(add()).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT', fields: [{ field: 'dashboardId', code: 'tooMany' }] },
  })
  const { layout, version } = data(await me.dashboards.widgets({ params: { id } }))
  data(await me.dashboards.layout({ params: { id }, body: { layout, version } }))
})
