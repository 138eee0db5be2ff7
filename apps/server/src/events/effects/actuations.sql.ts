import { sql } from 'kysely'
import { groupByPosition, createBatchLoader } from '../../platform/database/batchLoader.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** A change of an output, with the user whose command caused it. */
export interface OutputChange {
  readonly interfaceId: string
  readonly interfaceName: string
  readonly category: string
  readonly max: number | null
  readonly dataType: string
  readonly value: number
  readonly moment: Date
  readonly by: string | null
}

/** s between a command and the reading that shows its effect, at most. */
const COMMAND_LATENCY = 15
/** Changes per event. */
const MAX_CHANGES = 5

interface OutputChangeQuery {
  readonly entityId: string
  readonly from: Date
  readonly until: Date
}

/** Last change of each output at or below an entity within a period, newest first, at most MAX_CHANGES. */
export const outputChanges = createBatchLoader(async (work, all: readonly OutputChangeQuery[]): Promise<OutputChange[][]> => {
  const { rows } = await sql<OutputChange & { at: number; moment: Date }>`
    select asked.at::int as at, moved.*
    from unnest(${all.map(where => where.entityId)}::bigint[], ${all.map(where => where.from)}::timestamptz[],
      ${all.map(where => where.until)}::timestamptz[]) with ordinality as asked (entity_id, since, until, at)
    cross join lateral (
      with devices as (
        select interfaces.id, interfaces.display_name, category, max, data_type
        from interfaces join entities at on at.id = interfaces.entity_id, entities place
        where place.id = asked.entity_id and at.path <@ place.path and direction <> 'IN' and interfaces.deleted_at is null
        order by interfaces.id limit 200),
      said as (
        select readings.interface_id, readings.ts, readings.value,
          lag(readings.value) over (partition by readings.interface_id order by readings.ts) as was
        from devices join readings on readings.interface_id = devices.id
        where readings.ts between asked.since and asked.until and readings.value is not null),
      moved as (
        select distinct on (interface_id) interface_id, ts, value from said
        where value <> was order by interface_id, ts desc)
      select devices.id::text as "interfaceId", display_name as "interfaceName", category, max, data_type as "dataType", value, ts as moment,
        (select issuer_name from commands where commands.interface_id = moved.interface_id and state = 'DONE'
          and issued_at between moved.ts - ${COMMAND_LATENCY} * interval '1 second' and moved.ts order by issued_at desc limit 1) as by
      from moved join devices on devices.id = moved.interface_id
      order by moved.ts desc, devices.id limit ${MAX_CHANGES}) moved
    order by asked.at, moment desc, "interfaceId"`.execute(work.sql)
  return groupByPosition(all, rows)
})

export const setActuations = (work: UnitOfWork, eventId: string, actuations: readonly unknown[]) =>
  work.sql
    .updateTable('events')
    .set({ actuations: JSON.stringify(actuations) })
    .where('id', '=', eventId)
    .execute()
