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
    delete from default_interfaces chosen using entities home, interfaces, entities at
    where home.id = chosen.entity_id and interfaces.id = chosen.interface_id and at.id = interfaces.entity_id
      and at.path <@ ${path}::ltree and not at.path <@ home.path
    returning chosen.entity_id::text as "entityId", interfaces.id::text, chosen.category, interfaces.display_name as "displayName"`
    .execute(work.sql)
    .then(({ rows }) => rows)

export async function writeDefaults(
  work: UnitOfWork,
  entityId: string,
  chosen: readonly { readonly id: string; readonly category: string }[],
) {
  await work.sql.deleteFrom('default_interfaces').where('entity_id', '=', entityId).execute()
  if (chosen.length > 0)
    await work.sql
      .insertInto('default_interfaces')
      .values(chosen.map(({ id, category }) => ({ entity_id: entityId, category, interface_id: id })))
      .execute()
}
