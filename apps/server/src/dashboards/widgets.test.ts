import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

let farm: Farm
let sensor: string
let far: string
beforeAll(async () => {
  farm = await aFarm()
  sensor = await anInterface(farm, (await aTerminal(farm)).id, 'House 1', 'TEMPERATURE', 'North')
  far = await anInterface(farm, (await aTerminal(farm, 'Azinheira')).id, 'Room 1', 'TEMPERATURE', 'Far')
})
afterAll(() => farm.close())

const failing = (code: string, field?: string) => ({ failure: { code, ...(field && { fields: [{ field }] }) } })

async function aDashboard() {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'Night watch' } }))
  const show = async () => data(await me.dashboards.widgets({ params: { id } }))
  const add = async (configs: Record<string, unknown> = {}) =>
    data(
      await me.dashboards.addWidget({
        body: { dashboardId: id, type: 'STICKY_NOTE', configs: { text: 'Note', ...configs } },
        files: [],
      }),
    )
  return { me, id, show, add }
}
const picture = async () =>
  new File(
    [
      await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ],
    'house.png',
    { type: 'image/png' },
  )

test('a widget shows only data in the scope of its creator', async () => {
  const { me, id } = await aDashboard()
  const add = (configs: Record<string, unknown>) =>
    me.dashboards.addWidget({ body: { dashboardId: id, type: 'SIMPLE_MULTI_LINE_CHART', configs }, files: [] })
  await expect(add({ interfaceIds: [sensor, far] })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.interfaceIds'))
  data(await add({ interfaceIds: [sensor] }))
})

test('a widget is stored at its configured position and returns it', async () => {
  const { add, show } = await aDashboard()
  const note = await add({ rowIndex: 2, columnIndex: 4, widgetWidth: 3, widgetHeight: 2 })
  expect(note.configs).toMatchObject({ text: 'Note', rowIndex: 2, columnIndex: 4, widgetWidth: 3, widgetHeight: 2 })
  await expect(add({ rowIndex: 3, columnIndex: 4 })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.rowIndex'))
  await expect(add({ widgetHeight: 9 })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.widgetHeight'))
  expect((await show()).layout).toEqual([{ id: note.id, x: 4, y: 2, w: 3, h: 2 }])
})

test('a widget is saved under its version, and an unchanged save writes nothing', async () => {
  const { me, show, add } = await aDashboard()
  const { id } = await add()
  const { version } = await show()
  const edit = (text: string, at: number) =>
    me.dashboards.editWidget({ params: { id }, body: { configs: { text }, version: at }, files: [] })
  expect(data(await edit('Other', version)).configs).toMatchObject({ text: 'Other' })
  await expect(edit('Third', version)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  data(await edit('Other', version + 1))
  expect((await show()).version).toBe(version + 1)
})

test.each([
  [
    'narrower than its type allows',
    { widgetWidth: 1 },
    { field: 'configs.widgetWidth', code: 'tooSmall', message: 'Enter a value of at least 2.' },
  ],
  [
    'higher than its type allows',
    { widgetHeight: 9 },
    { field: 'configs.widgetHeight', code: 'tooBig', message: 'Enter a value of at most 8.' },
  ],
  [
    'wider than the grid at its column',
    { columnIndex: 9, rowIndex: 0, widgetWidth: 4 },
    { field: 'configs.widgetWidth', code: 'tooBig', message: 'Enter a value of at most 3.' },
  ],
])('refuses a widget that is %s, with the limit', async (_, configs, problem) => {
  const { add } = await aDashboard()
  await expect(add(configs)).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT', fields: [problem] } })
})

test('refuses a widget below the last row at its field', async () => {
  const { me, id, add, show } = await aDashboard()
  await expect(add({ rowIndex: 2001, columnIndex: 0 })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.rowIndex'))
  const note = await add({ rowIndex: 2000, columnIndex: 0 })
  const { version, layout } = await show()
  expect(layout).toMatchObject([{ id: note.id, y: 2000 }])
  const edit = { configs: { text: 'Note', rowIndex: 2001 }, version }
  await expect(me.dashboards.editWidget({ params: { id: note.id }, body: edit, files: [] })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'configs.rowIndex'),
  )
  const body = { version, layout: [{ ...layout[0]!, y: 2001 }] }
  await expect(me.dashboards.layout({ params: { id }, body })).rejects.toMatchObject(failing('INVALID_INPUT', 'layout.0.y'))
  await expect(
    me.dashboards.saveDraft({ params: { id }, body: { ...body, added: [], edited: [] }, files: [] }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'layout.0.y'))
})

test.each([
  ['its own ends', { min: 40, max: 10 }, 'configs.max'],
  ['its lower end above the range of the sensor', { min: 80.5 }, 'configs.min'],
  ['its upper end below the range of the sensor', { max: -41 }, 'configs.max'],
])('refuses a gauge with %s crossed', async (_, ends, field) => {
  const { me, id } = await aDashboard()
  const body = { dashboardId: id, type: 'GAUGE' as const, configs: { interfaceId: sensor, ...ends } }
  await expect(me.dashboards.addWidget({ body, files: [] })).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT', fields: [{ field, code: 'rangeEmpty' }] },
  })
})

test('a widget whose sensor was deleted keeps naming it until it is repointed', async () => {
  const { me, id, show } = await aDashboard()
  const gone = await anInterface(farm, (await aTerminal(farm)).id, 'House 1', 'TEMPERATURE', 'Gone')
  const configs = { interfaceId: gone, target: 21 }
  const gauge = data(await me.dashboards.addWidget({ body: { dashboardId: id, type: 'GAUGE', configs }, files: [] }))
  await farm.world.owner.query('delete from interfaces where id = $1', [gone])
  expect((await show()).widgets[gauge.id]).toMatchObject({ configs, isBroken: false })
  const edit = async (interfaceId: string, target: number) => {
    const { version } = await show()
    const body = { configs: { interfaceId, target }, version }
    return me.dashboards.editWidget({ params: { id: gauge.id }, body, files: [] })
  }
  expect(data(await edit(gone, 22)).configs).toMatchObject({ interfaceId: gone, target: 22 })
  expect(data(await edit(sensor, 22)).configs).toMatchObject({ interfaceId: sensor, target: 22 })
  await expect(edit(gone, 22)).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.interfaceId'))
})

test('a draft repoints a widget whose sensor was deleted, and adds none of that sensor', async () => {
  const { me, id, show } = await aDashboard()
  const gone = await anInterface(farm, (await aTerminal(farm)).id, 'House 1', 'TEMPERATURE', 'Gone')
  const body = { dashboardId: id, type: 'GAUGE' as const, configs: { interfaceId: gone } }
  const gauge = data(await me.dashboards.addWidget({ body, files: [] }))
  await farm.world.owner.query('delete from interfaces where id = $1', [gone])
  const save = async (edited: string, added: string) => {
    const { version, layout } = await show()
    const draft = {
      version,
      layout: [layout[0]!, { id: 'new-1', x: 6, y: 0, w: 4, h: 2 }],
      added: [{ id: 'new-1', type: 'GAUGE' as const, configs: { interfaceId: added } }],
      edited: [{ id: gauge.id, configs: { interfaceId: edited } }],
    }
    return me.dashboards.saveDraft({ params: { id }, body: draft, files: [] })
  }
  await expect(save(sensor, gone)).rejects.toMatchObject(failing('INVALID_INPUT', 'added.0.configs.interfaceId'))
  expect((await show()).widgets[gauge.id]!.configs).toMatchObject({ interfaceId: gone })
  expect(data(await save(sensor, sensor)).widgets[gauge.id]!.configs).toMatchObject({ interfaceId: sensor })
})

test('a widget is duplicated next to it and deleted from its dashboard only', async () => {
  const first = await aDashboard()
  const second = await aDashboard()
  const { id } = await first.add()
  const copy = data(await first.me.dashboards.duplicateWidget({ body: { dashboardId: first.id, widgetId: id } }))
  expect(copy.configs).toMatchObject({ text: 'Note', columnIndex: 2, rowIndex: 0 })
  await expect(first.me.dashboards.removeWidgetOf({ params: { dashboard: second.id, id } })).rejects.toMatchObject(
    failing('NOT_FOUND'),
  )
  data(await first.me.dashboards.removeWidgetOf({ params: { dashboard: first.id, id } }))
  data(await first.me.dashboards.removeWidget({ params: { id: copy.id } }))
  expect(await first.show()).toMatchObject({ layout: [], widgets: {} })
})

test('a draft is saved completely or not at all', async () => {
  const { me, id, show, add } = await aDashboard()
  const remaining = await add()
  const gone = await add()
  const { version, layout } = await show()
  const place = { ...layout[0]!, x: 6 }
  const draft = (configs: Record<string, unknown>) => ({
    params: { id },
    body: {
      version,
      layout: [place, { id: 'new-1', x: 0, y: 0, w: 3, h: 1 }],
      added: [{ id: 'new-1', type: 'DIRECT_VALUE' as const, configs }],
      edited: [{ id: remaining.id, configs: { text: 'Changed' } }],
    },
    files: [],
  })
  await expect(me.dashboards.saveDraft(draft({ interfaceId: far }))).rejects.toMatchObject(
    failing('INVALID_INPUT', 'added.0.configs.interfaceId'),
  )
  expect(await show()).toMatchObject({ version, layout })
  const saved = data(await me.dashboards.saveDraft(draft({ interfaceId: sensor })))
  expect(saved.layout[0]).toEqual(place)
  expect(Object.keys(saved.widgets)).not.toContain(gone.id)
  expect(saved.widgets[remaining.id]!.configs).toMatchObject({ text: 'Changed' })
  expect(
    Object.values(saved.widgets)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['DIRECT_VALUE', 'STICKY_NOTE'])
  await expect(me.dashboards.saveDraft(draft({ interfaceId: sensor }))).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test('a picture is served by its signed address until it expires', async () => {
  const { me, id, show } = await aDashboard()
  const configs = { files: ['house.png'] }
  const widget = data(
    await me.dashboards.addWidget({ body: { dashboardId: id, type: 'SIMPLE_IMAGE', configs }, files: [await picture()] }),
  )
  expect(widget.files).toMatchObject([{ name: 'house.png', type: 'image/webp' }])
  const url = `${farm.url}${widget.files[0]!.url}`
  // As an <img> asks: without a header.
  const get = (address: string) => fetch(address)
  const answer = await get(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await get(url.replace('signature=', 'signature=x'))).status).toBe(404)
  expect((await get(url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(404)
  // The picture stays where a change sends no file.
  const { version } = await show()
  const edited = await me.dashboards.editWidget({
    params: { id: widget.id },
    body: { configs: { ...configs, description: 'House' }, version },
    files: [],
  })
  expect(data(edited).files).toMatchObject([{ name: 'house.png' }])
  const body = { dashboardId: id, type: 'SIMPLE_IMAGE' as const, configs: { files: ['missing.png'] } }
  await expect(me.dashboards.addWidget({ body, files: [] })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.files.0'))
})

test('a dashboard is renamed, copied with its widgets, and deleted', async () => {
  const { me, id, show, add } = await aDashboard()
  await add()
  const { version } = await show()
  const body = { displayName: 'Day watch', subtitle: 'Houses 1 to 3', version }
  expect(data(await me.dashboards.edit({ params: { id }, body }))).toMatchObject({
    displayName: 'Day watch',
    subtitle: 'Houses 1 to 3',
  })
  await expect(me.dashboards.edit({ params: { id }, body: { ...body, displayName: 'Old' } })).rejects.toMatchObject(
    failing('VERSION_CONFLICT'),
  )
  const copy = data(await me.dashboards.copy({ params: { id } }))
  expect(copy).toMatchObject({ displayName: 'Day watch (2)', own: true })
  const copied = data(await me.dashboards.widgets({ params: { id: copy.id } }))
  expect(Object.values(copied.widgets)).toMatchObject([{ type: 'STICKY_NOTE', configs: { text: 'Note' } }])
  data(await me.dashboards.remove({ params: { id } }))
  await expect(me.dashboards.info({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('favourites and the homepage belong to the caller', async () => {
  const { me, id } = await aDashboard()
  data(await me.dashboards.addFavourite({ body: { dashboardId: id } }))
  expect(data(await me.dashboards.favourites()).map(board => board.id)).toEqual([id])
  data(await me.dashboards.removeFavourite({ body: { dashboardId: id } }))
  data(await me.dashboards.addFavourite({ body: { dashboardId: id } }))
  data(await me.dashboards.removeFavouriteById({ params: { id } }))
  expect(data(await me.dashboards.favourites())).toEqual([])
  data(await me.dashboards.setHomepage({ body: { dashboardId: id } }))
  expect(data(await me.dashboards.homepage())?.id).toBe(id)
  data(await me.dashboards.setHomepage({ body: { dashboardId: null } }))
  expect(data(await me.dashboards.homepage())?.id).not.toBe(id)
})

test('a deleted dashboard leaves the homepage and the favourites', async () => {
  const { me, id } = await aDashboard()
  data(await me.dashboards.addFavourite({ body: { dashboardId: id } }))
  data(await me.dashboards.setHomepage({ body: { dashboardId: id } }))
  data(await me.dashboards.remove({ params: { id } }))
  expect(data(await me.dashboards.favourites())).toEqual([])
  expect(data(await me.dashboards.homepage())?.id).not.toBe(id)
})

test('the tree of an entity contains only entities in scope', async () => {
  const me = await farm.as('Aves')
  const tree = data(await me.dashboards.tree({ params: { id: farm.at['Paul']! } }))
  expect(tree[0]).toMatchObject({ entity: { id: farm.at['Paul'] }, parentId: farm.at['Aves'] })
  expect(tree.map(({ entity }) => entity.id)).toContain(farm.at['House 1'])
  await expect(me.dashboards.tree({ params: { id: farm.at['Azinheira']! } })).rejects.toMatchObject(failing('NOT_FOUND'))
})
