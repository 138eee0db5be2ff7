import { sql } from 'kysely'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { recentFirst } from './recentFirst.ts'
import { samplingInterval } from './samplingInterval.sql.ts'

const interfaces = (work: UnitOfWork) =>
  work.sql
    .selectFrom('interfaces')
    .select([
      'id',
      'terminal_id',
      'ix',
      'category',
      'data_type',
      'min',
      'max',
      'history',
      'history_seconds',
      samplingInterval.as('every'),
      'modulus',
      'max_rate',
      'operation',
      'scale_a',
      'scale_b',
      'deleted_at',
      sql<number[]>`(select coalesce(json_agg(source_id order by rank), '[]') from interface_sources
        where interface_id = interfaces.id)`.as('sources'),
      // The first base is no change of base.
      sql<number[]>`(select coalesce(json_agg(date_part('epoch', since) * 1000 order by since), '[]') from (
        select since from register_bases where interface_id = interfaces.id order by since offset 1) changes)`.as('rebased'),
    ])
    .where(inScope(work, 'interfaces.entity_id'))

export const specsOfTerminal = (work: UnitOfWork, terminalId: string) =>
  interfaces(work).where('terminal_id', '=', terminalId).execute()

export const specsByIds = (work: UnitOfWork, ids: readonly number[]) =>
  interfaces(work).where('id', 'in', ids.map(String)).execute()

export type FullSpecRow = Awaited<ReturnType<typeof specsOfTerminal>>[number]
export type SpecRow = Omit<FullSpecRow, 'scale_a' | 'scale_b' | 'deleted_at' | 'sources' | 'rebased'>

/** Later than any reading: the year 2096, ms UTC. */
const FAR = 4e12

/** The newest committed reading of each interface as of a time (ms UTC), good or bad. */
export async function newestReadings(work: UnitOfWork, ids: readonly number[], by = Infinity) {
  const until = by < FAR ? new Date(Math.max(0, by)).toISOString() : 'infinity'
  return recentFirst(ids, Math.min(by, work.now.getTime()), async (some, since) => {
    const { rows } = await sql<{ interfaceId: number; ts: Date; value: number | null; flags: number }>`
      select asked.interface_id as "interfaceId", newest.*
      from unnest(${`{${some.join(',')}}`}::int4[]) as asked (interface_id)
      cross join lateral (
        select ts, value, flags from readings where readings.interface_id = asked.interface_id
          and ts >= ${since}::timestamptz and ts <= ${until}::timestamptz
        order by ts desc, epoch desc, seq desc limit 1) newest`.execute(work.sql)
    return rows
  })
}
