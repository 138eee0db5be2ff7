import type { EditUser } from '@steading/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { keptTo } from '../../test/kept.ts'
import { anInterface } from '../../test/rules.ts'

/** What goes, and who is told no more, when an entity or a person goes or moves. */
let farm: Farm
let api: Api
let made = 0
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Root')
})
afterAll(() => farm.close())

const code = () => (made++).toString(36).padStart(3, '0')
async function aHouse() {
  const body = { type: 'SECTOR' as const, parentId: farm.at.Paul!, name: `House of ${++made}` }
  const house = data(await api.entities.create({ body, files: [] }))
  farm.at[house.name] = house.id
  return house
}
const remove = (id: string, confirm = false) => api.entities.remove({ params: { id }, query: { confirm } })
const rows = async <T extends object>(text: string, values: unknown[]) => (await farm.world.owner.query<T>(text, values)).rows
const somebody = async (where: string) => (await farm.login(await farm.person(where))).userId
const shortName = async (id: string) => data(await api.users.details({ params: { id } })).shortName
const asks = (...names: string[]) => ({
  refused: 'CONFIRM_LEAVING_ALARM_LISTS',
  message: expect.stringMatching(new RegExp(names.join('.*'))) as unknown,
})
const listed = async (entityId: string, userIds: string[], onDuty: string[] = []) => {
  const { version } = data(await api.escalation.of({ params: { id: entityId } }))
  const steps = [...userIds.map(id => ({ userIds: [id] })), ...(onDuty.length > 0 ? [{ userIds: [], onDuty: true }] : [])]
  const shifts = onDuty.map(userId => ({ weekdays: [0], from: '08:00', to: '18:00', userId }))
  return data(await api.escalation.set({ params: { id: entityId }, body: { steps, shifts, version } }))
}
const namedIn = async (entityId: string) => {
  const { steps, shifts } = data(await api.escalation.of({ params: { id: entityId } }))
  return [...steps.flatMap(step => step.userIds), ...shifts.map(shift => shift.userId)]
}
const auditRows = (entityId: string) =>
  rows<{ changes: { field: string }[] }>(
    `select changes from audit where object_type = 'escalation' and object_id = $1 and action = 'UPDATE' order by id desc limit 1`,
    [entityId],
  )

describe('an entity that goes', () => {
  test('deletes its dashboards and those of deleted users, and keeps those of others', async () => {
    const house = await aHouse()
    const deletedUser = await somebody(house.name)
    const moved = await somebody(house.name)
    const board = async (name: string, user: string | null) =>
      rows('insert into dashboards (entity_id, user_id, display_name, is_default) values ($1, $2, $3, $2::bigint is null)', [
        house.id,
        user,
        name,
      ])
    await board('Of the house', null)
    await board('Of somebody gone', deletedUser)
    await board('Of somebody moved', moved)
    data(await api.users.remove({ params: { id: deletedUser } }))
    await rows('update users set entity_id = $2 where id = $1', [moved, farm.at.Paul])
    data(await remove(house.id))
    expect(await rows('select display_name, entity_id::text as at from dashboards where display_name like $1', ['Of %'])).toEqual(
      [{ display_name: 'Of somebody moved', at: farm.at.Paul }],
    )
    const audited = await rows<{ name: string }>(
      `select object_name as name from audit where object_type = 'dashboard' and action = 'DELETE' order by 1`,
      [],
    )
    expect(audited.map(one => one.name)).toEqual(['Of somebody gone', 'Of the house'])
  })

  test.each([
    ['a rule group', 'insert into rule_groups (entity_id, display_name, created_at, updated_at) values ($1, $2, now(), now())'],
    ['genetics', `insert into genetics (entity_id, code, display_name, species) values ($1, 'C', $2, 'PIG')`],
    ['a feed type', `insert into feed_types (entity_id, code, display_name, species) values ($1, 'C', $2, 'PIG')`],
    ['a feed factory', 'insert into feed_factories (entity_id, display_name) values ($1, $2)'],
    ['a cause of death', `insert into death_reasons (entity_id, code, display_name, species) values ($1, 'C', $2, 'PIG')`],
    [
      'a curve',
      `insert into production_curves (entity_id, display_name, species, age_unit, details) values ($1, $2, 'PIG', 1, '[]')`,
    ],
    [
      'a tariff',
      `insert into tariffs (entity_id, display_name, currency, time_zone, valid_from, cycles)
        values ($1, $2, 'EUR', 'UTC', '2026-01-01', '[]')`,
    ],
    [
      'an API user',
      `insert into api_access (entity_id, owner_id, username, display_name, scopes, secret_hash, rate_limit, created_at)
        select $1, min(id), 'tied', $2, '{}', '', 60, now() from users`,
    ],
    [
      'a task template',
      `insert into task_templates (entity_id, display_name, priority, requires_approval, trigger, due_after, approval_status, created_at)
        values ($1, $2, 'LOW', false, '{}', 1, 'DRAFT', now())`,
    ],
    [
      'a task',
      `insert into tasks (entity_id, title, priority, status, due_at, requires_approval, created_at)
        values ($1, $2, 'LOW', 'TODO', now(), false, now())`,
    ],
    ['a rule template', `insert into rule_templates (entity_id, engine, name, inputs) values ($1, 'THERMOSTAT', $2, '[]')`],
  ])('cannot be deleted because of %s, which is named', async (_, insert) => {
    const { id } = await aHouse()
    await rows(insert, [id, 'Tied to it'])
    expect(await remove(id)).toMatchObject({
      refused: 'CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES',
      message: expect.stringContaining('Tied to it') as unknown,
    })
  })

  test('can be deleted if only deleted or sent objects refer to it', async () => {
    const { id } = await aHouse()
    await rows(
      `insert into rule_templates (entity_id, engine, name, inputs, deleted_at) values ($1, 'THERMOSTAT', 'Old', '[]', now())`,
      [id],
    )
    await rows(
      `insert into notifications (key, entity_id, channel, recipient, subject, text, due_at, created_at)
        values ('letter', $1, 'MAIL', 'a@steading.example', 'A letter', 'x', now(), now())`,
      [id],
    )
    data(await remove(id))
    expect(await rows(`select entity_id::text as at from notifications where key = 'letter'`, [])).toEqual([{ at: farm.at.Paul }])
  })

  test('no tie to it is unknown: each is a dependency, goes with it, or goes up', async () => {
    const ties = await rows<{ tie: string }>(
      `select conrelid::regclass || '.' || attname as tie from pg_constraint join pg_attribute on attrelid = conrelid
          and attnum = any (conkey)
        where contype = 'f' and confrelid = 'entities'::regclass and confdeltype not in ('c', 'n') order by 1`,
      [],
    )
    expect(ties.map(one => one.tie)).toEqual([
      'api_access.entity_id',
      'batches.entity_id',
      'dashboards.entity_id',
      'death_reasons.entity_id',
      'entities.parent_id',
      'events.entity_id',
      'feed_factories.entity_id',
      'feed_movements.entity_id',
      'feed_types.entity_id',
      'genetics.entity_id',
      'interfaces.entity_id',
      'notifications.entity_id',
      'production_curves.entity_id',
      'roles.entity_id',
      'rule_groups.entity_id',
      'rule_templates.entity_id',
      'rules.entity_id',
      'rules.sector_id',
      'tariffs.entity_id',
      'task_templates.entity_id',
      'tasks.entity_id',
      'terminals.entity_id',
      'users.entity_id',
    ])
  })
})

test('a transfer that would tear a box from its sensors names the box', async () => {
  await farm.entity('Left', 'GROUP', 'Grupo')
  await farm.entity('Right', 'GROUP', 'Grupo')
  const body = { type: 'ENTERPRISE' as const, parentId: farm.at.Left!, name: 'Company', code: code().slice(1) }
  const company = data(await api.entities.create({ body, files: [] }))
  farm.at.Company = company.id
  const { id } = await aTerminal(farm, 'Left', { displayName: 'Box of both' })
  await anInterface(farm, id, 'Company', 'TEMPERATURE', 'Air')
  expect(
    await api.entities.transfer({ params: { id: company.id }, body: { parentId: farm.at.Right!, version: company.version } }),
  ).toMatchObject({
    refused: 'CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES',
    message: expect.stringContaining('Box of both') as unknown,
  })
})

describe('removing a recipient of notifications needs a confirmation', () => {
  const put = async (id: string, change: Partial<EditUser>, confirm = false) => {
    const one = data(await api.users.details({ params: { id } }))
    const { displayName, shortName: short, email, status, version } = one
    const rights = { roleId: one.role.id, rootEntityId: one.rootEntity.id }
    const body = { displayName, shortName: short, email, status, version, ...rights, ...change }
    return api.users.edit({ params: { id }, query: { confirm }, body, files: [] })
  }
  const ways: readonly (readonly [string, (id: string, confirm: boolean) => Promise<object>])[] = [
    ['deleted', (id, confirm) => api.users.remove({ params: { id }, query: { confirm } })],
    ['made inactive', (id, confirm) => put(id, { status: 'INACTIVE' }, confirm)],
    ['placed elsewhere', (id, confirm) => put(id, { rootEntityId: farm.at.Azinheira! }, confirm)],
    ['kept to a part', (id, confirm) => put(id, { accessEntityIds: [farm.at['House 1']!] }, confirm)],
  ]
  test.each(ways)('%s: asks first and names the places, then the list and the roster go on without', async (_, act) => {
    const leaving = await somebody('Paul')
    const staying = await somebody('Paul')
    await listed(farm.at.Paul!, [leaving, staying], [leaving])
    expect(await act(leaving, false)).toMatchObject(asks(await shortName(leaving), 'Paul'))
    expect(await namedIn(farm.at.Paul!)).toEqual([leaving, staying, leaving])
    expect(await act(leaving, true)).toHaveProperty('data')
    expect(await namedIn(farm.at.Paul!)).toEqual([staying])
    const [{ changes } = { changes: [] }] = await auditRows(farm.at.Paul!)
    expect(changes.map(change => change.field).toSorted()).toEqual(['shifts', 'steps'])
  })

  test('in charge, and placed elsewhere: the same', async () => {
    const one = await somebody('Paul')
    const other = await somebody('Paul')
    const house = await aHouse()
    const { name, version } = house
    data(
      await api.entities.edit({
        params: { id: house.id },
        body: { name, version, responsibleUserIds: [one, other] },
        files: [],
      }),
    )
    const away = { rootEntityId: farm.at.Azinheira! }
    expect(await put(one, away)).toMatchObject(asks(await shortName(one), house.name))
    expect(data((await put(one, away, true)) as Extract<Awaited<ReturnType<typeof put>>, { data: unknown }>)).toMatchObject({
      responsibleFor: [],
    })
    const after = data(await api.entities.details({ params: { id: house.id } }))
    expect(after.responsibleUsers.map(person => person.userId)).toEqual([other])
    // What concerns nobody's alarms asks nothing.
    expect(await put(other, { shortName: 'Other' })).toHaveProperty('data')
  })

  test('whose only part is deleted, or moved away', async () => {
    const house = await aHouse()
    const { userId } = await keptTo(farm, 'Paul', [house.name])
    expect(await remove(house.id)).toMatchObject(asks(await shortName(userId), house.name))
    data(await remove(house.id, true))

    const body = { type: 'ENTERPRISE' as const, parentId: farm.at.Grupo!, name: 'Moving', code: code().slice(1) }
    const company = data(await api.entities.create({ body, files: [] }))
    farm.at.Moving = company.id
    const restrictedUser = await keptTo(farm, 'Grupo', ['Moving'])
    await listed(company.id, [restrictedUser.userId])
    const to = data(await api.entities.create({ body: { type: 'GROUP', parentId: farm.at.Root!, name: 'Far' }, files: [] }))
    const move = (confirm: boolean) =>
      api.entities.transfer({
        params: { id: company.id },
        query: { confirm },
        body: { parentId: to.id, version: company.version },
      })
    expect(await move(false)).toMatchObject(asks(await shortName(restrictedUser.userId), 'Moving'))
    expect(await move(true)).toMatchObject({ data: { parent: { id: to.id } } })
    expect(await namedIn(company.id)).toEqual([])
  })
})
