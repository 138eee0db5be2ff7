import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { ON_CHANGE, samplingInterval } from '../readings/index.ts'
import { interfacesWhere } from './interfaces.sql.ts'
import type { InterfaceFilter } from './interfaces.sql.ts'

/** Bodies of the alarms in service that watch these interfaces, wherever the alarm stands. */
export async function watchingBodies(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, readonly unknown[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; body: unknown }>`
    select id::text, body from unnest(${ids}::bigint[]) as input (id), watching_alarm_bodies(id) as body`.execute(work.sql)
  return new Map([...Map.groupBy(rows, row => row.id)].map(([id, some]) => [id, some.map(row => row.body)]))
}

/** When something last came from an interface: of one that reports changes only, the last contact with its terminal counts, too. */
const contactAt = sql<Date>`case when sampling_interval = 0 or history = ${ON_CHANGE.history} or data_type = any(${sql.val(ON_CHANGE.dataTypes)}::text[]) then greatest(read_at, heard_at) else read_at end`
/** As isStale() decides. */
const isStale = ({ now }: UnitOfWork) =>
  sql<boolean>`(time_out > 0 and ${now}::timestamptz - ${contactAt} >= time_out * interval '1 second')`

/** What staleness is decided by. One that was retired measures nothing any more. */
const contacts = (work: UnitOfWork, filter: InterfaceFilter) =>
  interfacesWhere(work, filter)
    .where('terminals.retired_at', 'is', null)
    .clearSelect()
    .select([
      'interfaces.history',
      'interfaces.data_type',
      samplingInterval.as('sampling_interval'),
      'terminals.time_out',
      'link.last_communication_at as heard_at',
      'last.ts as read_at',
      'last.flags',
    ])

/** How many tell something. */
export async function overviewOf(work: UnitOfWork, entityId: string | undefined) {
  const stale = isStale(work)
  const { rows } = await sql<Record<'total' | 'fresh' | 'stale' | 'bad' | 'never', number>>`
    select count(*)::int as total,
      count(*) filter (where read_at is null)::int as never,
      count(*) filter (where read_at is not null and ${stale})::int as stale,
      count(*) filter (where read_at is not null and not ${stale} and flags & 1 = 1)::int as bad,
      count(*) filter (where read_at is not null and not ${stale} and flags & 1 = 0)::int as fresh
    from (${contacts(work, { entityId })}) told`.execute(work.sql)
  return rows[0]!
}

export interface SilentSensor {
  readonly name: string
  readonly place: string
  readonly since: Date
  /** How many there are. */
  readonly all: number
}

/** Sensors in reach that no longer report, the longest silent first; hidden ones aside. */
export async function silentSensors(work: UnitOfWork, most: number): Promise<SilentSensor[]> {
  const sensors = contacts(work, { hidden: false })
    .innerJoin('entities as place', 'place.id', 'interfaces.entity_id')
    .where('interfaces.direction', '<>', 'OUT')
    .select(['interfaces.id', 'interfaces.display_name as name', 'place.display_name as place'])
  const { rows } = await sql<SilentSensor>`
    select name, place, ${contactAt} as since, count(*) over ()::int as "all" from (${sensors}) told
    where read_at is not null and ${isStale(work)} order by since, place, name, id limit ${most}`.execute(work.sql)
  return rows
}
