import { sql } from 'kysely'
import { inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** An entity's version, that its default interfaces raise too. */
export const entityVersion = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('entities')
    .where('id', '=', id)
    .where(eb => within(work.actor, eb.ref('entities.id')))
    .select(['version', 'name'])
    .executeTakeFirst()

/** Those of a retired box stand for nothing any more. */
export const defaultsOf = (work: UnitOfWork, entityId: string) =>
  work.sql
    .selectFrom('default_interfaces')
    .innerJoin('interfaces', 'interfaces.id', 'default_interfaces.interface_id')
    .innerJoin('boxes', 'boxes.id', 'interfaces.terminal_id')
    .where('default_interfaces.entity_id', '=', entityId)
    .where('boxes.retired_at', 'is', null)
    .where(inScope(work, 'default_interfaces.entity_id'))
    .orderBy('default_interfaces.category')
    .select(['interfaces.id', 'default_interfaces.category', 'interfaces.display_name as displayName'])
    .execute()

/** Those of these interfaces that lie at or below an entity, of boxes in service, held so that none goes or moves meanwhile. */
export const candidates = (work: UnitOfWork, entityId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : work.sql
        .selectFrom('interfaces')
        .where(inScope(work, 'interfaces.entity_id'))
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where(
          sql<boolean>`exists (select 1 from entities below, entities above
            where below.id = interfaces.entity_id and above.id = ${entityId} and below.path <@ above.path)`,
        )
        .where(eb =>
          eb.exists(
            eb
              .selectFrom('boxes')
              .select('boxes.id')
              .whereRef('boxes.id', '=', 'interfaces.terminal_id')
              .where('boxes.retired_at', 'is', null),
          ),
        )
        .select(['id', 'category', 'display_name as displayName'])
        .forShare()
        .execute()

/** Defaults of entities that the interface is no longer below, once a subtree has come to this path. Gone; answers whose they were. */
export const dropStraddling = (work: UnitOfWork, path: string) =>
  sql<{ entityId: string; id: string; category: string; displayName: string }>`
    with gone as (delete from default_interfaces chosen using entities home, interfaces, entities at
      where home.id = chosen.entity_id and interfaces.id = chosen.interface_id and at.id = interfaces.entity_id
        and at.path <@ ${path}::ltree and not at.path <@ home.path
      returning chosen.entity_id, interfaces.id, chosen.category, interfaces.display_name),
    past as (insert into past_default_interfaces (entity_id, category, until, interface_id)
      select entity_id, category, ${work.now}::timestamptz, id from gone on conflict do nothing)
    select entity_id::text as "entityId", id::text, category, display_name as "displayName" from gone`
    .execute(work.sql)
    .then(({ rows }) => rows)

/** Replaces the defaults of an entity; batches go on to read what the earlier ones measured. */
export async function writeDefaults(
  work: UnitOfWork,
  entityId: string,
  chosen: readonly { readonly id: string; readonly category: string }[],
) {
  // Of several changes at one instant the first one ends what counted before.
  await sql`with gone as (delete from default_interfaces where entity_id = ${entityId}
      and not (interface_id = any (${chosen.map(({ id }) => id)}::bigint[])) returning entity_id, category, interface_id)
    insert into past_default_interfaces (entity_id, category, until, interface_id)
    select entity_id, category, ${work.now}::timestamptz, interface_id from gone on conflict do nothing`.execute(work.sql)
  if (chosen.length > 0)
    await work.sql
      .insertInto('default_interfaces')
      .values(chosen.map(({ id, category }) => ({ entity_id: entityId, category, interface_id: id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
}
