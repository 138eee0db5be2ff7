import { MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import { definitionOf, WIDGET_TYPES } from '@steading/contract/widgets/widgets'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'

const PIXEL = { create: { width: 1, height: 1, channels: 3, background: 'red' } } as const
const OWN = 'https://farm.example'
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ settings: { PUBLIC_URL: OWN } })
})
afterAll(() => farm.close())

async function aDashboard() {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'Night watch' } }))
  const show = async () => data(await me.dashboards.widgets({ params: { id } }))
  const add = (type: WidgetTypeName, configs: Record<string, unknown>, files: File[] = []) =>
    me.dashboards.addWidget({ body: { dashboardId: id, type, configs }, files })
  const saveNew = async (type: WidgetTypeName, configs: Record<string, unknown>, files: File[] = []) => {
    const { version } = await show()
    const layout = [{ id: 'new-1', x: 0, y: 0, w: 4, h: 3 }]
    const body = { version, layout, added: [{ id: 'new-1', type, configs }], edited: [] }
    return me.dashboards.saveDraft({ params: { id }, body, files })
  }
  return { me, id, show, add, saveNew }
}

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a page without encryption', 'http://weather.example/'],
  ['data', 'data:text/html,<p>x</p>'],
  ['a password', 'https://me:secret@weather.example/'],
  ['a page of the platform itself', `${OWN}/farmview`],
  ['a page of the platform itself in other letters', 'https://FARM.example:443/'],
])('refuses to embed %s, and stores nothing', async (_, url) => {
  const { id, me, show, add, saveNew } = await aDashboard()
  await expect(add('IFRAME', { url })).rejects.toMatchObject(failing('INVALID_INPUT', 'configs.url'))
  await expect(saveNew('IFRAME', { url })).rejects.toMatchObject(failing('INVALID_INPUT', 'added.0.configs.url'))
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
  const page = data(await add('IFRAME', { url: 'https://weather.example/' }))
  const { version, layout } = await show()
  const edit = { configs: { url }, version }
  await expect(me.dashboards.editWidget({ params: { id: page.id }, body: edit, files: [] })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'configs.url'),
  )
  const body = { version, layout, added: [], edited: [{ id: page.id, configs: { url } }] }
  await expect(me.dashboards.saveDraft({ params: { id }, body, files: [] })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'edited.0.configs.url'),
  )
  expect((await show()).widgets[page.id]!.configs).toMatchObject({ url: 'https://weather.example/' })
})

test.each([
  ['CONTROLLER', 'interfaceId'],
  ['SILO', 'interfaceId'],
  ['MILK', 'interfaceId'],
  ['CONSUMPTION', 'interfaceIds'],
] as const)('refuses a temperature for %s, and stores nothing', async (type, field) => {
  const { show, add } = await aDashboard()
  const { interfaces } = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'TEMPERATURE' }])
  const configs = { [field]: field === 'interfaceIds' ? interfaces : interfaces[0] }
  await expect(add(type, configs)).rejects.toMatchObject(failing('INVALID_INPUT', `configs.${field}`))
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
})

const porto = { name: 'Porto', region: null, country: null, latitude: 41.15, longitude: -8.61 }
/** A number of a configuration: its field, and a configuration that has it. */
type NumberCase = readonly [type: WidgetTypeName, field: string, configsOf: (value: number) => Record<string, unknown>]
const NUMBERS = WIDGET_TYPES.flatMap(type =>
  Object.entries(definitionOf(type).fields).flatMap(([name, { kind }]): readonly NumberCase[] => {
    if (kind === 'number' || kind === 'hours') return [[type, name, value => ({ [name]: value })]]
    if (kind !== 'city') return []
    return ['latitude', 'longitude'].map(part => [type, `${name}.${part}`, value => ({ [name]: { ...porto, [part]: value } })])
  }),
)

/** Refused at a field, whatever else is wrong. */
const refusedAt = (field: string) => ({
  failure: { code: 'INVALID_INPUT', fields: expect.arrayContaining([expect.objectContaining({ field })]) },
})

test.each(NUMBERS)('refuses a %s whose %s is beyond all bounds, and stores nothing', async (type, field, configsOf) => {
  const { show, add, saveNew } = await aDashboard()
  for (const value of [1e308, -1e308]) {
    await expect(add(type, configsOf(value))).rejects.toMatchObject(refusedAt(`configs.${field}`))
    await expect(saveNew(type, configsOf(value))).rejects.toMatchObject(refusedAt(`added.0.configs.${field}`))
  }
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
})

test.each(['rowIndex', 'columnIndex', 'widgetWidth', 'widgetHeight'])(
  'refuses a %s beyond all bounds, and stores nothing',
  async field => {
    const { show, add } = await aDashboard()
    for (const value of [1e308, -1e308])
      await expect(add('STICKY_NOTE', { text: 'Barn', [field]: value })).rejects.toMatchObject(refusedAt(`configs.${field}`))
    expect(await show()).toMatchObject({ widgets: {}, layout: [] })
  },
)

test('refuses a sensor twice in a chart', async () => {
  const { add } = await aDashboard()
  const { interfaces } = await aBox(farm.world.owner, farm.at['House 1']!, [{ category: 'TEMPERATURE' }])
  const twice = { interfaceIds: [interfaces[0], interfaces[0]] }
  await expect(add('SIMPLE_MULTI_LINE_CHART', twice)).rejects.toMatchObject({
    failure: { fields: [{ field: 'configs.interfaceIds', code: 'DUPLICATE_INTERFACE' }] },
  })
})

test('refuses a member that a widget does not know, and stores nothing', async () => {
  const { me, id, show, add, saveNew } = await aDashboard()
  const refusal = (field: string) => ({ failure: { code: 'INVALID_INPUT', fields: [{ field, code: 'unknownField' }] } })
  await expect(add('STICKY_NOTE', { text: 'Barn', foo: 1 })).rejects.toMatchObject(refusal('configs.foo'))
  await expect(add('STICKY_NOTE', { text: 'Barn', files: [] })).rejects.toMatchObject(refusal('configs.files'))
  await expect(saveNew('STICKY_NOTE', { text: 'Barn', foo: 1 })).rejects.toMatchObject(refusal('added.0.configs.foo'))
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
  const note = data(await add('STICKY_NOTE', { text: 'Barn' }))
  const { version, layout } = await show()
  const configs = { ...note.configs, foo: 1 }
  await expect(
    me.dashboards.editWidget({ params: { id: note.id }, body: { configs, version }, files: [] }),
  ).rejects.toMatchObject(refusal('configs.foo'))
  const body = { version, layout, added: [], edited: [{ id: note.id, configs }] }
  await expect(me.dashboards.saveDraft({ params: { id }, body, files: [] })).rejects.toMatchObject(
    refusal('edited.0.configs.foo'),
  )
})

test('takes a stored member that a newer version no longer knows back with an edit, and drops it', async () => {
  const { me, show, add } = await aDashboard()
  const { id } = data(await add('STICKY_NOTE', { text: 'Barn' }))
  await farm.world.owner.query(`update widgets set configs = configs || '{"bold": true}' where id = $1`, [id])
  const { version } = await show()
  const edit = { configs: { text: 'House', bold: true }, version }
  const saved = data(await me.dashboards.editWidget({ params: { id }, body: edit, files: [] }))
  expect(saved.configs).toMatchObject({ text: 'House' })
  expect(saved.configs).not.toHaveProperty('bold')
})

test('refuses a picture that no widget names, and stores nothing', async () => {
  const { me, id, show, add, saveNew } = await aDashboard()
  const file = new File(['a picture'], 'house.png', { type: 'image/png' })
  const refusal = { failure: { code: 'INVALID_INPUT', fields: [{ field: 'files', code: 'unknownField' }] } }
  await expect(add('STICKY_NOTE', { text: 'Barn' }, [file])).rejects.toMatchObject(refusal)
  await expect(saveNew('STICKY_NOTE', { text: 'Barn' }, [file])).rejects.toMatchObject(refusal)
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
  const note = data(await add('STICKY_NOTE', { text: 'Barn' }))
  const { version, layout } = await show()
  const configs = { text: 'House' }
  await expect(
    me.dashboards.editWidget({ params: { id: note.id }, body: { configs, version }, files: [file] }),
  ).rejects.toMatchObject(refusal)
  const body = { version, layout, added: [], edited: [{ id: note.id, configs }] }
  await expect(me.dashboards.saveDraft({ params: { id }, body, files: [file] })).rejects.toMatchObject(refusal)
  expect((await show()).widgets[note.id]!.configs).toMatchObject({ text: 'Barn' })
})

test('refuses a file that is no picture at its field, and stores nothing', async () => {
  const { me, id, show, add, saveNew } = await aDashboard()
  const file = new File(['no picture'], 'house.png', { type: 'image/png' })
  const configs = { files: ['house.png'] }
  const refusal = { failure: { code: 'INVALID_INPUT', fields: [{ field: 'files', code: 'image' }] } }
  await expect(add('SIMPLE_IMAGE', configs, [file])).rejects.toMatchObject(refusal)
  await expect(saveNew('SIMPLE_IMAGE', configs, [file])).rejects.toMatchObject(refusal)
  expect(await show()).toMatchObject({ widgets: {}, layout: [] })
  const picture = new File([await sharp(PIXEL).png().toBuffer()], 'house.png', { type: 'image/png' })
  const stored = data(await add('SIMPLE_IMAGE', configs, [picture]))
  const { version, layout } = await show()
  await expect(
    me.dashboards.editWidget({ params: { id: stored.id }, body: { configs, version }, files: [file] }),
  ).rejects.toMatchObject(refusal)
  const body = { version, layout, added: [], edited: [{ id: stored.id, configs }] }
  await expect(me.dashboards.saveDraft({ params: { id }, body, files: [file] })).rejects.toMatchObject(refusal)
  expect((await show()).widgets[stored.id]!.files).toMatchObject([{ name: 'house.png', size: stored.files[0]!.size }])
})

test('a draft brings the pictures of several widgets', async () => {
  const { me, id, show } = await aDashboard()
  const { version } = await show()
  const png = await sharp(PIXEL).png().toBuffer()
  const names = ['house.png', 'site.png']
  const ids = names.map((_, at) => `new-${at + 1}`)
  const body = {
    version,
    layout: ids.map((key, at) => ({ id: key, x: 3 * at, y: 0, w: 3, h: 3 })),
    added: ids.map((key, at) => ({ id: key, type: 'SIMPLE_IMAGE' as const, configs: { files: [names[at]!] } })),
    edited: [],
  }
  const files = names.map(name => new File([png], name, { type: 'image/png' }))
  data(await me.dashboards.saveDraft({ params: { id }, body, files }))
  const stored = Object.values((await show()).widgets).flatMap(widget => widget.files.map(({ name }) => name))
  expect(stored.toSorted()).toEqual(names)
})

test('holds no more than 100 widgets, by a call, a copy or a draft', async () => {
  const { me, id, show, add } = await aDashboard()
  const layout = Array.from({ length: MOST_WIDGETS }, (_, index) => ({ id: `new-${index}`, x: 0, y: index, w: 2, h: 1 }))
  const added = layout.map(item => ({ id: item.id, type: 'TITLE' as const, configs: { text: 'Title' } }))
  const { version } = await show()
  const full = data(await me.dashboards.saveDraft({ params: { id }, body: { version, layout, added, edited: [] }, files: [] }))
  expect(Object.keys(full.widgets)).toHaveLength(MOST_WIDGETS)
  const tooMany = (field: string) => failing('INVALID_INPUT', field)
  await expect(add('TITLE', { text: 'Title' })).rejects.toMatchObject(tooMany('dashboardId'))
  const widgetId = full.layout[0]!.id
  await expect(me.dashboards.duplicateWidget({ body: { dashboardId: id, widgetId } })).rejects.toMatchObject(
    tooMany('dashboardId'),
  )
  const more = {
    version: full.version,
    layout: [...full.layout, { id: 'new-1', x: 6, y: 0, w: 2, h: 1 }],
    added: [{ id: 'new-1', type: 'TITLE' as const, configs: { text: 'Title' } }],
    edited: [],
  }
  await expect(me.dashboards.saveDraft({ params: { id }, body: more, files: [] })).rejects.toMatchObject(tooMany('layout'))
  expect(Object.keys((await show()).widgets)).toHaveLength(MOST_WIDGETS)
})
