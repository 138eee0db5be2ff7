import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** ms UTC; `to` lies outside. */
export interface Span {
  readonly from: number
  readonly to: number
}

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

export const instant = (ms: number) => new Date(ms)
export const list = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::int4[]`
/** Rows of these interfaces; asking for them by name keeps row-level security as a second net, once for all rows. */
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
  /** MARKS of counters; null where there is none. */
  readonly flags: readonly number[] | null
}

export const ms = (column: RawBuilder<unknown>) => sql`date_part('epoch', ${column}) * 1000`

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
    select asked.interface_id, json_agg(${ms(sql`points.ts`)} order by points.ts, points.epoch, points.seq) as times,
      json_agg(points.value order by points.ts, points.epoch, points.seq) as values, null as min, null as max, null as flags
    from unnest(${list(ids)}) as asked (interface_id)
    join interfaces on interfaces.id = asked.interface_id
    cross join lateral (
      (select ts, epoch, seq, value from readings kept where kept.interface_id = asked.interface_id and ts < ${instant(from)} and ${good}
        and value is not null and (interfaces.history = 'DIFFERENT_VALUES' or interfaces.data_type = 'BOOLEAN')
        order by ts desc, epoch desc, seq desc limit 1)
      union all
      (select ts, epoch, seq, value from readings kept where kept.interface_id = asked.interface_id
        and ts >= ${instant(from)} and ts < ${instant(to)} and ${good} and value is not null
        and (interfaces.history <> 'DIFFERENT_VALUES' or kept.flags & 16 = 16) order by ts, epoch, seq limit ${most})) points
    group by asked.interface_id`.execute(work.sql)
  return rows
}

/** Orders the rows of one instant: by interface, then in the order in which they were numbered. */
export const WITHIN_AN_INSTANT = sql`(interface_id, epoch, seq)`

export interface SearchedRow {
  readonly interface_id: number
  readonly at: Date
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
  /** A bucket of which the span has only a part. */
  readonly partial: boolean
}

export const paged = (work: Work, rows: RawBuilder<unknown>) =>
  work.sql
    .selectFrom(sql<SearchedRow>`(${rows})`.as<'found'>('found'))
    .select(['interface_id', 'at', 'value', 'text', 'flags', 'partial'])

/** The readings of the history, good and bad, as a query to page through. */
export const searchReadings = (work: Work, ids: readonly number[], { from, to }: Span) =>
  paged(
    work,
    sql`select kept.interface_id, kept.ts as at, kept.epoch, kept.seq, kept.value, kept.text, kept.flags, false as partial from readings kept
      where ${areOf(ids)} and kept.ts >= ${instant(from)} and kept.ts < ${instant(to)} and kept.flags & 16 = 16`,
  )
