import { sql } from 'kysely'
import { within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Of an entity and what stands below it: how the number of its animals changed on a local day, and how many of them died. */
export interface AnimalsOfDay {
  readonly entityId: string
  /** Days since 1970-01-01; null: all days before the range. */
  readonly day: number | null
  readonly change: number
  readonly deaths: number
}

/**
 * Animals of the batches in scope that were open within the range, by entity and local day. What a closed batch does not account for is
 * no longer present.
 */
export async function animalsByDay(
  work: UnitOfWork,
  entityIds: readonly string[],
  { zone, from, to }: { readonly zone: string; readonly from: Date; readonly to: Date },
): Promise<readonly AnimalsOfDay[]> {
  const { rows } = await sql<AnimalsOfDay>`
    with compared as (
      select top.id as entity_id, batches.id, batches.close_date,
        batches.total_mortality + batches.total_exit - batches.total_entry as closing
      from entities top
        join entities place on place.path <@ top.path
        join batches on batches.entity_id = place.id
      where top.id = any (${[...entityIds]}::bigint[]) and ${within(work.actor, sql.ref('batches.entity_id'))}
        and batches.open_date < ${to} and (batches.close_date is null or batches.close_date > ${from})
    ), changed as (
      select compared.entity_id, movement.at,
        case movement.action when 'ENTRY' then movement.number else -movement.number end as change,
        case movement.action_type when 'DEATH' then movement.number else 0 end as deaths
      from compared join animal_movements movement on movement.batch_id = compared.id
      where not movement.pending and movement.at < ${to}
      union all
      select entity_id, close_date, closing, 0
      from compared where close_date < ${to}
    )
    select entity_id::text as "entityId",
      case when at >= ${from} then (at at time zone ${zone})::date - date '1970-01-01' end as day,
      sum(change)::int as change, sum(deaths)::int as deaths
    from changed group by 1, 2`.execute(work.sql)
  return rows
}
