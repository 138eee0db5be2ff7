import type { Batch } from '@steading/contract/batches'
import { contracts } from '@steading/contract/contracts'
import type { EventDetails } from '@steading/contract/events'
import type { Route } from '@steading/contract/route'
import type { RuleDetails } from '@steading/contract/rules'
import type { EditUser, UserDetails } from '@steading/contract/users'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { bodyHash } from '../src/devices/index.ts'
import { aTerminal } from './box.ts'
import { aFarm, data } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { ruleInputs } from './objects.ts'
import { aHouse, aRule, tooHot } from './rules.ts'
import { createInterface } from '../src/interfaces/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { save } from '../src/platform/database/save.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const traces = async () => (await farm.world.owner.query<{ n: number }>('select count(*)::int as n from audit')).rows[0]!.n

/** Routes whose saves were tried. */
const tried = new Set<string>()

/** Saves what is there, and then something else: of the first nothing is left, and nobody hears of it; of the second all. */
async function saves<Shown extends { version: number }>(
  route: string,
  show: () => Promise<Shown>,
  put: (shown: Shown, more: object) => Promise<unknown>,
  more: object,
) {
  const shown = await show()
  const before = await traces()
  const told = vi.spyOn(farm.world.bus, 'emit')
  const pushed = await revisions()
  await put(shown, {})
  expect(told.mock.calls).toEqual([])
  told.mockRestore()
  expect(await show()).toEqual(shown)
  expect(await traces()).toBe(before)
  expect(await revisions()).toEqual(pushed)
  tried.add(route)
  // An old version is one, whatever it says.
  await expect(put({ ...shown, version: shown.version + 7 }, {})).rejects.toMatchObject({ failure: { code: 'VERSION_CONFLICT' } })
  await put(shown, more)
  const after = await show()
  expect(after).toMatchObject(more)
  return { versions: after.version - shown.version, traces: (await traces()) - before }
}
/** What boxes are to be told. */
const revisions = async () =>
  (await farm.world.owner.query('select terminal_id, desired_rev from terminal_links order by terminal_id')).rows
const ONE = { versions: 1, traces: 1 }

const wishOf = (one: UserDetails): EditUser => ({
  ...{ displayName: one.displayName, shortName: one.shortName, email: one.email, phone: one.phone, contacts: one.contacts },
  ...{ language: one.language, timeZone: one.timeZone, status: one.status, version: one.version },
  ...{ roleId: one.role.id, rootEntityId: one.rootEntity.id, accessEntityIds: one.accessEntities.map(part => part.id) },
})

const ruleWish = (one: RuleDetails) => ({
  ...{ displayName: one.displayName, rootEntityId: one.rootEntity.id, sectorId: one.sector!.id },
  ...{ terminalId: one.terminal?.id ?? null, templateId: one.ruleTemplate.id, inputs: one.inputs, version: one.version },
  ...{ showAllInterfaces: one.showAllInterfaces, autoClose: one.autoClose, eventConfiguration: one.eventConfiguration },
})

test('a person', async () => {
  const role = data(await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Of the person', permissions: [] } }))
  const { userId: id } = data(
    await api.users.create({
      body: {
        ...{ displayName: 'Ana Silva', shortName: 'Ana', email: 'ana@steading.example', roleId: role.id },
        ...{ rootEntityId: farm.at.Aves!, accessEntityIds: [farm.at.Paul!] },
        contacts: [{ type: 'WORK_PHONE_NUMBER', phoneNumber: '+351912345678' }],
      },
      files: [],
    }),
  )
  // The code that opens the account is mailed afterwards, and leaves its own trace.
  const mailed = `select from audit where object_type = 'user' and object_id = $1 and action = 'UPDATE'`
  await expect.poll(async () => (await farm.world.owner.query(mailed, [id])).rowCount).toBe(1)
  expect(
    await saves(
      'users.edit',
      async () => data(await api.users.details({ params: { id } })),
      (shown, more) => api.users.edit({ params: { id }, body: { ...wishOf(shown), ...more }, files: [] }),
      { shortName: 'Aninha' },
    ),
  ).toEqual(ONE)
})

test('oneself, and how one is told', async () => {
  expect(
    await saves(
      'users.editPersonal',
      async () => data(await api.users.personal()),
      ({ displayName, shortName, phone, contacts, language, timeZone, version }, more) =>
        api.users.editPersonal({
          body: { displayName, shortName, phone, contacts, language, timeZone, version, ...more },
          files: [],
        }),
      { displayName: 'Another name' },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      'users.setNotifications',
      async () => data(await api.users.notifications()),
      (shown, more) => api.users.setNotifications({ body: { ...shown, ...more } }),
      { from: 'MAJOR' },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      'users.setSubscriptions',
      async () => data(await api.users.subscriptions()),
      (shown, more) => api.users.setSubscriptions({ body: { ...shown, ...more } }),
      { subscriptions: ['WEEKLY_SUMMARY'] },
    ),
  ).toEqual(ONE)
})

test('an entity, with its people', async () => {
  const id = farm.at.Paul!
  const session = await farm.login(await farm.person('Aves'))
  const put = async (shown: Awaited<ReturnType<typeof show>>, more: object) =>
    api.entities.edit({
      params: { id },
      query: {},
      body: {
        ...{
          name: shown.name,
          code: 'P01',
          version: shown.version,
          latitude: 39.5,
          longitude: -8.25,
          timeZone: shown.timeZone,
        },
        ...{ responsibleUserIds: [session.userId], tagIds: [], ...more },
      },
      files: [],
    })
  const show = async () => data(await api.entities.details({ params: { id } }))
  await put(await show(), {})
  expect(await saves('entities.edit', show, put, { name: 'Paulo' })).toEqual(ONE)
  const shown = await show()
  await put(shown, { responsibleUserIds: [] })
  expect(await show()).toMatchObject({ responsibleUsers: [], version: shown.version + 1 })
})

test('a terminal, and its name alone', async () => {
  const { id } = await aTerminal(farm)
  const show = async () => data(await api.terminals.details({ params: { id } }))
  expect(
    await saves(
      'terminals.edit',
      show,
      ({ displayName, profile, timeOut, timeZone, rootEntity, version }, more) =>
        api.terminals.edit({
          params: { id },
          body: { displayName, profile, timeOut, timeZone, entityId: rootEntity.id, version, ...more },
        }),
      { timeOut: 61 },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      'terminals.rename',
      show,
      ({ displayName, version }, more) => api.terminals.rename({ params: { id }, body: { displayName, version, ...more } }),
      { displayName: 'Renamed' },
    ),
  ).toEqual(ONE)
})

test('an interface, and the defaults of an entity', async () => {
  const { id: terminalId } = await aTerminal(farm)
  const sensor = await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.doors.devices, {
      ...{ terminalId, entityId: farm.at.Paul!, displayName: 'Air', category: 'TEMPERATURE', address: 'x' },
    }),
  )
  const params = { e: farm.at.Paul!, t: terminalId, i: sensor }
  expect(
    await saves(
      'interfaces.edit',
      async () => data(await api.interfaces.at({ params })),
      ({ displayName, every, version }, more) => api.interfaces.edit({ params, body: { displayName, every, version, ...more } }),
      { every: 30 },
    ),
  ).toEqual(ONE)
  const place = { params: { id: farm.at.Paul! } }
  const set = (interfaceIds: string[], version: number) =>
    api.interfaces.setDefaults({ ...place, body: { interfaceIds, version } })
  const { version } = data(await api.interfaces.defaults(place))
  expect(data(await set([], version)).version).toBe(version)
  expect(data(await set([sensor], version)).version).toBe(version + 1)
  const before = await traces()
  expect(data(await set([sensor], version + 1)).version).toBe(version + 1)
  expect(await traces()).toBe(before)
  tried.add('interfaces.setDefaults')
})

test('a role, and a tag', async () => {
  const role = data(
    await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Reader', permissions: ['entities.read', 'users.read'] } }),
  )
  const params = { id: role.id }
  expect(
    await saves(
      'roles.edit',
      async () => data(await api.roles.details({ params })),
      ({ name, permissions, version }, more) =>
        api.roles.edit({ params, body: { name, permissions: permissions.toReversed(), version, ...more } }),
      { name: 'Looker' },
    ),
  ).toEqual(ONE)
  const query = { entityId: farm.at.Aves! }
  const { tag } = data(await api.tags.create({ query, body: { name: 'organic', translations: { 'pt-PT': 'biológico' } } }))
  expect(
    await saves(
      'tags.edit',
      async () => data(await api.tags.list({ query })).find(one => one.id === tag.id)!,
      ({ name, translations, version }, more) =>
        api.tags.edit({ params: { id: tag.id }, body: { name, translations, version, ...more } }),
      { name: 'Organic' },
    ),
  ).toEqual(ONE)
})

test('a rule of a box, its inputs and its name, with the order that goes along', async () => {
  const house = await aHouse(farm)
  const id = await aRule(farm, {
    ...{ entityId: house.entityId, sectorId: house.sectorId, terminalId: house.terminalId, displayName: 'Too hot' },
    ...tooHot(house.temperature),
  })
  const hash = bodyHash(data(await api.rules.details({ params: { id } })).body)
  await farm.world.owner.query(
    `update rules set wanted = true, wanted_hash = $2, wanted_version = 1, running_hash = $2, running_version = 1,
       deployment_status = 'DEPLOYED' where id = $1`,
    [id, hash],
  )
  const show = async () => data(await api.rules.details({ params: { id } }))
  const wish = (shown: RuleDetails, more: object) => ({ ...ruleWish(shown), deployRule: Object.keys(more).length === 0, ...more })
  expect(
    await saves('rules.edit', show, (shown, more) => api.rules.edit({ params: { id }, body: wish(shown, more) }), {
      showAllInterfaces: true,
    }),
  ).toEqual(ONE)
  const rename = ({ displayName, version }: RuleDetails, more: object) =>
    api.rules.rename({ body: { id, displayName, version, ...more } })
  expect(await saves('rules.rename', show, rename, { displayName: 'Far too hot' })).toEqual(ONE)
  const { inputs } = await show()
  const others = inputs.map(one => (one.id === 'lineLogic' ? { ...one, value: 'ALL' } : one))
  const edit = (shown: RuleDetails, more: object) =>
    api.rules.editInputs({ params: { id }, body: { inputs: shown.inputs, version: shown.version, ...more } })
  expect(await saves('rules.editInputs', show, edit, { inputs: others })).toEqual(ONE)
})

test.each([true, false])('an order to a rule that stands as it says (in service: %s) leaves nothing', async wanted => {
  const house = await aHouse(farm)
  const alarm = { entityId: house.entityId, ...tooHot(house.temperature), displayName: `Everywhere ${wanted}` }
  const id = await aRule(farm, { ...alarm, template: 'CLOUD_ALARM' })
  const order = wanted ? api.rules.deploy : api.rules.undeploy
  if (wanted) data(await order({ body: { ids: [id] } }))
  const before = await traces()
  const told = vi.spyOn(farm.world.bus, 'emit')
  expect(data(await order({ body: { ids: [id] } }))).toMatchObject([
    { deferredStatus: null, deploymentStatus: wanted ? 'DEPLOYED' : 'UNDEPLOYED' },
  ])
  expect(told.mock.calls).toEqual([])
  told.mockRestore()
  expect(await traces()).toBe(before)
})

test('a group of rules, and a template', async () => {
  const house = await aHouse(farm)
  const rules = await Promise.all(
    ['One', 'Two'].map(displayName =>
      aRule(farm, { ...house, displayName: `${displayName} of a group`, ...tooHot(house.temperature) }),
    ),
  )
  const group = data(await api.groups.create({ body: { entityId: farm.at.Paul!, displayName: 'Summer', ruleIds: rules } }))
  const params = { id: group.id }
  const show = async () => data(await api.groups.search({ query: {} })).content.find(one => one.id === group.id)!
  expect(
    await saves(
      'groups.edit',
      show,
      ({ displayName, version }, more) =>
        api.groups.edit({ params, body: { displayName, ruleIds: rules.toReversed(), version, ...more } }),
      { displayName: 'Late summer' },
    ),
  ).toEqual(ONE)
  const before = await traces()
  data(await api.groups.setRules({ params, body: { add: [rules[0]!], remove: [] } }))
  expect(await traces()).toBe(before)

  const raw = { engine: 'ALARM_WITHOUT_ACTUATION' as const, inputs: [...ruleInputs], name: 'Own alarm' }
  const template = data(await api.templates.create({ body: { entityId: farm.at.Aves!, ...raw } }))
  const asked = { params: { id: template.id } }
  expect(
    await saves(
      'templates.edit',
      async () => data(await api.templates.details(asked)),
      async ({ version }, more) =>
        api.templates.edit({ ...asked, body: { ...data(await api.templates.raw(asked)), version, ...more } }),
      { name: 'Own alarm again' },
    ),
  ).toEqual(ONE)
})

test('the layout of a dashboard', async () => {
  const { temperature } = await aHouse(farm)
  const { id } = data(await api.dashboards.create({ body: { displayName: 'Mine' } }))
  const params = { id }
  data(
    await api.dashboards.addWidget({
      body: { dashboardId: id, type: 'GAUGE', configs: { interfaceId: temperature } },
      files: [],
    }),
  )
  const show = async () => data(await api.dashboards.widgets({ params }))
  const { layout } = await show()
  expect(
    await saves(
      'dashboards.layout',
      show,
      (shown, more) => api.dashboards.layout({ params, body: { layout: shown.layout, version: shown.version, ...more } }),
      { layout: layout.map(one => ({ ...one, y: one.y + 1 })) },
    ),
  ).toEqual(ONE)
})

test('a batch', async () => {
  const openDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const { id } = data(await api.batches.create({ body: { entityId: farm.at['House 2']!, openDate } }))
  const params = { id }
  const show = async () => data(await api.batches.details({ params }))
  const edit = (shown: Batch, more: object) =>
    api.batches.edit({ params, body: { openDate: shown.openDate, version: shown.version, ...more } })
  const other = new Date(Date.now() - 2 * 86_400_000).toISOString()
  expect(await saves('batches.edit', show, edit, { openDate: other })).toEqual(ONE)
})

test('an event, and its status', async () => {
  const { id } = data(
    await api.events.create({
      body: {
        ...{ title: 'Broken door', entityId: farm.at['House 1']!, severityLevel: 'LOW', description: 'At the back' },
        ...{ category: 'SECURITY', cause: 'UNKNOWN', status: 'OPEN', openDate: new Date().toISOString() },
      },
      files: [],
    }),
  )
  const params = { id }
  const show = async () => data(await api.events.details({ params }))
  const said = ({ description, category, cause, status, version }: EventDetails) => ({
    description,
    category,
    cause,
    status,
    version,
  })
  expect(
    await saves('events.edit', show, (shown, more) => api.events.edit({ params, body: { ...said(shown), ...more }, files: [] }), {
      description: 'At the front',
    }),
  ).toEqual(ONE)
  const set = ({ status, version }: EventDetails, more: object) =>
    api.events.setStatus({ params, body: { status, version, ...more } })
  expect(await saves('events.setStatus', show, set, { status: 'PENDING' })).toEqual(ONE)
})

test('a plan of drills, and an escalation list', async () => {
  const params = { id: farm.at.Paul! }
  const plan = { isOn: true, weekday: 2, at: '10:00' }
  data(await api.drills.setPlan({ params, body: { plan, version: 0 } }))
  expect(
    await saves(
      'drills.setPlan',
      async () => data(await api.drills.plan({ params })),
      ({ own, version }, more) =>
        api.drills.setPlan({ params, body: { plan: own, version, ...('own' in more && { plan: more.own as typeof plan }) } }),
      { own: { ...plan, weekday: 3 } },
    ),
  ).toEqual(ONE)
  const { userId } = await farm.login(await farm.person('Aves'))
  const steps = [{ userIds: [userId], onDuty: false, delay: 600 }]
  data(await api.escalation.set({ params, body: { steps, shifts: [], version: 0 } }))
  expect(
    await saves(
      'escalation.set',
      async () => data(await api.escalation.of({ params })),
      (shown, more) =>
        api.escalation.set({ params, body: { steps: shown.steps, shifts: shown.shifts, version: shown.version, ...more } }),
      { steps: [{ ...steps[0]!, delay: 900 }] },
    ),
  ).toEqual(ONE)
})

/** Saves that order something which a second time would be another order, or is refused. */
const ORDERS = ['batches.quickCloseOpen', 'dashboards.setDefault', 'entities.transfer', 'terminals.retire']

test('every save that carries a version was tried', () => {
  const puts = Object.entries(contracts).flatMap(([stem, routes]) =>
    Object.entries<Route>(routes)
      .filter(([, { method, body }]) => method === 'PUT' && body instanceof z.ZodObject && 'version' in body.shape)
      .map(([name]) => `${stem}.${name}`),
  )
  expect([...tried, ...ORDERS].toSorted()).toEqual(puts.toSorted())
})

test('what is taken back takes what it left for later along, and what stood before it stays', async () => {
  const heard: string[] = []
  const person = { ...systemActor('a person'), kind: 'user' as const }
  await farm.world.db.work(person, async work => {
    work.afterCommit(() => heard.push('before'))
    const write = async () => {
      await work.sql.updateTable('entities').set({ area: 7 }).where('id', '=', farm.at.Azinheira!).execute()
      work.afterCommit(() => heard.push('within'))
    }
    await save(work, { before: {}, read: async () => ({}), write, tell: async () => heard.push('told') })
  })
  expect(heard).toEqual(['before'])
  const { rows } = await farm.world.owner.query('select area from entities where id = $1', [farm.at.Azinheira])
  expect(rows).toEqual([{ area: null }])
})
