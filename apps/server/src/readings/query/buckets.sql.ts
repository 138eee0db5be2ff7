import type { OPERATIONS, Resolution } from '@steading/contract/devices/readings'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { HOUR, COUNTER_FLAGS, MINUTES_5 } from '../rollups/bucketSums.ts'
import { FLAGS } from '../reading.ts'
import { areOf, instant, list, ms, paged } from './readings.sql.ts'
import type { Columns, Span } from './readings.sql.ts'

const OPERATION = { AVERAGE: 'avg', SUM: 'sum', MIN: 'min', MAX: 'max' } as const

export type RollupResolution = Exclude<Resolution, 'RAW'>
const WIDTH = { FIVE_MIN: MINUTES_5, HOUR, DAY: 24 * HOUR } as const satisfies Record<RollupResolution, number>

/** What a query of rollups needs to know of an interface. */
export interface BucketSource {
  readonly id: number
  /** Averaged as a direction. */
  readonly isDirection: boolean
  /** Time zone of its farm: days are those of this zone. */
  readonly zone: string
  /** The hours of the zone do not begin with those of UTC: its days are made of 5-minute rows. */
  readonly isFine: boolean
  /** ms UTC until which the last value holds; undefined: a value says nothing about the time after it. */
  readonly heldUntil: number | undefined
  /** Lower bound of the time of the newest good reading, ms UTC; undefined: unknown. */
  readonly newestSince: number | undefined
}

export interface Buckets {
  readonly sources: readonly BucketSource[]
  readonly span: Span
  readonly resolution: RollupResolution
  /** ms UTC since which 5-minute rows are retained; older buckets are made of whole hours. */
  readonly fineSince: number
  /** Width of merged buckets by the clock (UTC), ms; absent: the width of the resolution. */
  readonly width?: number
}

/** A part of a span that is read from one table. */
interface Segment extends Span {
  readonly table: 'rollups_5m' | 'rollups_1h'
  readonly width: number
}

const idsOf = (sources: readonly BucketSource[]) => sources.map(source => source.id)
const interval = (width: number) => sql`make_interval(secs => ${width / 1000}::int)`
const binned = (width: number, at: RawBuilder<unknown>) => sql`date_bin(${interval(width)}, ${at}, 'epoch'::timestamptz)`
const floor = (ts: number, width: number) => Math.floor(ts / width) * width
const ceil = (ts: number, width: number) => Math.ceil(ts / width) * width

/** Divides a span into segments; before `fineSince` into whole hours. */
export function retainedSegments({ from, to }: Span, isFine: boolean, fineSince: number): Segment[] {
  const first = ceil(Math.max(from, fineSince), HOUR)
  if (from >= fineSince || from >= to) return segmentsOf({ from, to }, isFine)
  const old: Segment = { from: ceil(from, HOUR), to: Math.min(first, floor(to, HOUR)), table: 'rollups_1h', width: HOUR }
  return [...(old.from < old.to ? [old] : []), ...(first < to ? segmentsOf({ from: first, to }, isFine) : [])]
}

/** Divides a span by tables: whole hours are read as hours, the remainders as 5-minute rows. */
function segmentsOf({ from, to }: Span, isFine: boolean): Segment[] {
  const five = (part: Span): Segment => ({ ...part, table: 'rollups_5m', width: MINUTES_5 })
  const begin = ceil(from, MINUTES_5)
  const first = ceil(begin, HOUR)
  const last = floor(to, HOUR)
  if (isFine || first >= last) return [five({ from: begin, to })]
  const parts = [five({ from: begin, to: first }), five({ from: last, to })].filter(part => part.from < part.to)
  return [...parts, { from: first, to: last, table: 'rollups_1h', width: HOUR }]
}

/** Rows of rollups (interface_id, bucket, n, min, max, sum, avg, flags) of a segment. */
function rowsOf({ table, width, from, to }: Segment, sources: readonly BucketSource[]) {
  const storedRows = sql`select kept.interface_id, kept.bucket, kept.n, kept.min, kept.max, kept.sum, kept.avg, kept.flags
    from ${sql.table(table)} kept
    where ${areOf(idsOf(sources))} and kept.bucket >= ${instant(from)} and kept.bucket < ${instant(to)}`
  const heldSources = sources.filter(source => source.heldUntil !== undefined)
  return heldSources.length === 0 ? storedRows : sql`${storedRows} union all ${heldRows({ table, width, from, to }, heldSources)}`
}

/**
 * Completes rollups of values that are held until they change: from the last change until now, and between two changes that are
 * further apart than MAX_HOLD.
 */
function heldRows({ table, width, from, to }: Segment, heldSources: readonly BucketSource[]) {
  const ids = list(idsOf(heldSources))
  const untils = sql`${heldSources.map(bucketSource => instant(Math.min(bucketSource.heldUntil!, to)).toISOString())}::timestamptz[]`
  const bounds = heldSources.map(({ newestSince }) => newestSince)
  const newestSince = bounds.every(bound => bound !== undefined) ? instant(Math.min(...bounds)).toISOString() : '-infinity'
  const after = sql`kept.bucket + ${interval(width)} as since`
  // Of directions the length of their vectors.
  const summed = byKind(heldSources, sql`spans.interface_id`, sql`1`, sql`spans.value`)
  return sql`
    select spans.interface_id, bucket, piece.n, spans.value, spans.value, ${summed} * piece.n / 1000, spans.value, 0::int2
    from (
      select known.interface_id, known.value, greatest(known.since, ${instant(from)}) as since,
        least(lead(known.bucket) over (partition by known.interface_id order by known.bucket, known.is_newest), asked.until) as until
      from unnest(${ids}, ${untils}) as asked (interface_id, until) join (
        select kept.interface_id, kept.bucket, ${after}, kept.last as value, false as is_newest from ${sql.table(table)} kept
          where ${areOf(idsOf(heldSources))} and kept.bucket >= ${instant(from)} and kept.bucket < ${instant(to)}
        union all
        select before.* from unnest(${ids}) as asked (id) cross join lateral (
          select kept.interface_id, kept.bucket, ${after}, kept.last, false from ${sql.table(table)} kept
          where kept.interface_id = asked.id and ${areOf(idsOf(heldSources))} and kept.bucket < ${instant(from)}
          order by kept.bucket desc limit 1) before
        union all
        select newest.* from unnest(${ids}) as asked (id) cross join lateral (
          select kept.interface_id, ${binned(width, sql`kept.ts`)}, kept.ts, kept.value, true from readings kept
          where kept.interface_id = asked.id and ${areOf(idsOf(heldSources))} and kept.ts >= ${newestSince}::timestamptz
            and kept.flags & 1 = 0 and kept.value is not null
          order by kept.ts desc, kept.epoch desc, kept.seq desc limit 1) newest
      ) known using (interface_id)
    ) spans
    cross join lateral generate_series(${binned(width, sql`spans.since`)}, spans.until - interval '1 microsecond', ${interval(width)}) bucket
    cross join lateral (select (date_part('epoch',
      least(bucket + ${interval(width)}, spans.until) - greatest(bucket, spans.since)) * 1000)::int as n) piece
    where spans.since < spans.until`
}

/** One expression for directions, another for all other interfaces. */
function byKind(
  sources: readonly BucketSource[],
  id: RawBuilder<unknown>,
  ofDirections: RawBuilder<unknown>,
  ofOthers: RawBuilder<unknown>,
) {
  const directions = idsOf(sources.filter(source => source.isDirection))
  return directions.length === 0
    ? ofOthers
    : sql`case when ${id} = any (${list(directions)}) then ${ofDirections} else ${ofOthers} end`
}

/** Aggregates several rows of an interface: averages weigh by n, directions by the length of their vectors, if there is any. */
function gathered(sources: readonly BucketSource[]) {
  const choose = (ofDirections: RawBuilder<unknown>, ofOthers: RawBuilder<unknown>) =>
    byKind(sources, sql`kept.interface_id`, ofDirections, ofOthers)
  const weighed = sql`coalesce(sum(kept.avg * kept.n) / nullif(sum(kept.n), 0), avg(kept.avg))`
  const turnedBy = (weight: RawBuilder<unknown>) =>
    sql`mod(360 + atan2d(sum(${weight} * sind(kept.avg)), sum(${weight} * cosd(kept.avg)))::numeric, 360)::float8`
  const turned = sql`case when sum(kept.sum) > 0 then ${turnedBy(sql`kept.sum`)} else ${turnedBy(sql`1`)} end`
  return sql`min(kept.min) as min, max(kept.max) as max, sum(kept.sum) as sum, ${choose(turned, weighed)} as avg,
    ${choose(sql`sum(kept.sum)`, sql`sum(kept.n)`)} as weight, bit_or(kept.flags) as flags`
}

/**
 * Rows (interface_id, bucket, min, max, sum, avg, weight, flags, partial). Days are those of each interface's zone. A bucket that lies
 * partly outside the span, or ends after now, is made of the 5-minute rows inside, and begins no earlier than the span.
 */
function buckets({ now }: Pick<UnitOfWork, 'now'>, { sources, span, resolution, fineSince, width = WIDTH[resolution] }: Buckets) {
  const isDay = resolution === 'DAY'
  const groups = Map.groupBy(sources, source => resolution === 'FIVE_MIN' || (isDay && source.isFine))
  const parts = [...groups].flatMap(([isFine, some]) =>
    (resolution === 'FIVE_MIN' ? segmentsOf(span, isFine) : retainedSegments(span, isFine, fineSince)).map(segment =>
      rowsOf(segment, some),
    ),
  )
  const begin = isDay ? sql`date_trunc('day', kept.bucket, asked.zone)` : binned(width, sql`kept.bucket`)
  const end = isDay ? sql`date_add(rows.bucket, interval '1 day', rows.zone)` : sql`rows.bucket + ${interval(width)}`
  return sql`
    select interface_id, greatest(bucket, ${instant(span.from)}) as bucket, min, max, sum, avg, weight, flags,
      bucket < ${instant(span.from)} or ${end} > ${instant(Math.min(span.to, now.getTime()))} as partial
    from (
      select kept.interface_id, asked.zone, ${begin} as bucket, ${gathered(sources)}
      from (${sql.join(parts, sql` union all `)}) kept
      join unnest(${list(idsOf(sources))}, ${sources.map(source => source.zone)}::text[]) as asked (id, zone) on asked.id = kept.interface_id
      group by 1, 2, 3) rows`
}

/** Columns of buckets: each has its extremes and the weight of its average. */
export interface BucketColumns extends Columns {
  readonly min: readonly number[]
  readonly max: readonly number[]
  readonly weights: readonly number[]
}

/** Buckets as columns; values are sums for counters, for the others averages or what is asked for. */
export async function bucketColumns(
  work: UnitOfWork,
  asked: Buckets,
  counting: readonly number[],
  operation: (typeof OPERATIONS)[number] = 'AVERAGE',
): Promise<readonly BucketColumns[]> {
  const { rows } = await sql<BucketColumns>`
    select interface_id, json_agg(${ms(sql`bucket`)} order by bucket) as times,
      json_agg(case when interface_id = any (${list(counting)}) then sum else ${sql.ref(OPERATION[operation])} end order by bucket) as values,
      json_agg(min order by bucket) as min, json_agg(max order by bucket) as max,
      json_agg(weight order by bucket) as weights,
      case when bit_or(flags) > 0 then json_agg(flags order by bucket) end as flags
    from (${buckets(work, asked)}) rows group by interface_id`.execute(work.sql)
  return rows
}

/** Buckets as a query for paging; one from which a step was left out counts as bad. */
export const searchBuckets = (work: UnitOfWork, asked: Buckets, operation: (typeof OPERATIONS)[number]) =>
  paged(
    work,
    sql`select interface_id, bucket as at, 0 as epoch, 0::int8 as seq, ${sql.ref(OPERATION[operation])} as value, null::text as text,
      case when flags & ${COUNTER_FLAGS.REBASED | COUNTER_FLAGS.IMPLAUSIBLE} = 0 then 0 else ${FLAGS.BAD} end as flags, partial
      from (${buckets(work, asked)}) rows`,
  )

/** Five-minute buckets (interface_id, bucket, n, min, max, avg) with good readings alone, which count alike. */
export const readBuckets = (ids: readonly number[], { from, to }: Span) => sql`
  select kept.interface_id, ${binned(MINUTES_5, sql`kept.ts`)} as bucket, count(*)::int as n,
    min(kept.value) as min, max(kept.value) as max, avg(kept.value) as avg
  from readings kept where ${areOf(ids)} and kept.ts >= ${instant(ceil(from, MINUTES_5))} and kept.ts < ${instant(to)}
    and kept.flags & 1 = 0 and kept.value is not null
  group by 1, 2`

/** The same as columns. */
export async function readBucketColumns(work: UnitOfWork, ids: readonly number[], span: Span): Promise<readonly BucketColumns[]> {
  const { rows } = await sql<BucketColumns>`
    select interface_id, json_agg(${ms(sql`bucket`)} order by bucket) as times, json_agg(avg order by bucket) as values,
      json_agg(min order by bucket) as min, json_agg(max order by bucket) as max, json_agg(n order by bucket) as weights,
      null as flags
    from (${readBuckets(ids, span)}) rows group by interface_id`.execute(work.sql)
  return rows
}

export interface Aggregate {
  readonly interface_id: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly avg: number
}

/** Aggregates of each interface over a span. */
export async function aggregates(work: UnitOfWork, sources: readonly BucketSource[], span: Span): Promise<readonly Aggregate[]> {
  const parts = segmentsOf(span, true).map(segment => rowsOf(segment, sources))
  const { rows } = await sql<Aggregate>`
    select kept.interface_id, ${gathered(sources)} from (${sql.join(parts, sql` union all `)}) kept
    group by kept.interface_id`.execute(work.sql)
  return rows
}
