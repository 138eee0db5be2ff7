import type { EntityRef } from '@steading/contract/entities/entities'
import { NAME_LENGTH } from '@steading/contract/http/fields'
import type { Permission } from '@steading/contract/users/permissions'
import { permissionKeys } from '@steading/contract/users/permissions'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

const known = new Set<string>(permissionKeys)
/** Those of stored permissions that this version knows. */
export const knownOf = (stored: readonly string[]) => stored.filter((key): key is Permission => known.has(key))

const permissions = sql<string[]>`array(select permission from role_permissions where role_id = roles.id order by permission)`
/** Roles that the caller may see: made within reach, or above it for the people there. */
const inSight = (work: UnitOfWork) =>
  work.sql
    .selectFrom('roles')
    .where(sql<boolean>`is_in_or_above_scope(roles.entity_id)`)
    .select(eb => [
      'roles.id',
      sql<string>`roles.name::text`.as('name'),
      'roles.entity_id',
      'roles.version',
      'roles.created_at',
      'roles.updated_at',
      permissions.as('permissions'),
      entityRef('entity_id', 'roles').$castTo<EntityRef | null>().as('entity'),
      sql<boolean>`${within(work.actor, eb.ref('roles.entity_id'))}`.as('inReach'),
      sql<number>`(select count(*)::int from users where users.role_id = roles.id and ${within(work.actor, sql.ref('users.entity_id'))})`.as(
        'users',
      ),
    ])

export function searchRoles(work: UnitOfWork, asked: PageQuery & { search?: string | undefined; entityId?: string | undefined }) {
  let query = inSight(work)
  if (asked.search) query = query.where(saysPlainly(sql`roles.name::text`, asked.search))
  if (asked.entityId) query = query.where(atOrBelow(sql.ref('roles.entity_id'), asked.entityId))
  return fetchPage(work, query, asked, { name: 'roles.name', id: 'roles.id' }, 'roles.id', row => row)
}

export const roleById = (work: UnitOfWork, id: string) =>
  inSight(work)
    .select([personReference('roles.created_by').as('createdBy'), personReference('roles.updated_by').as('updatedBy')])
    .where('roles.id', '=', id)
    .executeTakeFirst()
export type RoleRow = Awaited<ReturnType<typeof searchRoles>>['content'][number]
export type RoleDetailsRow = NonNullable<Awaited<ReturnType<typeof roleById>>>

export const listRoles = (work: UnitOfWork) =>
  work.sql
    .selectFrom('roles')
    .select(['id', sql<string>`name::text`.as('name')])
    .where(sql<boolean>`is_in_or_above_scope(roles.entity_id)`)
    .orderBy(collateNames('name'))
    .orderBy('id')
    .execute()

/** The roles that people at an entity may have: made there or above it, above the caller's own root too. */
export const rolesAt = (work: UnitOfWork, entityId: string) =>
  work.sql
    .selectFrom('roles')
    .select(['id', sql<string>`name::text`.as('name'), permissions.as('permissions')])
    .where(
      sql<boolean>`exists (select 1 from entities maker, entities place
        where maker.id = roles.entity_id and place.id = ${entityId} and maker.path @> place.path)`,
    )
    .orderBy(collateNames('name'))
    .orderBy('id')
    .execute()

export async function insertRole(
  work: UnitOfWork,
  entityId: string,
  name: string,
  granted: readonly Permission[],
): Promise<string> {
  const { id } = await work.sql
    .insertInto('roles')
    .values({ entity_id: entityId, name, created_at: work.now, created_by: work.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(work, id, granted)
  return id
}

/** False on a version conflict. */
export async function updateRole(
  work: UnitOfWork,
  role: { id: string; version: number; name: string; permissions: readonly Permission[] },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('roles')
    .set({ name: role.name, ...versionColumns(work) })
    .where('id', '=', role.id)
    .where('version', '=', role.version)
    .where(inScope(work, 'roles.entity_id'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await work.sql.deleteFrom('role_permissions').where('role_id', '=', role.id).execute()
  await grant(work, role.id, role.permissions)
  return true
}

async function grant(work: UnitOfWork, roleId: string, granted: readonly Permission[]) {
  if (granted.length === 0) return
  await work.sql
    .insertInto('role_permissions')
    .values([...new Set(granted)].map(permission => ({ role_id: roleId, permission })))
    .execute()
}

/** The same role at another entity, numbered where the place has one of that name. */
export async function insertCopy(work: UnitOfWork, role: { readonly id: string; readonly name: string }, entityId: string) {
  const { permissions: stored } = await work.sql
    .selectFrom('roles')
    .select(permissions.as('permissions'))
    .where('id', '=', role.id)
    .executeTakeFirstOrThrow()
  const granted = knownOf(stored)
  for (let number = 1; ; number++) {
    const name = numbered(role.name, number)
    const made = await work.sql
      .insertInto('roles')
      .values({ entity_id: entityId, name, created_at: work.now, created_by: work.actor.id })
      .onConflict(conflict => conflict.columns(['entity_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) continue
    await grant(work, made.id, granted)
    return { id: made.id, name, permissions: granted }
  }
}

/** A name's how-manieth copy, as long as a name may be; no letter is cut in two. */
function numbered(name: string, number: number): string {
  if (number === 1) return name
  const suffix = ` (${number})`
  const room = NAME_LENGTH - suffix.length
  return `${name
    .slice(0, room)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}${suffix}`
}

export const deleteRole = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('roles').where('id', '=', id).where(inScope(work, 'roles.entity_id')).execute()

/**
 * Is there still somebody who may do everything everywhere: active, signed in once, at ROOT and not kept to parts of it? Two who
 * take it from each other come one after the other here, so that the second sees what the first did.
 */
export async function isRootHeld(systemWork: UnitOfWork): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('steading.root'))`.execute(systemWork.sql)
  const holder = await systemWork.sql
    .selectFrom('users')
    .innerJoin('entities', 'entities.id', 'users.entity_id')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select('users.id')
    .where('entities.parent_id', 'is', null)
    .where('role_permissions.permission', '=', 'platform.root')
    .where('users.status', '=', 'ACTIVE')
    .where('users.restricted', '=', false)
    .where('users.password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return holder !== undefined
}

/** Does a role hold everything? */
export const isRootRole = async (systemWork: UnitOfWork, id: string): Promise<boolean> =>
  (await systemWork.sql
    .selectFrom('role_permissions')
    .select('role_id')
    .where('role_id', '=', id)
    .where('permission', '=', 'platform.root')
    .executeTakeFirst()) !== undefined
