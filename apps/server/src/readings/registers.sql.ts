import { MAX_UNSEEN } from '@steading/rules/inputs/counter'
import type { Register } from '@steading/rules/inputs/counter'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { recentFirst } from './recentFirst.ts'

/** A register as it was last read, by value and time. */
type ReadRegister = Pick<Register, 'value' | 'ts'> & { readonly interfaceId: number }

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::int)`

/** The good readings of an interface, ascending; of readings with the same time only the one with the highest number. */
const goodReadings = (id: RawBuilder<unknown>, within: RawBuilder<unknown>, pos: number) => sql`
  select distinct on (ts) ts, value from readings
  where interface_id = ${id} and ${within} and flags & 1 = 0 and value is not null and pos <= ${pos}
  order by ts, epoch desc, seq desc`

/**
 * Completes registers by the time since which they show their value and by the value before (see Register), as of a position of
 * the journal.
 */
export async function registersSince<R extends ReadRegister>(
  work: UnitOfWork,
  registers: readonly R[],
  pos = Number.MAX_SAFE_INTEGER,
): Promise<(R & Register)[]> {
  if (registers.length === 0) return []
  const within = sql`ts <= asked.ts and ts >= asked.ts - ${seconds(2 * MAX_UNSEEN)}`
  const { rows } = await sql<{ since: Date; previous: number | null }>`
    select begin.ts as since, begin.previous
    from unnest(${registers.map(one => one.interfaceId)}::int4[], ${registers.map(one => new Date(one.ts).toISOString())}::timestamptz[])
      with ordinality as asked (interface_id, ts, rank)
    cross join lateral (
      select ts, case when is_near then before end as previous
      from (
        select ts, value, lag(value) over by_time as before, ts - lag(ts) over by_time <= ${seconds(MAX_UNSEEN)} as is_near
        from (${goodReadings(sql`asked.interface_id`, within, pos)}) readings window by_time as (order by ts)) steps
      where is_near is not true or value <> before
      order by ts desc limit 1) begin
    order by rank`.execute(work.sql)
  return registers.map((register, index) => ({
    ...register,
    since: rows[index]!.since.getTime(),
    previous: rows[index]!.previous,
  }))
}

/** When a register first showed another value after a reading, within the time that counts as unseen; ms UTC. */
export async function changeAfter(
  work: UnitOfWork,
  { interfaceId, value, ts }: ReadRegister,
  pos: number,
): Promise<number | undefined> {
  const within = sql`ts > ${new Date(ts)} and ts <= ${new Date(ts + MAX_UNSEEN)}`
  const { rows } = await sql<{ ts: Date }>`
    select ts from (${goodReadings(sql`${interfaceId}`, within, pos)}) readings where value <> ${value} limit 1`.execute(work.sql)
  return rows[0]?.ts.getTime()
}

/** The last good reading of each interface at a time (ms UTC) or before. */
export const registersAt = (work: UnitOfWork, ids: readonly number[], by: number): Promise<ReadRegister[]> =>
  recentFirst(ids, by, (some, since) => registersBetween(work, some, since, by))

async function registersBetween(work: UnitOfWork, ids: readonly number[], since: string, by: number): Promise<ReadRegister[]> {
  const { rows } = await sql<{ interfaceId: number; ts: Date; value: number }>`
    select asked.interface_id as "interfaceId", newest.ts, newest.value
    from unnest(${ids}::int4[]) as asked (interface_id)
    cross join lateral (
      select ts, value from readings where readings.interface_id = asked.interface_id and ts <= ${new Date(by)}
        and ts >= ${since}::timestamptz and flags & 1 = 0 and value is not null
      order by ts desc, epoch desc, seq desc limit 1) newest`.execute(work.sql)
  return rows.map(({ ts, ...rest }) => ({ ...rest, ts: ts.getTime() }))
}
