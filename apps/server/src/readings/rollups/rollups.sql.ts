import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { HOUR } from './bucketSums.ts'
import type { Rollup, Sample } from './bucketSums.ts'
import type { Reading } from '../reading.ts'
import { recentFirst } from '../recentFirst.ts'

export type RollupTable = 'rollups_5m' | 'rollups_1h'
export type RollupRow = Rollup & { readonly interfaceId: number }

export type NumberedSample = Pick<Reading, 'interfaceId' | 'ts' | 'epoch' | 'seq'> & Sample

/** Numbers as one array parameter: much faster than one parameter each. */
const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`
const instant = (ms: number) => new Date(ms)

const unnested = (rows: readonly RollupRow[]) => sql`
  select interface_id, to_timestamp(bucket), n, min, max, sum, avg, last, flags
  from unnest(${list(rows.map(row => row.interfaceId))}::int4[], ${list(rows.map(row => row.bucket / 1000))}::int8[],
    ${list(rows.map(row => row.n))}::int4[], ${list(rows.map(row => row.min))}::float8[], ${list(rows.map(row => row.max))}::float8[],
    ${list(rows.map(row => row.sum))}::float8[], ${list(rows.map(row => row.avg))}::float8[], ${list(rows.map(row => row.last))}::float8[],
    ${list(rows.map(row => row.flags))}::int2[]) as fresh (interface_id, bucket, n, min, max, sum, avg, last, flags)`

/** Adds rows to the stored ones; all of them are newer. */
export async function addRollups(work: UnitOfWork, table: RollupTable, rows: readonly RollupRow[]) {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table)} as kept (interface_id, bucket, n, min, max, sum, avg, last, flags) ${unnested(rows)}
    on conflict (interface_id, bucket) do update set
      n = kept.n + excluded.n, min = least(kept.min, excluded.min), max = greatest(kept.max, excluded.max),
      sum = kept.sum + excluded.sum, last = excluded.last, flags = kept.flags | excluded.flags,
      avg = case when kept.n + excluded.n = 0 then excluded.avg
        else (kept.avg * kept.n + excluded.avg * excluded.n) / (kept.n + excluded.n) end`.execute(work.sql)
}

/** Replaces all rows of an interface in a span of time. */
export async function replaceRollups(
  work: UnitOfWork,
  table: RollupTable,
  interfaceId: number,
  { from, to }: { readonly from: number; readonly to: number },
  rows: readonly RollupRow[],
) {
  await work.sql
    .deleteFrom(table)
    .where('interface_id', '=', interfaceId)
    .where('bucket', '>=', instant(from))
    .where('bucket', '<', instant(to))
    .execute()
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} (interface_id, bucket, n, min, max, sum, avg, last, flags) ${unnested(rows)}`.execute(
      work.sql,
    )
}

/** The newest good reading of each interface, as of a position of the journal. */
export const newestSamples = (work: UnitOfWork, ids: readonly number[], pos: number): Promise<NumberedSample[]> =>
  recentFirst(ids, work.now.getTime(), (some, since) => newestSamplesSince(work, some, pos, since))

async function newestSamplesSince(
  work: UnitOfWork,
  ids: readonly number[],
  pos: number,
  since: string,
): Promise<NumberedSample[]> {
  const { rows } = await sql<{ interface_id: number; ts: Date; epoch: number; seq: string; value: number }>`
    select asked.interface_id, newest.*
    from unnest(${list(ids)}::int4[]) as asked (interface_id)
    cross join lateral (
      select ts, epoch, seq, value from readings
      where readings.interface_id = asked.interface_id and ts >= ${since}::timestamptz and pos <= ${pos} and flags & 1 = 0
        and value is not null
      order by ts desc, epoch desc, seq desc limit 1) newest`.execute(work.sql)
  return rows.map(({ interface_id, ts, epoch, seq, value }) => ({
    interfaceId: interface_id,
    ts: ts.getTime(),
    epoch,
    seq: Number(seq),
    value,
  }))
}

export interface SurroundingSamples {
  readonly before: Sample | undefined
  /** Ascending; of readings with the same time only the one with the highest number. */
  readonly within: readonly Sample[]
  readonly after: Sample | undefined
}

/** Lookaround, days: the nearest readings are mostly that close, so the query opens few partitions. */
const NEAR = 2 * 24 * HOUR

/** The good readings of one interface in a span of time, as of a position of the journal, and the nearest one on either side. */
export async function samplesAround(
  work: UnitOfWork,
  interfaceId: number,
  { from, to }: { readonly from: number; readonly to: number },
  pos: number,
): Promise<SurroundingSamples> {
  const read = async (first: string, last: string) => {
    const good = sql`interface_id = ${interfaceId} and pos <= ${pos} and flags & 1 = 0 and value is not null`
    const { rows } = await sql<{ ts: Date; value: number }>`
      (select ts, value from readings where ${good} and ts >= ${first}::timestamptz and ts < ${instant(from)}
        order by ts desc, epoch desc, seq desc limit 1)
      union all
      (select distinct on (ts) ts, value from readings where ${good} and ts >= ${instant(from)} and ts < ${instant(to)}
        order by ts, epoch desc, seq desc)
      union all
      (select ts, value from readings where ${good} and ts >= ${instant(to)} and ts < ${last}::timestamptz
        order by ts, epoch desc, seq desc limit 1)`.execute(work.sql)
    const samples = rows.map(({ ts, value }) => ({ ts: ts.getTime(), value }))
    return {
      before: samples.find(sample => sample.ts < from),
      within: samples.filter(sample => sample.ts >= from && sample.ts < to),
      after: samples.find(sample => sample.ts >= to),
    }
  }
  const near = await read(new Date(from - NEAR).toISOString(), new Date(to + NEAR).toISOString())
  return near.before && near.after ? near : read('-infinity', 'infinity')
}

/** Stores the newest values; lastValues.ts decides which of two is newer. */
export async function upsertLastValues(work: UnitOfWork, readings: readonly Reading[], receivedAt: Date) {
  if (readings.length === 0) return
  await sql`
    insert into last_values as kept (interface_id, ts, received_at, value, text, flags)
    select fresh.interface_id, fresh.ts, ${receivedAt}, fresh.value, fresh.text, fresh.flags
    from unnest(${list(readings.map(reading => reading.interfaceId))}::int8[], ${readings.map(reading => instant(reading.ts).toISOString())}::timestamptz[],
      ${readings.map(reading => reading.value)}::float8[], ${readings.map(reading => reading.text)}::text[],
      ${list(readings.map(reading => reading.flags))}::int2[]) as fresh (interface_id, ts, value, text, flags)
    join interfaces on interfaces.id = fresh.interface_id
    on conflict (interface_id) do update set ts = excluded.ts, received_at = excluded.received_at, value = excluded.value,
      text = excluded.text, flags = excluded.flags
    where (excluded.flags & 6 <> 6, excluded.ts, excluded.flags & 4 = 0) >= (kept.flags & 6 <> 6, kept.ts, kept.flags & 4 = 0)`.execute(
    work.sql,
  )
}
