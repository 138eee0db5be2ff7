import type { CategoryId } from '@steading/contract/devices/categories'
import type { EntityRef } from '@steading/contract/entities/entities'
import { WEIGHT_GROUPS } from '@steading/contract/widgets/widgetData'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Interfaces in reach that are in service, in the order of the ids. */
export async function interfacesById(work: UnitOfWork, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await work.sql
    .selectFrom('interfaces')
    .innerJoin('entities', 'entities.id', 'interfaces.entity_id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('interfaces.id', 'in', [...ids])
    .where('interfaces.deleted_at', 'is', null)
    .select([
      'interfaces.id',
      'interfaces.display_name as displayName',
      sql<CategoryId>`interfaces.category`.as('category'),
      'interfaces.max',
      'interfaces.capacity',
      'entities.time_zone as timeZone',
      entityRef('entity_id', 'interfaces').as('entity'),
    ])
    .execute()
  return ids.flatMap(id => rows.find(row => row.id === id) ?? [])
}
export type SeenInterface = Awaited<ReturnType<typeof interfacesById>>[number]

const batchesInReach = (work: UnitOfWork, entityIds: readonly string[]) =>
  work.sql
    .selectFrom('batches')
    .where(inScope(work, 'batches.entity_id'))
    .$if(entityIds.length > 0, query => query.where(atOrBelow(sql.ref('batches.entity_id'), entityIds)))

/** How many batches are open at entities and below them; none: everywhere in reach. */
export async function countOpenBatches(work: UnitOfWork, entityIds: readonly string[]): Promise<number> {
  const { count } = await batchesInReach(work, entityIds)
    .where('batches.close_date', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Effective deaths of open batches by cause, the most frequent first. */
export const deathsByCause = (work: UnitOfWork, entityIds: readonly string[]) =>
  batchesInReach(work, entityIds)
    .where('batches.close_date', 'is', null)
    .innerJoin('animal_movements as death', 'death.batch_id', 'batches.id')
    .leftJoin('death_reasons as reason', 'reason.id', 'death.death_reason_id')
    .where('death.action_type', '=', 'DEATH')
    .where('death.pending', '=', false)
    .select([
      'reason.id',
      'reason.display_name as displayName',
      sql<Record<string, string> | null>`reason.translations`.as('translations'),
      sql<number>`sum(death.number)::int`.as('count'),
    ])
    .groupBy('reason.id')
    .orderBy('count', 'desc')
    .orderBy('reason.id')
    .execute()

/** Lower limits of the groups of weight, kg; above the first. */
const LIMITS = WEIGHT_GROUPS.slice(1).map(([from]) => from)

/** Animals of effective sales since an instant, by farm (the house, where that is out of sight) and group of their mean weight. */
export const salesByWeight = (work: UnitOfWork, entityIds: readonly string[], since: Date) =>
  batchesInReach(work, entityIds)
    .innerJoin('animal_movements as sale', 'sale.batch_id', 'batches.id')
    .innerJoin(
      sql<{ entity_id: string }>`lateral (select coalesce((select farm.id from entities home
        join entities farm on farm.path @> home.path and farm.type = 'FARM' where home.id = batches.entity_id),
        batches.entity_id) as entity_id)`.as('farm'),
      join => join.onTrue(),
    )
    .where('sale.action_type', '=', 'EXTERNAL_SALE')
    .where('sale.pending', '=', false)
    .where('sale.at', '>', since)
    .where('sale.at', '<=', work.now)
    .where(sql<SqlBool>`sale.weight is not null`)
    .select([
      sql<EntityRef>`${entityRef('entity_id', 'farm')}`.as('farm'),
      'farm.entity_id as farmId',
      sql<number>`width_bucket((sale.weight / sale.number)::float8, ${LIMITS}::float8[])`.as('group'),
      sql<number>`sum(sale.number)::int`.as('count'),
    ])
    .groupBy(['farm.entity_id', 'group'])
    .execute()
