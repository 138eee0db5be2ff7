import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { isHeld } from '../rollups/bucketSums.ts'
import { samplingInterval } from '../samplingInterval.sql.ts'
import type { Spec } from '../spec.ts'

/** ms UTC; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The requested interfaces within the scope of the actor, with what a reader needs to know of them. */
export const findRequestedInterfaces = (work: UnitOfWork, ids: readonly string[]) =>
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
      ...(['interfaces.history', 'interfaces.history_seconds', 'interfaces.terminal_id'] as const),
      samplingInterval.as('every'),
      ...([
        'interfaces.data_type',
        'interfaces.modulus',
        'interfaces.max_rate',
        'interfaces.operation',
        'interfaces.deleted_at',
      ] as const),
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
export type RequestedInterfaceRow = Awaited<ReturnType<typeof findRequestedInterfaces>>[number]

export const instant = (ms: number) => new Date(ms)
export const list = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::int4[]`
/** Rows of these interfaces. The subquery by id keeps row-level security as a second check, once for all rows. */
export const areOf = (ids: readonly number[]) =>
  sql`kept.interface_id = any (array(select interfaces.id::int4 from interfaces where interfaces.id = any (${list(ids)})))`
const good = sql`kept.flags & 1 = 0`

/** One series as columns; its times in ms UTC. */
export interface Columns {
  readonly interface_id: number
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly min: readonly number[] | null
  readonly max: readonly number[] | null
  /** COUNTER_FLAGS of a register; null: none. */
  readonly flags: readonly number[] | null
}

export const ms = (column: RawBuilder<unknown>) => sql`date_part('epoch', ${column}) * 1000`

/**
 * Every good reading of each interface, at most `most`, whether it belongs to the history or not. Values that are sent on change
 * are reduced to their changes, and begin with the value that holds at the start.
 */
export async function rawColumns(
  work: UnitOfWork,
  asked: readonly Pick<Spec, 'id' | 'kind' | 'every'>[],
  span: Span,
  most: number,
): Promise<readonly Columns[]> {
  const near = await rawColumnsSince(work, asked, span, most, new Date(span.from - NEAR).toISOString())
  const begun = new Set(near.filter(({ times }) => times[0]! < span.from).map(row => row.interface_id))
  const open = asked.filter(one => isHeld(one) && !begun.has(one.id))
  if (open.length === 0) return near
  const reread = new Set(open.map(({ id }) => id))
  const far = await rawColumnsSince(work, open, span, most, '-infinity')
  return [...near.filter(row => !reread.has(row.interface_id)), ...far]
}

/** Lookback, ms: the value that holds at the start of a span is mostly that recent, so the query opens few partitions. */
const NEAR = 7 * 86_400_000

async function rawColumnsSince(
  work: UnitOfWork,
  asked: readonly Pick<Spec, 'id' | 'kind' | 'every'>[],
  { from, to }: Span,
  most: number,
  since: string,
): Promise<readonly Columns[]> {
  const ids = list(asked.map(({ id }) => id))
  const heldFlags = sql`${asked.map(isHeld)}::boolean[]`
  const { rows } = await sql<Columns>`
    select asked.interface_id, json_agg(${ms(sql`points.ts`)} order by points.ts, points.epoch, points.seq) as times,
      json_agg(points.value order by points.ts, points.epoch, points.seq) as values, null as min, null as max, null as flags
    from unnest(${ids}, ${heldFlags}) as asked (interface_id, is_held)
    join interfaces on interfaces.id = asked.interface_id
    cross join lateral (
      (select ts, epoch, seq, value from readings kept where kept.interface_id = asked.interface_id
        and ts >= ${since}::timestamptz and ts < ${instant(from)} and ${good} and value is not null and asked.is_held
        order by ts desc, epoch desc, seq desc limit 1)
      union all
      (select ts, epoch, seq, value from readings kept where kept.interface_id = asked.interface_id
        and ts >= ${instant(from)} and ts < ${instant(to)} and ${good} and value is not null
        and (interfaces.history <> 'DIFFERENT_VALUES' or kept.flags & 16 = 16) order by ts, epoch, seq limit ${most})) points
    group by asked.interface_id`.execute(work.sql)
  return rows
}

/** Order of rows with the same time: by interface, then by sequence number. */
export const WITHIN_AN_INSTANT = sql`(interface_id, epoch, seq)`

export interface SearchedRow {
  readonly interface_id: number
  readonly at: Date
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
  /** The span covers only a part of the bucket. */
  readonly partial: boolean
}

export const paged = (work: UnitOfWork, rows: RawBuilder<unknown>) =>
  work.sql
    .selectFrom(sql<SearchedRow>`(${rows})`.as<'found'>('found'))
    .select(['interface_id', 'at', 'value', 'text', 'flags', 'partial'])

/** The readings of the history, good and bad, as a query for paging. */
export const searchReadings = (work: UnitOfWork, ids: readonly number[], { from, to }: Span) =>
  paged(
    work,
    sql`select kept.interface_id, kept.ts as at, kept.epoch, kept.seq, kept.value, kept.text, kept.flags, false as partial from readings kept
      where ${areOf(ids)} and kept.ts >= ${instant(from)} and kept.ts < ${instant(to)} and kept.flags & 16 = 16`,
  )
