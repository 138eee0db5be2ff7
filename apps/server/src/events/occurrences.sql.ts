import type { PageQuery } from '@steading/contract/paging'
import { sql } from 'kysely'
import { firstOf, jointly } from '../platform/database/jointly.ts'
import { records } from '../platform/database/records.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import type { FrozenCause } from './cause.ts'

/** Of the occurrences, the first cause of each condition. */
export const causesOf = async (work: Work, eventId: string) => {
  const { rows: found } = await sql<{ cause: unknown }>`
    select distinct on (cause ->> 'line') cause from event_occurrences
    where event_id = ${eventId} and cause is not null order by cause ->> 'line', ts, id`.execute(work.sql)
  return found.map(({ cause }) => cause)
}

export function searchOccurrences(work: Work, eventId: string, asked: PageQuery) {
  const query = work.sql
    .selectFrom('event_occurrences')
    .select([
      'event_occurrences.ts',
      'event_occurrences.cause',
      sql<Partial<Record<string, number>>>`(select coalesce(json_object_agg(told.channel, told.n), '{}') from (
        select channel, count(*)::int as n from notifications where occurrence_id = event_occurrences.id group by channel) told)`.as(
        'told',
      ),
    ])
    .where('event_id', '=', eventId)
  return page(work, query, asked, { occurrenceTimestampUtc: 'event_occurrences.ts' }, 'event_occurrences.id', row => row)
}

export interface NewOccurrence {
  readonly eventId: string
  readonly key: string
  readonly ts: Date
  readonly cause: FrozenCause | null
  readonly n?: number
  readonly escalation?: number
}
const OCCURRED = { event_id: 'bigint', key: 'text', ts: 'timestamptz', cause: 'jsonb', n: 'int', escalation: 'int' } as const
const OCCURRED_COLUMNS = Object.keys(OCCURRED) as (keyof typeof OCCURRED)[] // safe: its own

/** Answers its id; undefined: it stood there before. */
export const insertOccurrence = jointly(async (work, all: readonly NewOccurrence[]): Promise<(string | undefined)[]> => {
  const given = all.map(({ eventId, key, ts, cause, n = 1, escalation = 0 }) => ({
    event_id: eventId,
    key,
    ts,
    cause,
    n,
    escalation,
  }))
  const made = await work.sql
    .with('made', db =>
      db
        .insertInto('event_occurrences')
        .columns(OCCURRED_COLUMNS)
        .expression(db.selectFrom(records(OCCURRED, given)).select(OCCURRED_COLUMNS))
        .onConflict(conflict => conflict.column('key').doNothing())
        .returning(['id', 'key', 'event_id', 'ts']),
    )
    .with('newest', db =>
      db
        .selectFrom('made')
        .select(['event_id', ({ fn }) => fn.max('ts').as('ts')])
        .groupBy('event_id'),
    )
    .with('dated', db =>
      db
        .updateTable('events')
        .from('newest')
        .set({ latest_occurrence: sql<Date>`greatest(latest_occurrence, newest.ts)` })
        .whereRef('events.id', '=', 'newest.event_id'),
    )
    .selectFrom('made')
    .select(['id', 'key'])
    .execute()
  return firstOf(all, made).map(row => row?.id)
})

export const latestOccurrence = (work: Work, eventId: string) =>
  work.sql
    .selectFrom('event_occurrences')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Once more people were told of it. */
export const countTold = jointly(async (work, all: readonly string[]): Promise<void[]> => {
  await sql`update events set notifications = notifications + told.n
    from (select id, count(*)::int as n from unnest(${[...all]}::bigint[]) as asked (id) group by id) told
    where events.id = told.id`.execute(work.sql)
  return all.map(() => undefined)
})
