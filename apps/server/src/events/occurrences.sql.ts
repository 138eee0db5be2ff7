import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import { firstOf, createBatchLoader } from '../platform/database/batchLoader.ts'
import { jsonRecords } from '../platform/database/sql/records.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { FrozenCause } from './cause.ts'

/** First cause of each condition over all occurrences. */
export const firstCauses = async (work: UnitOfWork, eventId: string) => {
  const { rows: found } = await sql<{ cause: unknown }>`
    select distinct on (cause ->> 'line') cause from event_occurrences
    where event_id = ${eventId} and cause is not null order by cause ->> 'line', ts, id`.execute(work.sql)
  return found.map(({ cause }) => cause)
}

export function searchOccurrences(work: UnitOfWork, eventId: string, asked: PageQuery) {
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
  return fetchPage(work, query, asked, { occurrenceTimestampUtc: 'event_occurrences.ts' }, 'event_occurrences.id', row => row)
}

export interface NewOccurrence {
  readonly eventId: string
  readonly key: string
  readonly ts: Date
  readonly cause: FrozenCause | null
  readonly n?: number
  readonly escalation?: number
}
const OCCURRENCE_COLUMN_TYPES = {
  event_id: 'bigint',
  key: 'text',
  ts: 'timestamptz',
  cause: 'jsonb',
  n: 'int',
  escalation: 'int',
} as const
const OCCURRENCE_COLUMNS = Object.keys(OCCURRENCE_COLUMN_TYPES) as (keyof typeof OCCURRENCE_COLUMN_TYPES)[] // safe: its own

/** Inserts an occurrence, idempotent by key. Answers its id; undefined: it exists already. */
export const insertOccurrence = createBatchLoader(
  async (work, all: readonly NewOccurrence[]): Promise<(string | undefined)[]> => {
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
          .columns(OCCURRENCE_COLUMNS)
          .expression(db.selectFrom(jsonRecords(OCCURRENCE_COLUMN_TYPES, given)).select(OCCURRENCE_COLUMNS))
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
    return firstOf(all, made, row => row.key).map(row => row?.id)
  },
)

/** Number of occurrences of an event whose keys start so. */
export async function countOccurrences(work: UnitOfWork, eventId: string, keyStart: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from event_occurrences
    where event_id = ${eventId} and starts_with(key, ${keyStart})`.execute(work.sql)
  return rows[0]!.n
}

export const latestOccurrence = (work: UnitOfWork, eventId: string) =>
  work.sql
    .selectFrom('event_occurrences')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Increments the notification counter of events. */
export const incrementNotifications = createBatchLoader(async (work, all: readonly string[]): Promise<void[]> => {
  await sql`update events set notifications = notifications + told.n
    from (select id, count(*)::int as n from unnest(${[...all]}::bigint[]) as asked (id) group by id) told
    where events.id = told.id`.execute(work.sql)
  return all.map(() => undefined)
})
