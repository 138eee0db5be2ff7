import type { Batch } from '@steading/contract/production/batches'
import { contracts } from '@steading/contract/contracts'
import type { EventDetails } from '@steading/contract/events/events'
import type { Route } from '@steading/contract/http/route'
import type { RuleDetails } from '@steading/contract/rules/rules'
import type { EditUser, UserDetails } from '@steading/contract/users/users'
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
import { saveIfChanged } from '../src/platform/database/save.ts'

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
  const mock = vi.spyOn(farm.world.bus, 'emit')
  const pushed = await revisions()
  await put(shown, {})
  expect(mock.mock.calls).toEqual([])
  mock.mockRestore()
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

const wishOf = (userDetails: UserDetails): EditUser => ({
  displayName: userDetails.displayName,
  shortName: userDetails.shortName,
  email: userDetails.email,
  phone: userDetails.phone,
  contacts: userDetails.contacts,
  language: userDetails.language,
  timeZone: userDetails.timeZone,
  status: userDetails.status,
  version: userDetails.version,
  roleId: userDetails.role.id,
  rootEntityId: userDetails.rootEntity.id,
  accessEntityIds: userDetails.accessEntities.map(part => part.id),
})

const ruleWish = (ruleDetails: RuleDetails) => ({
  displayName: ruleDetails.displayName,
  rootEntityId: ruleDetails.rootEntity.id,
  sectorId: ruleDetails.sector!.id,
  terminalId: ruleDetails.terminal?.id ?? null,
  templateId: ruleDetails.ruleTemplate.id,
  inputs: ruleDetails.inputs,
  version: ruleDetails.version,
  showAllInterfaces: ruleDetails.showAllInterfaces,
  autoClose: ruleDetails.autoClose,
  eventConfiguration: ruleDetails.eventConfiguration,
})

test('a user', async () => {
  const role = data(await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Of the person', permissions: [] } }))
  const { userId: id } = data(
    await api.users.create({
      body: {
        displayName: 'Ana Silva',
        shortName: 'Ana',
        email: 'ana@steading.example',
        roleId: role.id,
        rootEntityId: farm.at.Aves!,
        accessEntityIds: [farm.at.Paul!],
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

test('the own account and its contacts', async () => {
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
        name: shown.name,
        code: 'P01',
        version: shown.version,
        latitude: 39.5,
        longitude: -8.25,
        timeZone: shown.timeZone,
        responsibleUserIds: [session.userId],
        tagIds: [],
        ...more,
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

test('a terminal, and only its name', async () => {
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
    createInterface(work, farm.app.services.devices, {
      terminalId,
      entityId: farm.at.Paul!,
      displayName: 'Air',
      category: 'TEMPERATURE',
      address: 'x',
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

test('an API user', async () => {
  const fields = {
    username: 'office',
    displayName: 'Office',
    scopes: ['entities.read', 'users.read'] as const,
    allowedIps: ['192.0.2.1', '198.51.100.0/24'],
    rateLimit: 60,
    expiresUtc: null,
  }
  const { id } = data(await api.apiAccess.create({ body: { entityId: farm.at.Aves!, ...fields, scopes: [...fields.scopes] } }))
  const params = { id }
  expect(
    await saves(
      'apiAccess.edit',
      async () => data(await api.apiAccess.details({ params })),
      ({ status, version }, more) =>
        api.apiAccess.edit({
          params,
          body: {
            ...fields,
            scopes: fields.scopes.toReversed(),
            allowedIps: fields.allowedIps.toReversed(),
            status,
            version,
            ...more,
          },
        }),
      { displayName: 'Office 2' },
    ),
  ).toEqual(ONE)
})

test('a subscription', async () => {
  const made = await api.apiAccess.create({
    body: {
      entityId: farm.at.Aves!,
      username: 'subscriber',
      displayName: 'Subscriber',
      scopes: ['events.read'],
      allowedIps: [],
      rateLimit: 60,
      expiresUtc: null,
    },
  })
  const apiId = data(made).id
  const fields = {
    displayName: 'Alarms',
    interfaceIds: [],
    entityIds: [farm.at['House 1']!, farm.at.Paul!],
    url: 'https://receiver.example/',
  }
  const { id } = data(
    await api.subscriptions.create({ params: { apiId }, body: { ...fields, type: 'EVENTS', delivery: 'WEBHOOK' } }),
  )
  const params = { apiId, id }
  expect(
    await saves(
      'subscriptions.edit',
      async () => data(await api.subscriptions.details({ params })),
      ({ version }, more) =>
        api.subscriptions.edit({
          params,
          body: { ...fields, entityIds: fields.entityIds.toReversed(), status: 'ACTIVE', version, ...more },
        }),
      { displayName: 'Alarms 2' },
    ),
  ).toEqual(ONE)
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
    entityId: house.entityId,
    sectorId: house.sectorId,
    terminalId: house.terminalId,
    displayName: 'Too hot',
    ...tooHot(house.temperature),
  })
  const hash = bodyHash(data(await api.rules.details({ params: { id } })).body)
  await farm.world.owner.query(
    `update rules set desired = true, desired_hash = $2, desired_version = 1, running_hash = $2, running_version = 1,
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
  const others = inputs.map(input => (input.id === 'lineLogic' ? { ...input, value: 'ALL' } : input))
  const edit = (shown: RuleDetails, more: object) =>
    api.rules.editInputs({ params: { id }, body: { inputs: shown.inputs, version: shown.version, ...more } })
  expect(await saves('rules.editInputs', show, edit, { inputs: others })).toEqual(ONE)
})

test.each([true, false])('deploying a rule already in that state (in service: %s) writes nothing', async desired => {
  const house = await aHouse(farm)
  const alarm = { entityId: house.entityId, ...tooHot(house.temperature), displayName: `Everywhere ${desired}` }
  const id = await aRule(farm, { ...alarm, template: 'CLOUD_ALARM' })
  const order = desired ? api.rules.deploy : api.rules.undeploy
  if (desired) data(await order({ body: { ids: [id] } }))
  const before = await traces()
  const mock = vi.spyOn(farm.world.bus, 'emit')
  expect(data(await order({ body: { ids: [id] } }))).toMatchObject([
    { deferredStatus: null, deploymentStatus: desired ? 'DEPLOYED' : 'UNDEPLOYED' },
  ])
  expect(mock.mock.calls).toEqual([])
  mock.mockRestore()
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
  const [added] = Object.values((await show()).widgets)
  const showWidget = async () => {
    const { version, widgets } = await show()
    return { version, configs: widgets[added!.id]!.configs }
  }
  expect(
    await saves(
      'dashboards.edit',
      async () => data(await api.dashboards.info({ params })),
      ({ displayName, subtitle, version }, more) =>
        api.dashboards.edit({ params, body: { displayName, subtitle, version, ...more } }),
      { displayName: 'Mine again' },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      'dashboards.editWidget',
      showWidget,
      ({ configs, version }, more) =>
        api.dashboards.editWidget({ params: { id: added!.id }, body: { configs, version, ...more }, files: [] }),
      { configs: { interfaceId: temperature, title: 'Warm' } },
    ),
  ).toEqual(ONE)
  expect(
    await saves(
      'dashboards.saveDraft',
      async () => {
        const { layout: places, version } = await show()
        return { layout: places, version, edited: [{ id: added!.id, configs: (await showWidget()).configs }] }
      },
      ({ layout: places, edited, version }, more) =>
        api.dashboards.saveDraft({ params, body: { layout: places, edited, version, ...more }, files: [] }),
      { edited: [{ id: added!.id, configs: { interfaceId: temperature, title: 'Warm again' } }] },
    ),
  ).toEqual(ONE)
})

/** The fields of an entry that a save sends, without what the server adds. */
const enteredOf = ({
  id: _id,
  entity: _entity,
  isSystem: _isSystem,
  editable: _editable,
  createdBy: _createdBy,
  creationTimestampUtc: _creation,
  lastUpdatedBy: _updatedBy,
  lastUpdateTimestampUtc: _update,
  ...entered
}: {
  id: string
  entity: unknown
  isSystem: boolean
  editable: boolean
  createdBy: unknown
  creationTimestampUtc: string
  lastUpdatedBy: unknown
  lastUpdateTimestampUtc: string | null
}) => entered

test.each([
  ['genetics', { code: 'A', species: 'BROILER' }],
  ['feedTypes', { code: 'A', species: 'BROILER', translations: { 'pt-PT': 'Ração' }, medicated: false, withdrawalDays: 0 }],
  [
    'curves',
    {
      species: 'BROILER',
      geneticsId: null,
      ageUnit: 1,
      source: '',
      details: [
        { age: 0, weight: 0.04 },
        { age: 7, weight: 0.2 },
      ],
    },
  ],
  [
    'tariffs',
    {
      currency: 'EUR',
      timeZone: 'Europe/Lisbon',
      validFrom: '2026-01-01',
      validTo: null,
      holidays: ['2026-12-25'],
      holidayAs: 'sun',
      cycles: [
        {
          season: 'ALL',
          lines: [
            {
              daysOfWeek: ['mon', 'tue'],
              timeIntervals: [{ startTime: '00:00:00', endTime: '23:59:59', displayName: 'P1', value: 0.2 }],
            },
          ],
        },
      ],
    },
  ],
  ['feedFactories', { contacts: '', leadDays: 3 }],
  ['deathReasons', { code: 'A', species: 'BROILER', translations: {}, icarReason: null, icarMethod: null }],
] as const)('an entry of %s', async (book, fields) => {
  // safe: the fields are those of the book
  const calls = api[book] as unknown as Api['genetics']
  const body = { entityId: farm.at.Aves!, displayName: 'Saved entry', ...fields } as never
  const params = { id: data(await calls.create({ body })).id }
  const show = async () => data(await calls.details({ params }))
  const edit = (shown: Awaited<ReturnType<typeof show>>, more: object) =>
    calls.edit({ params, body: { ...enteredOf(shown), ...more } as never })
  expect(await saves(`${book}.edit`, show, edit, { displayName: 'Saved again' })).toEqual(ONE)
})

test('a batch', async () => {
  const openDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const { id } = data(
    await api.batches.create({ body: { entityId: farm.at['House 2']!, openDate, species: 'BROILER' }, files: [] }),
  )
  const params = { id }
  const show = async () => data(await api.batches.details({ params }))
  const edit = (shown: Batch, more: object) =>
    api.batches.edit({
      params,
      body: { openDate: shown.openDate, version: shown.version, ...more, species: 'BROILER' },
      files: [],
    })
  const other = new Date(Date.now() - 2 * 86_400_000).toISOString()
  expect(await saves('batches.edit', show, edit, { openDate: other })).toEqual(ONE)
})

test('an animal movement, and a weighing', async () => {
  const entityId = await farm.entity('House of movements', 'SECTOR', 'Paul')
  const openDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const batch = data(await api.batches.create({ body: { entityId, openDate, species: 'BROILER' }, files: [] }))
  const movement = { timestamp: openDate, number: 100, weight: 4.4, age: 0 }
  const { id } = data(
    await api.animalMovements.create({
      body: { batchId: batch.id, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', ...movement },
      files: [],
    }),
  )
  expect(
    await saves(
      'animalMovements.edit',
      async () => data(await api.animalMovements.details({ params: { id } })),
      ({ timestamp, number, weight, age, version }, more) =>
        api.animalMovements.edit({
          params: { id },
          body: { timestamp, number, weight: weight!, age, version, ...more },
          files: [],
        }),
      { number: 90 },
    ),
  ).toEqual(ONE)
  const weighing = { batchId: batch.id, timestamp: openDate, weights: [0.04, 0.05] }
  const params = { id: data(await api.weighings.create({ body: weighing })).id }
  expect(
    await saves(
      'weighings.edit',
      async () => data(await api.weighings.details({ params })),
      ({ timestamp, weights, version }, more) =>
        api.weighings.edit({ params, body: { timestamp, weights: weights!, version, ...more } }),
      { weights: [0.04, 0.06] },
    ),
  ).toEqual(ONE)
})

test('the answer to a warning, and the watch over a house', async () => {
  const entityId = farm.at['House 1']!
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, title, severity, category, source, problem, subject_type, subject_id, status, open_date, source_key)
     values ($1, 'Water', 'MODERATE', 'WATER', 'PLATFORM', 'WATER_WARNING', 'BATCH', '0', 'OPEN', now(), 'water:0:0') returning id::text`,
    [entityId],
  )
  const params = { id: rows[0]!.id }
  await farm.world.owner.query(
    `insert into early_warnings (event_id, entity_id, kind, direction, score, deviation, opened_at) values ($1, $2, 'WATER', 'HIGH', 1.5, 22, now())`,
    [params.id, entityId],
  )
  const body = { answer: 'YES' as const, finding: 'A leak' }
  const answered = data(await api.earlyWarning.answer({ params, body }))
  expect(answered).toMatchObject({ answer: 'YES', finding: 'A leak', answeredBy: { shortName: expect.any(String) } })
  expect(data(await api.earlyWarning.answer({ params, body }))).toEqual(answered)
  const house = { params: { id: entityId } }
  expect(data(await api.earlyWarning.setHouse({ ...house, body: { enabled: false } })).enabled).toBe(false)
  expect(data(await api.earlyWarning.setHouse({ ...house, body: { enabled: false } })).enabled).toBe(false)
  const { rows: entries } = await farm.world.owner.query<{ changes: { field: string }[] }>(
    'select changes from audit order by id',
  )
  const fields = entries.flatMap(({ changes }) => (changes ?? []).map(({ field }) => field))
  expect(fields.filter(field => field === 'answer')).toHaveLength(1)
  expect(fields.filter(field => field === 'earlyWarning')).toHaveLength(1)
  data(await api.earlyWarning.setHouse({ ...house, body: { enabled: true } }))
})

test('an event, and its status', async () => {
  const { id } = data(
    await api.events.create({
      body: {
        title: 'Broken door',
        entityId: farm.at['House 1']!,
        severityLevel: 'LOW',
        description: 'At the back',
        category: 'SECURITY',
        cause: 'UNKNOWN',
        status: 'OPEN',
        openDate: new Date().toISOString(),
      },
      files: [],
    }),
  )
  const params = { id }
  const show = async () => data(await api.events.details({ params }))
  const editFields = ({ description, category, cause, status, version }: EventDetails) => ({
    description,
    category,
    cause,
    status,
    version,
  })
  expect(
    await saves(
      'events.edit',
      show,
      (shown, more) => api.events.edit({ params, body: { ...editFields(shown), ...more }, files: [] }),
      {
        description: 'At the front',
      },
    ),
  ).toEqual(ONE)
  const set = ({ status, version }: EventDetails, more: object) =>
    api.events.setStatus({ params, body: { status, version, ...more } })
  expect(await saves('events.setStatus', show, set, { status: 'PENDING' })).toEqual(ONE)
})

test('a feed movement', async () => {
  const entityId = await farm.entity('House of feed', 'SECTOR', 'Paul')
  const timestamp = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const batch = data(await api.batches.create({ body: { entityId, openDate: timestamp, species: 'BROILER' }, files: [] }))
  const feed = { code: 'S', displayName: 'Saved feed', species: 'BROILER' as const, translations: {}, medicated: false }
  const { id: feedTypeId } = data(await api.feedTypes.create({ body: { entityId: farm.at.Aves!, ...feed, withdrawalDays: 0 } }))
  const movement = { timestamp, weight: 100, feedTypeId }
  const { id } = data(
    await api.feedMovements.create({ body: { batchId: batch.id, action: 'ENTRY', actionType: 'BUY', ...movement }, files: [] }),
  )
  const params = { id }
  const show = async () => data(await api.feedMovements.details({ params }))
  const edit = ({ version }: { version: number }, more: object) =>
    api.feedMovements.edit({ params, body: { ...movement, ...more, version }, files: [] })
  expect(await saves('feedMovements.edit', show, edit, { weight: 120 })).toEqual(ONE)
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

test('an alarm plan', async () => {
  const params = { id: farm.at['House 2']! }
  data(await api.protection.setPlan({ params, body: { content: { siren: 'Gable end' }, version: 0 } }))
  expect(
    await saves(
      'protection.setPlan',
      async () => data(await api.protection.plan({ params })),
      ({ own, version }, more) =>
        api.protection.setPlan({ params, body: { content: { ...own, ...('own' in more && (more.own as object)) }, version } }),
      { own: { siren: 'Yard' } },
    ),
  ).toEqual(ONE)
})

test('a task, and a task template', async () => {
  const entityId = farm.at['House 1']!
  const dueDate = new Date(Date.now() + 86_400_000).toISOString()
  const { userId } = await farm.login(await farm.person('Aves'))
  const written = { title: 'Clean the drinkers', description: 'All lines', dueDate, assigneeIds: [userId] }
  const { id } = data(
    await api.tasks.create({
      body: { ...written, entityId, checklist: ['Line 1', 'Line 2'] },
      files: [new File(['a'], 'a.txt')],
    }),
  )
  const params = { id }
  const checklist = [
    { text: 'Line 1', done: false },
    { text: 'Line 2', done: false },
  ]
  expect(
    await saves(
      'tasks.edit',
      async () => data(await api.tasks.details({ params })),
      ({ version }, more) => api.tasks.edit({ params, body: { ...written, checklist, version, ...more }, files: [] }),
      { title: 'Clean the feeders' },
    ),
  ).toEqual(ONE)
  const fields = { displayName: 'Weekly wash', entityId, trigger: { type: 'WEEKLY' as const, weekdays: [1], time: '08:00' } }
  const template = { params: { id: data(await api.taskTemplates.create({ body: fields })).id } }
  expect(
    await saves(
      'taskTemplates.edit',
      async () => data(await api.taskTemplates.details(template)),
      ({ version }, more) => api.taskTemplates.edit({ ...template, body: { ...fields, version, ...more } }),
      { displayName: 'Weekly rinse' },
    ),
  ).toEqual(ONE)
})

test('a recurring report', async () => {
  const content = {
    displayName: 'Every day',
    type: 'EVENTS' as const,
    format: 'CSV' as const,
    entityIds: [farm.at['House 1']!],
    language: 'en-US' as const,
    timeZone: 'UTC',
    recurrence: { frequency: 'DAILY' as const, time: '07:00' },
  }
  const { schedule } = data(await api.reports.create({ body: content }))
  const params = { id: schedule!.id }
  expect(
    await saves(
      'reports.editSchedule',
      async () => data(await api.reports.schedule({ params })),
      ({ version }, more) => api.reports.editSchedule({ params, body: { ...content, version, ...more } }),
      { displayName: 'Each day' },
    ),
  ).toEqual(ONE)
})

/** Saves that order something which a second time would be another order, or is refused. */
const ORDERS = [
  'batches.quickCloseOpen',
  'dashboards.setDefault',
  'entities.transfer',
  'feedMovements.confirmAutomatic',
  'feedMovements.matchAutomatic',
  'taskTemplates.approve',
  'taskTemplates.reject',
  'taskTemplates.submit',
  'tasks.setStatus',
  'terminals.retire',
]

test('every save that carries a version was tried', () => {
  const puts = Object.entries(contracts).flatMap(([stem, routes]) =>
    Object.entries<Route>(routes)
      .filter(([, { method, body }]) => method === 'PUT' && body instanceof z.ZodObject && 'version' in body.shape)
      .map(([name]) => `${stem}.${name}`),
  )
  expect([...tried, ...ORDERS].toSorted()).toEqual(puts.toSorted())
})

test('a rollback drops its after-commit work and keeps that registered before', async () => {
  const calls: string[] = []
  const person = { ...systemActor('a person'), kind: 'user' as const }
  await farm.world.db.work(person, async work => {
    work.afterCommit(() => calls.push('before'))
    const write = async () => {
      await work.sql.updateTable('entities').set({ area: 7 }).where('id', '=', farm.at.Azinheira!).execute()
      work.afterCommit(() => calls.push('within'))
    }
    await saveIfChanged(work, { before: {}, read: async () => ({}), write, audit: async () => calls.push('told') })
  })
  expect(calls).toEqual(['before'])
  const { rows } = await farm.world.owner.query('select area from entities where id = $1', [farm.at.Azinheira])
  expect(rows).toEqual([{ area: null }])
})
