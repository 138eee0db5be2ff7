import { contracts } from '@steading/contract/contracts'
import type { Route } from '@steading/contract/http/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aFarm, data } from './farm.ts'
import type { Farm } from './farm.ts'

/**
 * Whatever is written beside the fields of a schema changes nothing: every column of people and roles, and every name that a
 * body could give it, put into each call that writes them.
 */
let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const camel = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const ALSO = [
  'permissions',
  'role',
  'rootEntity',
  'accessEntities',
  'isSystem',
  'createdBy',
  'userId',
  'activated',
  '__proto__',
  'constructor',
]

async function columnsOf(...tables: string[]) {
  const { rows } = await farm.world.owner.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = any($1)',
    [tables],
  )
  return [...new Set([...rows.flatMap(({ name }) => [name, camel(name)]), ...ALSO])]
}
/** A value that would show. */
const VALUES: Readonly<Record<string, unknown>> = { status: 'INACTIVE', permissions: ['platform.root'], version: 77 }

const writes = (['users', 'roles'] as const).flatMap(stem =>
  Object.entries<Route>(contracts[stem])
    .filter(([, route]) => route.body instanceof z.ZodObject)
    .map(([name, route]) => ({ stem, name, route })),
)

test('each write refuses unknown fields and changes nothing', { tags: ['nightly'] }, async () => {
  expect(writes.map(({ stem, name }) => `${stem}.${name}`).toSorted()).toEqual([
    'roles.create',
    'roles.edit',
    'users.account',
    'users.create',
    'users.edit',
    'users.editPersonal',
    'users.password',
    'users.passwordReset',
    'users.setNotifications',
    'users.setSubscriptions',
  ])
  const session = await farm.login(await farm.person('Aves'))
  const api = farm.api(session)
  const role = data(await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'A role', permissions: [] } }))
  const victim = data(
    await api.users.create({
      body: {
        displayName: 'A victim',
        shortName: 'Victim',
        email: 'v@steading.example',
        roleId: role.id,
        rootEntityId: farm.at.Aves!,
      },
      files: [],
    }),
  )
  const person = { displayName: 'Another name', shortName: 'Other' }
  const rights = { roleId: role.id, rootEntityId: farm.at.Aves }
  const own = { id: session.userId }
  const ASKS: Readonly<Record<string, { params?: Record<string, string>; body: object }>> = {
    create: { body: { ...person, ...rights, email: 'new@steading.example' } },
    edit: { params: { id: victim.userId }, body: { ...person, ...rights, email: victim.email, status: 'ACTIVE', version: 1 } },
    editPersonal: { body: { ...person, version: 1 } },
    setNotifications: { body: { channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', version: 1 } },
    setSubscriptions: { body: { subscriptions: [], version: 1 } },
    passwordReset: { body: { email: victim.email } },
    account: { params: { id: victim.userId }, body: { activationCode: 'x', password: 'Another-horse-8' } },
    password: { params: own, body: { currentPassword: 'Correct-horse-7', password: 'Another-horse-8' } },
    'roles.create': { body: { entityId: farm.at.Aves, name: 'Another', permissions: [] } },
    'roles.edit': { params: { id: role.id }, body: { name: 'Another', permissions: [], version: 1 } },
  }
  const everything = async () => {
    const { rows } = await farm.world.owner.query<{ all: string }>(
      `select md5(string_agg(t::text, '' order by t::text)) as all from (
         select (u.*)::text from (select id, entity_id, role_id, email, display_name, short_name, phone, status, password_hash, deleted_at,
           created_by, version, picture_id, contacts, notifications, subscriptions from users) u
         union all select r::text from roles r union all select p::text from role_permissions p
         union all select a::text from user_access a union all select s::text from responsibles s) t`,
    )
    return rows[0]!.all
  }
  const before = await everything()
  const fields = await columnsOf('users', 'roles', 'role_permissions', 'user_access', 'sessions')
  let tried = 0
  for (const { stem, name, route } of writes) {
    const { params = {}, body } = ASKS[`${stem}.${name}`] ?? ASKS[name]!
    const named = new Set(Object.keys((route.body as z.ZodObject).shape)) // safe: filtered above
    for (const field of fields.filter(one => !named.has(one))) {
      const value = VALUES[field] ?? '1'
      // Written as text: an object's own __proto__ does not survive otherwise.
      const text = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:${JSON.stringify(value)}}`
      const form = route.multipart && new FormData()
      if (form) form.append(route.multipart.json, new Blob([text], { type: 'application/json' }))
      const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key]!)
      const { status } = await fetch(`${farm.url}/services${path}`, {
        method: route.method,
        headers: {
          'x-tenant': '1',
          authorization: `Bearer ${session.sessionToken}`,
          ...(!form && { 'content-type': 'application/json' }),
        },
        body: form ?? text,
      })
      tried++
      expect([stem, name, field, status]).toEqual([stem, name, field, 400])
    }
  }
  expect(tried).toBeGreaterThan(300)
  expect(await everything()).toBe(before)
})
