import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'
import { ON_CHANGE } from '../readings/index.ts'
import { interfacesWhere } from './interfaces.sql.ts'

/** Bodies of the alarms in service that watch these interfaces, wherever the alarm stands. */
export async function watchingBodies(work: Work, ids: readonly string[]): Promise<ReadonlyMap<string, readonly unknown[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; body: unknown }>`
    select id::text, body from unnest(${ids}::bigint[]) as input (id), watching_bodies(id) as body`.execute(work.sql)
  return new Map([...Map.groupBy(rows, row => row.id)].map(([id, some]) => [id, some.map(row => row.body)]))
}

/** How many tell something; stale as isStale() says of each. */
export async function overviewOf(work: Work, entityId: string | undefined) {
  const told = sql`case when history = ${ON_CHANGE.history} or data_type = any(${sql.val(ON_CHANGE.dataTypes)}::text[]) then greatest(read_at, heard_at) else read_at end`
  const stale = sql`(time_out > 0 and ${work.now}::timestamptz - ${told} >= time_out * interval '1 second')`
  const of = interfacesWhere(work, { entityId })
    // One that was retired measures nothing any more.
    .where('terminals.retired_at', 'is', null)
    .clearSelect()
    .select([
      'interfaces.history',
      'interfaces.data_type',
      'terminals.time_out',
      'link.last_communication_at as heard_at',
      'last.ts as read_at',
      'last.flags',
    ])
  const { rows } = await sql<Record<'total' | 'fresh' | 'stale' | 'bad' | 'never', number>>`
    select count(*)::int as total,
      count(*) filter (where read_at is null)::int as never,
      count(*) filter (where read_at is not null and ${stale})::int as stale,
      count(*) filter (where read_at is not null and not ${stale} and flags & 1 = 1)::int as bad,
      count(*) filter (where read_at is not null and not ${stale} and flags & 1 = 0)::int as fresh
    from (${of}) told`.execute(work.sql)
  return rows[0]!
}
