import type { EntityRef, EntityType } from '@steading/contract/entities'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import type { DB } from '../platform/database/schema.gen.ts'
import { within } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** "farm | sector" for a sector: the farm is the nearest one above. */
const displayName = sql<string>`case when entities.type = 'SECTOR' then coalesce((
    select farm.name || ' | ' from entities farm where farm.type = 'FARM' and farm.path @> entities.path limit 1), '')
  || entities.name else entities.name end`

/** An entity as others name it: a JSON column of a query that has entities in it. */
export const entityRef = (column: 'entity_id' | 'sector_id', table: string) =>
  sql<EntityRef>`(select json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', ${displayName})
    from entities where entities.id = ${sql.ref(`${table}.${column}`)})`

const inReach = (work: Work) => (eb: ExpressionBuilder<DB, 'entities'>) => within(work.actor, eb.ref('entities.id'))

export function listEntities(work: Work, filter: { types?: readonly EntityType[] | undefined; status?: string | undefined }) {
  let query = work.sql
    .selectFrom('entities')
    .select(['id', 'name', 'type', 'status', 'parent_id as parentId', displayName.as('displayName')])
    .where(inReach(work))
  if (filter.types) query = query.where('type', 'in', filter.types)
  if (filter.status) query = query.where('status', '=', filter.status)
  return query.orderBy(displayName).orderBy('id').execute()
}

export const entityById = (work: Work, id: string) =>
  work.sql
    .selectFrom('entities')
    .leftJoin('entities as parent', 'parent.id', 'entities.parent_id')
    .selectAll('entities')
    .select([displayName.as('displayName'), 'parent.id as parentId', 'parent.name as parentName'])
    .where('entities.id', '=', id)
    .where(eb => within(work.actor, eb.ref('entities.id')))
    .executeTakeFirst()

export async function insertEntity(
  work: Work,
  entity: {
    parentId: string | null
    type: EntityType
    name: string
    code?: string | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    area?: number | undefined
    timeZone: string
  },
) {
  const { id } = await work.sql
    .insertInto('entities')
    .values({
      parent_id: entity.parentId,
      type: entity.type,
      name: entity.name,
      code: entity.code ?? null,
      latitude: entity.latitude ?? null,
      longitude: entity.longitude ?? null,
      area: entity.area ?? null,
      usable_area: entity.area ?? null,
      time_zone: entity.timeZone,
      created_by: work.actor.id,
      created_at: work.now,
      // The trigger writes it; a value must stand here.
      path: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
