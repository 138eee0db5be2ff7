import type { Resolution } from '@steading/contract/readings'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { HOUR, MINUTES_5 } from './cells.ts'

const DAY = 24 * HOUR

/** ms UTC; `to` lies outside. */
export interface Span {
  readonly from: number
  readonly to: number
}
export type RollupResolution = Exclude<Resolution, 'RAW'>
export const WIDTH: Readonly<Record<RollupResolution, number>> = { FIVE_MIN: MINUTES_5, HOUR, DAY }

/** Those of the asked interfaces that are in reach, with what a reader needs to know of them. */
export const askedInterfaces = (work: Work, ids: readonly string[]) =>
  work.sql
    .selectFrom('interfaces')
    .innerJoin('entities', 'entities.id', 'interfaces.entity_id')
    .leftJoin('boxes', 'boxes.id', 'interfaces.terminal_id')
    .leftJoin('terminal_links as link', 'link.terminal_id', 'interfaces.terminal_id')
    .leftJoin('last_values as last', 'last.interface_id', 'interfaces.id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('interfaces.id', 'in', ids)
    .select([
      ...(['interfaces.id', 'interfaces.ix', 'interfaces.category', 'interfaces.min', 'interfaces.max'] as const),
      ...(['interfaces.history', 'interfaces.history_seconds', 'interfaces.every', 'interfaces.terminal_id'] as const),
      ...(['interfaces.data_type', 'interfaces.modulus', 'interfaces.max_rate', 'interfaces.deleted_at'] as const),
      'entities.time_zone as timeZone',
      'boxes.time_out as timeOut',
      'link.connected',
      'link.last_communication_at as heardAt',
      'last.ts as readAt',
      'last.value',
      'last.text',
      'last.flags',
    ])
    .execute()
export type AskedRow = Awaited<ReturnType<typeof askedInterfaces>>[number]

const instant = (ms: number) => new Date(ms)
const list = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::int4[]`
/** Rows of these interfaces; asking for them by name keeps row-level security as a second net, once for all rows. */
const areOf = (ids: readonly number[]) =>
  sql`kept.interface_id = any (array(select interfaces.id::int4 from interfaces where interfaces.id = any (${list(ids)})))`
const good = sql`kept.flags & 1 = 0`

/** One series as columns; its times in ms UTC. */
export interface Columns {
  readonly interface_id: number
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly min: readonly number[] | null
  readonly max: readonly number[] | null
  /** MARKS of counters; null where there is none. */
  readonly flags: readonly number[] | null
}

const ms = (column: RawBuilder<unknown>) => sql`date_part('epoch', ${column}) * 1000`

/**
 * Every good reading of each interface, of the history or not, `most` at most; of what is kept when it changes the changes. What is
 * held comes with the reading that holds at the start.
 */
export async function rawColumns(
  work: Work,
  ids: readonly number[],
  { from, to }: Span,
  most: number,
): Promise<readonly Columns[]> {
  const { rows } = await sql<Columns>`
    select asked.interface_id, json_agg(${ms(sql`points.ts`)} order by points.ts) as times,
      json_agg(points.value order by points.ts) as values, null as min, null as max, null as flags
    from unnest(${list(ids)}) as asked (interface_id)
    join interfaces on interfaces.id = asked.interface_id
    cross join lateral (
      (select ts, value from readings kept where kept.interface_id = asked.interface_id and ts < ${instant(from)} and ${good}
        and value is not null and (interfaces.history = 'DIFFERENT_VALUES' or interfaces.data_type = 'BOOLEAN')
        order by ts desc limit 1)
      union all
      (select ts, value from readings kept where kept.interface_id = asked.interface_id
        and ts >= ${instant(from)} and ts < ${instant(to)} and ${good} and value is not null
        and (interfaces.history <> 'DIFFERENT_VALUES' or kept.flags & 16 = 16) order by ts limit ${most})) points
    group by asked.interface_id`.execute(work.sql)
  return rows
}

/** How buckets of some interfaces are to be read. */
export interface Buckets {
  readonly ids: readonly number[]
  /** Those of them that are averaged as directions. */
  readonly directions: readonly number[]
  readonly span: Span
  readonly resolution: RollupResolution
  /** ms; several of them by the clock (UTC) as one. Left out: as they are kept. */
  readonly width?: number
  /** Whose days are meant. */
  readonly zone: string
  /** The zone's hours are not those of UTC: days are made of 5 minutes. */
  readonly finely: boolean
}

/** Rows (interface_id, bucket, n, min, max, sum, avg, flags), as they are kept, several as one, or of local days. */
function buckets({ ids, directions, span, resolution, width = WIDTH[resolution], zone, finely }: Buckets) {
  const isDay = resolution === 'DAY'
  const table = sql.table(resolution === 'FIVE_MIN' || (isDay && finely) ? 'rollups_5m' : 'rollups_1h')
  const rows = sql`from ${table} kept where ${areOf(ids)} and kept.bucket >= ${instant(span.from)} and kept.bucket < ${instant(span.to)}`
  if (!isDay && width === WIDTH[resolution]) return sql`select kept.* ${rows}`
  const start = isDay
    ? sql`date_trunc('day', kept.bucket, ${zone})`
    : sql`date_bin(make_interval(secs => ${width / 1000}), kept.bucket, 'epoch')`
  return sql`select kept.interface_id, ${start} as bucket, ${gathered(directions)} ${rows} group by 1, 2`
}

/** One row out of many of an interface: averages weigh by n, directions by the length of their vectors. */
function gathered(directions: readonly number[]) {
  const weighed = sql`coalesce(sum(kept.avg * kept.n) / nullif(sum(kept.n), 0), avg(kept.avg))`
  const turned = sql`mod(360 + atan2d(sum(kept.sum * sind(kept.avg)), sum(kept.sum * cosd(kept.avg)))::numeric, 360)::float8`
  const avg =
    directions.length === 0
      ? weighed
      : sql`case when kept.interface_id = any (${list(directions)}) then ${turned} else ${weighed} end`
  return sql`sum(kept.n)::int8 as n, min(kept.min) as min, max(kept.max) as max, sum(kept.sum) as sum, ${avg} as avg,
    bit_or(kept.flags) as flags`
}

/** Buckets as columns; the values are sums of those interfaces that count, else averages. */
export async function bucketColumns(work: Work, asked: Buckets, counting: readonly number[]): Promise<readonly Columns[]> {
  const { rows } = await sql<Columns>`
    select interface_id, json_agg(${ms(sql`bucket`)} order by bucket) as times,
      json_agg(case when interface_id = any (${list(counting)}) then sum else avg end order by bucket) as values,
      json_agg(min order by bucket) as min, json_agg(max order by bucket) as max,
      case when bit_or(flags) > 0 then json_agg(flags order by bucket) end as flags
    from (${buckets(asked)}) rows group by interface_id`.execute(work.sql)
  return rows
}

interface SearchedRow {
  readonly interface_id: number
  readonly at: Date
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

const paged = (work: Work, rows: RawBuilder<unknown>) =>
  work.sql.selectFrom(sql<SearchedRow>`(${rows})`.as<'found'>('found')).select(['interface_id', 'at', 'value', 'text', 'flags'])

/** The readings of the history, good and bad, as a query to page through. */
export const searchReadings = (work: Work, ids: readonly number[], { from, to }: Span) =>
  paged(
    work,
    sql`select kept.interface_id, kept.ts as at, kept.value, kept.text, kept.flags from readings kept
      where ${areOf(ids)} and kept.ts >= ${instant(from)} and kept.ts < ${instant(to)} and kept.flags & 16 = 16`,
  )

const OPERATION = { AVERAGE: 'avg', SUM: 'sum', MIN: 'min', MAX: 'max' } as const

/** Buckets as a query to page through; one from which an implausible step was left out is as little good as a bad reading. */
export const searchBuckets = (work: Work, asked: Buckets, operation: keyof typeof OPERATION) =>
  paged(
    work,
    sql`select interface_id, bucket as at, ${sql.ref(OPERATION[operation])} as value, null::text as text, flags
      from (${buckets(asked)}) rows`,
  )

export interface Aggregate {
  readonly interface_id: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly avg: number
}

/** What became of each interface in a span. */
export async function aggregates(
  work: Work,
  ids: readonly number[],
  directions: readonly number[],
  { from, to }: Span,
): Promise<readonly Aggregate[]> {
  const { rows } = await sql<Aggregate>`
    select kept.interface_id, ${gathered(directions)} from rollups_5m kept
    where ${areOf(ids)} and kept.bucket >= ${instant(from)} and kept.bucket < ${instant(to)}
    group by kept.interface_id`.execute(work.sql)
  return rows
}
