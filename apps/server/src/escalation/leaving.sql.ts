import { sql } from 'kysely'
import { within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Somebody who is to be told of alarms at a place. */
export interface Named {
  readonly place: string
  readonly person: string
}

/** All that concerns a person; or all that an entity, by the path that it has now, and what lies below it may change. */
export type About = { readonly personId: string } | { readonly entityId: string }

/** Who is named at a place, on its list, its roster or in charge, and is not told there: inactive, deleted, or it is out of their sight. */
export async function silentOf(systemWork: UnitOfWork, about: About): Promise<Named[]> {
  const concerned =
    'personId' in about
      ? sql`named.person = ${about.personId}`
      : sql`exists (select 1 from entities top where top.id = ${about.entityId} and (at.path <@ top.path
          or exists (select 1 from entities root where root.id = users.entity_id and root.path <@ top.path)
          or exists (select 1 from user_access join entities part on part.id = user_access.entity_id
            where user_access.user_id = users.id and part.path <@ top.path)))`
  const { rows } = await sql<Named>`
    with named (place, person) as (
      select entity_id, person::bigint from escalations, jsonb_array_elements(steps) step,
        jsonb_array_elements_text(step -> 'userIds') person
      union select entity_id, (shift ->> 'userId')::bigint from escalations, jsonb_array_elements(shifts) shift
      union select entity_id, user_id from responsibles)
    select named.place::text, named.person::text from named
      join entities at on at.id = named.place join users on users.id = named.person
    where ${concerned} and not (users.status = 'ACTIVE' and user_can_see(users.id, at.path))
    order by named.place, named.person`.execute(systemWork.sql)
  return rows
}

/** Active people who are kept to parts, of which this entity, or something below it, is one. */
export async function restrictedBelow(systemWork: UnitOfWork, entityId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct users.id::text as id from users join entities root on root.id = users.entity_id
      join user_access on user_access.user_id = users.id join entities part on part.id = user_access.entity_id
      join entities top on top.id = ${entityId}
    where users.restricted and users.status = 'ACTIVE' and part.path <@ top.path and part.path <@ root.path`.execute(
    systemWork.sql,
  )
  return rows.map(row => row.id)
}

/** Those of these people, kept to parts, who see none any more. */
export async function blindAmong(systemWork: UnitOfWork, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id::text as id from users join entities root on root.id = users.entity_id
    where users.id = any (${[...ids]}::bigint[]) and not exists (
      select 1 from user_access join entities part on part.id = user_access.entity_id
      where user_access.user_id = users.id and part.path <@ root.path)
    order by users.id`.execute(systemWork.sql)
  return rows.map(row => row.id)
}

/** Names of those that the caller sees. */
export async function seenNames(work: UnitOfWork, table: 'users' | 'entities', ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const [name, place] =
    table === 'users' ? (['short_name', 'users.entity_id'] as const) : (['display_name', 'entities.id'] as const)
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)}
    where id = any (${[...ids]}::bigint[]) and ${within(work.actor, sql.ref(place))} order by 1`.execute(work.sql)
  return rows.map(row => row.name)
}
