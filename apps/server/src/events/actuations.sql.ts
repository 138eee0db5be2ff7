import { sql } from 'kysely'
import { answersTo, jointly } from '../platform/database/jointly.ts'
import type { Work } from '../platform/database/work.ts'

/** What a device did, and which person's command lies just before. */
export interface Moved {
  readonly interfaceId: string
  readonly interfaceName: string
  readonly category: string
  readonly max: number | null
  readonly dataType: string
  readonly value: number
  readonly moment: Date
  readonly by: string | null
}

/** s that the way from a person's command to what the device says of it may take. */
const WAY = 15
/** Of one event. */
const MOST = 5

interface Where {
  readonly entityId: string
  readonly from: Date
  readonly until: Date
}

/** The last changes of devices at or below a place in a time, one of each device, the newest first, and no more than `MOST`. */
export const movedBetween = jointly(async (work, all: readonly Where[]): Promise<Moved[][]> => {
  const { rows } = await sql<Moved & { at: number; moment: Date }>`
    select asked.at::int as at, moved.*
    from unnest(${all.map(one => one.entityId)}::bigint[], ${all.map(one => one.from)}::timestamptz[],
      ${all.map(one => one.until)}::timestamptz[]) with ordinality as asked (entity_id, since, until, at)
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
        (select by_name from commands where commands.interface_id = moved.interface_id and state = 'DONE'
          and issued_at between moved.ts - ${WAY} * interval '1 second' and moved.ts order by issued_at desc limit 1) as by
      from moved join devices on devices.id = moved.interface_id
      order by moved.ts desc, devices.id limit ${MOST}) moved
    order by asked.at, moment desc, "interfaceId"`.execute(work.sql)
  return answersTo(all, rows)
})

export const setActuations = (work: Work, eventId: string, actuations: readonly unknown[]) =>
  work.sql
    .updateTable('events')
    .set({ actuations: JSON.stringify(actuations) })
    .where('id', '=', eventId)
    .execute()
