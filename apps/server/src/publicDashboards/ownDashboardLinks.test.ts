// Links of own dashboards: what their owner may no longer see ends them.
import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

let farm: Farm
let near: string
let far: string
let removed: string
let batchId: string
let groupId: string
beforeAll(async () => {
  farm = await aFarm()
  const { id } = await aTerminal(farm)
  near = await anInterface(farm, id, 'House 1', 'TEMPERATURE', 'Near')
  far = await anInterface(farm, id, 'House 2', 'TEMPERATURE', 'Far')
  removed = await anInterface(farm, id, 'House 1', 'HUMIDITY', 'Removed')
  const entityId = farm.at['House 2']!
  const me = await farm.as('Paul')
  const body = { entityId, openDate: new Date().toISOString(), species: 'BROILER' as const }
  batchId = data(await me.batches.create({ body, files: [] })).id
  groupId = data(await me.groups.create({ body: { entityId, displayName: 'Night', ruleIds: [] } })).id
})
afterAll(() => farm.close())

const missing = { failure: { code: 'NOT_FOUND' } }
interface Named {
  readonly type: WidgetTypeName
  readonly configs: object
}
const valueOf = (interfaceId: string): Named => ({ type: 'DIRECT_VALUE', configs: { interfaceId } })

/** A link of an own dashboard of somebody at Paul. */
async function publish(widgets: readonly Named[], includesAll = false) {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'At the gate' } }))
  for (const { type, configs } of widgets)
    data(await me.dashboards.addWidget({ body: { dashboardId: id, type, configs: { ...configs } }, files: [] }))
  const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC', includesAll } }))
  const calls = client(publicDashboards, {
    base: `${farm.url}/services`,
    headers: () => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link }),
  })
  const board = async () => data(await calls.widgets({ params: { id: link } })).displayName
  /** Moves its owner to another entity. */
  const move = (to: string) =>
    farm.world.owner.query(
      'update users set entity_id = $2 where id in (select created_by from dashboard_public_links where dashboard_id = $1)',
      [id, farm.at[to]],
    )
  expect(await board()).toBe('At the gate')
  return { id, link, board, move }
}

test('a link lives while its owner sees some of what the dashboard names', async () => {
  const { board, move } = await publish([valueOf(near), valueOf(far)])
  await move('House 1')
  expect(await board()).toBe('At the gate')
})

test.each<[kind: string, widget: () => Named]>([
  ['a sensor', () => valueOf(far)],
  ['an entity', () => ({ type: 'MORTALITY_BY_CAUSE', configs: { entityIds: [farm.at['House 2']] } })],
  ['a batch', () => ({ type: 'SCORE_CARD', configs: { source: 'BATCH', batchId, kpi: 'mortality', better: 'LOWER' } })],
  ['a group of rules', () => ({ type: 'RULE_GROUPS', configs: { groupIds: [groupId] } })],
])('a link is dead once its owner does not see %s that it shows', async (_, widget) => {
  const { board, move } = await publish([widget()])
  await move('House 1')
  await expect(board()).rejects.toMatchObject(missing)
  await move('House 2')
  expect(await board()).toBe('At the gate')
})

test('a sensor that was deleted keeps no link alive', async () => {
  const { board, move } = await publish([valueOf(removed), valueOf(far)])
  await move('House 1')
  expect(await board()).toBe('At the gate')
  await farm.world.owner.query('update interfaces set deleted_at = now() where id = $1', [removed])
  await expect(board()).rejects.toMatchObject(missing)
})

test.each<[what: string, widget: Named]>([
  ['a counter of all events', { type: 'COUNTER', configs: { type: 'EVENTS' } }],
  ['a value of whichever house is chosen', valueOf('house:TEMPERATURE:1')],
])('a link lives on while %s is shown', async (_, widget) => {
  const { board, move } = await publish([valueOf(far), widget])
  await move('House 1')
  expect(await board()).toBe('At the gate')
})

const list: Named = { type: 'SIMPLE_SEARCH_TABLE', configs: { subject: 'EVENTS' } }

test('a list keeps a link alive where the link shows lists', async () => {
  const { board, move } = await publish([valueOf(far), list], true)
  await move('House 1')
  expect(await board()).toBe('At the gate')
})

test('a list keeps no link alive that shows no lists', async () => {
  const { board, move } = await publish([valueOf(far), list])
  await move('House 1')
  await expect(board()).rejects.toMatchObject(missing)
})

test('a link of an owner without any entity in reach is dead', async () => {
  const { id, board } = await publish([{ type: 'TITLE', configs: { text: 'Welcome' } }])
  await farm.world.owner.query(
    'update users set restricted = true where id in (select created_by from dashboard_public_links where dashboard_id = $1)',
    [id],
  )
  await expect(board()).rejects.toMatchObject(missing)
})
