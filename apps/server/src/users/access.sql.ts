import type { EntityType } from '@steading/contract/entities/entities'
import { ACCESS_NODES } from '@steading/contract/users/users'
import { sql } from 'kysely'
import { displayName } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/**
 * The paths that a person sees: a column of a query of users and their root entities. The parts of the root that the person is
 * kept to, else all of it; a part that was moved out of the root or is gone counts no more, and opens nothing else.
 */
export const reachOf = sql<string[]>`case when users.restricted
  then array(select part.path::text from user_access join entities part on part.id = user_access.entity_id
    where user_access.user_id = users.id and part.path <@ entities.path order by part.path)
  else array[entities.path::text] end`

/** undefined for somebody out of the caller's reach. */
export async function scopeOf(work: UnitOfWork, userId: string): Promise<readonly string[] | undefined> {
  const row = await work.sql
    .selectFrom('users')
    .innerJoin('entities', 'entities.id', 'users.entity_id')
    .select(reachOf.as('scope'))
    .where(eb => within(work.actor, eb.ref('users.entity_id')))
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.scope
}

/** Where an entity lies; undefined out of the caller's reach. */
export async function pathOf(work: UnitOfWork, entityId: string): Promise<string | undefined> {
  const row = await work.sql
    .selectFrom('entities')
    .select(sql<string>`path::text`.as('path'))
    .where('id', '=', entityId)
    .where(eb => within(work.actor, eb.ref('entities.id')))
    .executeTakeFirst()
  return row?.path
}

/** Those of the entities that lie below a path. */
export async function whatIsBelow(work: UnitOfWork, ids: readonly string[], path: string): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await work.sql
    .selectFrom('entities')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`path <@ ${path}::ltree and path <> ${path}::ltree`)
    .execute()
  return new Set(rows.map(row => row.id))
}

const nodes = (work: UnitOfWork) =>
  work.sql
    .selectFrom('entities')
    .select([
      'entities.id',
      'entities.name',
      sql<EntityType>`entities.type`.as('type'),
      displayName.as('displayName'),
      sql<string>`entities.path::text`.as('path'),
      sql<number>`(select count(*)::int from entities child where child.parent_id = entities.id)`.as('children'),
    ])
    .where(eb => within(work.actor, eb.ref('entities.id')))

export const nodeAt = (work: UnitOfWork, id: string) => nodes(work).where('entities.id', '=', id).execute()
/** A thousand of those directly below an entity. */
export const nodesBelow = (work: UnitOfWork, id: string, page: number) =>
  nodes(work)
    .where('entities.parent_id', '=', id)
    .orderBy(collateNames('entities.name'))
    .orderBy('entities.id')
    .limit(ACCESS_NODES)
    .offset(page * ACCESS_NODES)
    .execute()

export async function setAccess(
  work: UnitOfWork,
  userId: string,
  { restricted, entityIds }: { readonly restricted: boolean; readonly entityIds: readonly string[] },
) {
  await work.sql.updateTable('users').set({ restricted }).where('id', '=', userId).execute()
  await work.sql.deleteFrom('user_access').where('user_id', '=', userId).execute()
  if (entityIds.length > 0)
    await work.sql
      .insertInto('user_access')
      .values([...new Set(entityIds)].map(entity => ({ user_id: userId, entity_id: entity })))
      .execute()
}
