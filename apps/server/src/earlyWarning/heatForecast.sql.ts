import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A house with an open batch whose ventilation is known. */
export interface VentilatedHouse {
  readonly entityId: string
  /** m³/h with all fans at full speed. */
  readonly capacity: number
}

export async function ventilatedHouses(work: UnitOfWork): Promise<readonly VentilatedHouse[]> {
  const { rows } = await sql<VentilatedHouse>`
    select distinct home.id::text as "entityId", home.ventilation_capacity as capacity
    from batches join entities home on home.id = batches.entity_id and home.ventilation_capacity is not null
    where batches.close_date is null and batches.open_date <= ${work.now}
    order by "entityId"`.execute(work.sql)
  return rows
}

/** Batches with an open warning of heat. */
export async function warnedBatches(work: UnitOfWork): Promise<readonly string[]> {
  const rows = await work.sql
    .selectFrom('events')
    .select('subject_id')
    .where('problem', '=', 'HEAT_FORECAST')
    .where('status', '<>', 'CLOSED')
    .execute()
  return rows.flatMap(row => row.subject_id ?? [])
}
