import type { Value } from '@steading/contract/devices/interfaces'
import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { FLAGS, REPORT_DELAY_MS, samplingInterval } from '../readings/index.ts'

/** Body of a version, and the recipients of its events. */
export const versionInService = (work: UnitOfWork, ruleId: string, version: number) =>
  work.sql
    .selectFrom('rule_versions')
    .select(['body', 'event'])
    .where('rule_id', '=', ruleId)
    .where('body_version', '=', version)
    .executeTakeFirst()

export interface Source {
  readonly id: string
  readonly terminalId: string
  readonly dataType: string
  readonly history: string
  readonly every: number
}

/** Interfaces of the rules within the scope. */
export const sourcesOf = (work: UnitOfWork, ids: readonly string[]): Promise<Source[]> =>
  work.sql
    .selectFrom('interfaces')
    .select(['id', 'terminal_id as terminalId', 'data_type as dataType', 'history', samplingInterval.as('every')])
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .execute()

/** Before this instant (ms UTC) the journal holds only what belongs to the history. */
export async function thinnedTo(work: UnitOfWork): Promise<number> {
  const row = await work.sql.selectFrom('projections').select('pos').where('name', '=', 'archived').executeTakeFirst()
  return Number(row?.pos ?? 0)
}

/** Ancestors of an entity up to the root. */
export async function depthOf(work: UnitOfWork, entityId: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`select nlevel(path) as depth from entities where id = ${entityId}`.execute(
    work.sql,
  )
  return rows[0]?.depth ?? 1
}

/** Entity of an event whose first condition is on one of these interfaces, for a rule at `entityId`; by interface. */
export async function standsAt(work: UnitOfWork, entityId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; at: string }>`
    select interfaces.id, case when own.path <@ place.path then own.id else place.id end as at
    from interfaces join entities place on place.id = interfaces.entity_id join entities own on own.id = ${entityId}
    where interfaces.id = any(${[...ids]}::bigint[])`.execute(work.sql)
  return new Map(rows.map(row => [row.id, row.at]))
}

/** Those of these users that the actor may see. */
export async function seenOf(work: UnitOfWork, ids: readonly string[]): Promise<Set<string>> {
  const rows = await work.sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Set(rows.map(row => row.id))
}

interface Span {
  readonly from: number
  readonly until: number
}

const at = (ms: number) => new Date(ms)
const ms = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

export interface StoredValue {
  readonly interfaceId: string
  readonly ts: number
  readonly value: number | null
  readonly text: string | null
}

/** The last good reading of each interface before an instant. */
export async function lastBefore(work: UnitOfWork, ids: readonly string[], from: number): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    select asked.id::text as "interfaceId", ${ms('kept.ts')} as ts, kept.value, kept.text
    from unnest(${[...ids]}::int4[]) as asked (id) cross join lateral (
      select ts, value, text from readings where interface_id = asked.id and ts < ${at(from)} and flags & ${FLAGS.BAD} = 0
      order by ts desc, epoch desc, seq desc limit 1) kept`.execute(work.sql)
  return rows
}

/** Changes of interfaces in a span, at most `most` of each. */
export async function changesOf(
  work: UnitOfWork,
  ids: readonly string[],
  { from, until }: Span,
  most: number,
): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    select asked.id::text as "interfaceId", ${ms('said.ts')} as ts, said.value, said.text
    from unnest(${[...ids]}::int4[]) as asked (id) cross join lateral (
      select ts, value, text from (
        select ts, epoch, seq, value, text, lag(value) over before as value_before, lag(text) over before as text_before
        from readings where interface_id = asked.id and ts >= ${at(from)} and ts < ${at(until)} and flags & ${FLAGS.BAD} = 0
        window before as (order by ts, epoch, seq)) each
      where value is distinct from value_before or text is distinct from text_before
      order by ts, epoch, seq limit ${most}) said order by asked.id, said.ts`.execute(work.sql)
  return rows
}

export interface Ordered {
  readonly interfaceId: string
  readonly ts: number
  readonly value: Value
  /** ms */
  readonly hold: number
}

/** Commands of users that were executed: those of the span, those of the day before that may still hold, and the last ones. */
export async function ordersTo(work: UnitOfWork, ids: readonly string[], { from, until }: Span): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`
    select interface_id::text as "interfaceId", ${ms('issued_at')} as ts, value,
      least(hold, coalesce(extract(epoch from released_at - issued_at) * 1000, hold))::float8 as hold
    from commands given
    where interface_id = any(${[...ids]}::bigint[]) and state = 'DONE' and issued_at < ${at(until)}
      and (issued_at >= ${at(from - LONGEST_HOLD)} or not exists (select 1 from commands later
        where later.interface_id = given.interface_id and later.state = 'DONE' and later.issued_at > given.issued_at
          and later.issued_at < ${at(from)}))
    order by issued_at`.execute(work.sql)
  return rows
}
const LONGEST_HOLD = 86_400_000

/** Outages of boxes, as events recorded them. */
export async function silencesOf(work: UnitOfWork, terminalIds: readonly string[], { from, until }: Span) {
  const { rows } = await sql<{ terminalId: string; from: number; until: number | null }>`
    select terminal_id::text as "terminalId", ${ms('open_date')} as "from", ${ms('close_date')} as until from events
    where terminal_id = any(${[...terminalIds]}::bigint[]) and problem = 'TERMINAL_SILENT' and open_date < ${at(until)}
      and (close_date is null or close_date >= ${at(from)})`.execute(work.sql)
  return rows
}

/** Changes of the base of registers that may apply in a span; the first base of each is no change. */
export async function rebasedIn(work: UnitOfWork, ids: readonly string[], { from, until }: Span) {
  const { rows } = await sql<{ interfaceId: string; since: number }>`
    select interface_id::text as "interfaceId", ${ms('since')} as since from register_bases base
    where interface_id = any(${[...ids]}::bigint[])
      and since >= ${at(from - REPORT_DELAY_MS)} and since < ${at(until + REPORT_DELAY_MS)}
      and exists (select 1 from register_bases before where before.interface_id = base.interface_id and before.since < base.since)
    order by since`.execute(work.sql)
  return rows.map(({ interfaceId, since }) => ({ interfaceId, from: since - REPORT_DELAY_MS, until: since + REPORT_DELAY_MS }))
}

/** The rule's own events in a span. */
export async function eventsOf(work: UnitOfWork, ruleId: string, { from, until }: Span, most: number) {
  const { rows } = await sql<{ id: string; from: number; until: number | null }>`
    select id::text, ${ms('open_date')} as "from", ${ms('close_date')} as until from events
    where rule_id = ${ruleId} and source = 'RULE' and open_date < ${at(until)}
      and (close_date is null or close_date >= ${at(from)})
    order by open_date limit ${most}`.execute(work.sql)
  return rows
}

/** Which part of the history is read, and how. */
export interface Part extends Span {
  readonly sources: readonly (Source & { readonly isCounter: boolean })[]
  /** A global rule: late readings of an outage do not count. */
  readonly isGlobal: boolean
  /** The journal holds only the history of this part. */
  readonly isThinned: boolean
}

const list = (sources: readonly { readonly id: string }[]) => `'{${sources.map(({ id }) => BigInt(id)).join(',')}}'::int4[]`
const instant = (value: number) => `'${new Date(value).toISOString()}'::timestamptz`

/** Readings as the live evaluation gets them: good ones; of late ones only those that a box itself had in time. */
const taken = (isGlobal: boolean) =>
  isGlobal
    ? `flags & ${FLAGS.BAD | FLAGS.UNEVALUATED | FLAGS.LATE} = 0`
    : `flags & ${FLAGS.BAD | FLAGS.UNEVALUATED} = 0 and flags & ${FLAGS.CLOCK | FLAGS.LATE} <> ${FLAGS.CLOCK | FLAGS.LATE}`

/**
 * A part of the history as binary rows of COPY, see columns.ts. Where only the history is left of a sampled interface, or
 * nothing, averages of five minutes stand in: five readings a minute apart; of a meter its register.
 */
export async function readPart(pool: pg.Pool, part: Part): Promise<ArrayBuffer> {
  const { sources, from, until, isGlobal, isThinned } = part
  const within = (column: string) => `${column} >= ${instant(from)} and ${column} < ${instant(until)}`
  const isText = ({ dataType }: Source) => dataType === 'STRING'
  // Changes are in the history for good.
  const isSampled = ({ history, dataType }: Source) =>
    history !== 'DIFFERENT_VALUES' && (dataType === 'DECIMAL' || dataType === 'INTEGER')
  const isGone = (source: Source) => isThinned && isSampled(source) && source.history !== 'ALL_VALUES'
  const readings = (some: Part['sources'], value: string, others: string) => `
    select asked.id, false, kept.* from unnest(${list(some)}) as asked (id) cross join lateral (
      select array_agg(ts) as times, ${others} from (select ts, ${value} from readings
        where interface_id = asked.id and ${within('ts')} and ${value} is not null and ${taken(isGlobal)} order by ts, epoch, seq) each) kept
    where kept.times is not null`
  const averages = (some: Part['sources'], value: string, minutes: string, where = 'true') => `
    select asked.id, true, kept.*, null::text[] from unnest(${list(some)}) as asked (id) cross join lateral (
      select array_agg(at) as times, array_agg(value) as values from (
        select bucket + minute * interval '1 minute' as at, ${value} as value from rollups_5m, unnest(${minutes}) as minute
        where interface_id = asked.id and n > 0 and ${within('bucket')} order by 1) each) kept
    where kept.times is not null and ${where}`
  const isMissing = `not exists (select from readings where interface_id = asked.id and ${within('ts')})`

  const gone = sources.filter(isGone)
  const whole = sources.filter(source => !isGone(source))
  const queries = [
    ofSome(
      whole.filter(one => !isText(one)),
      some => readings(some, 'value', 'array_agg(value), null::text[]'),
    ),
    ofSome(whole.filter(isText), some => readings(some, 'text', 'null::float8[], array_agg(text)')),
    ...METERS.flatMap(({ isCounter, value, minutes }) => {
      const alike = (one: Part['sources'][number]) => one.isCounter === isCounter
      return [
        ofSome(gone.filter(alike), some => averages(some, value, minutes)),
        ofSome(
          whole.filter(one => isSampled(one) && alike(one)),
          some => averages(some, value, minutes, isMissing),
        ),
      ]
    }),
  ]
  return copied(pool, queries.flat().join(' union all '))
}

const METERS = [
  { isCounter: false, value: 'avg', minutes: `'{0,1,2,3,4}'::int[]` },
  { isCounter: true, value: 'last', minutes: `'{5}'::int[]` },
] as const

const ofSome = <T>(some: readonly T[], query: (some: readonly T[]) => string): string[] => (some.length > 0 ? [query(some)] : [])

async function copied(pool: pg.Pool, query: string): Promise<ArrayBuffer> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout (format binary)`)) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
    }
    const bytes = new Uint8Array(size)
    let filled = 0
    for (const chunk of chunks) {
      bytes.set(chunk, filled)
      filled += chunk.length
    }
    return bytes.buffer
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failed)
  }
}
