import type { EventStatus, Severity } from '@steading/contract/events/events'
import { sql } from 'kysely'
import { firstOf, createBatchLoader } from '../platform/database/batchLoader.ts'
import { jsonRecords } from '../platform/database/sql/records.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { Wording } from '../platform/text/wording.ts'
import type { FrozenCause } from './cause.ts'
import { eventReferences, visibleEvents } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'
import { subjectTypeOf } from './system/problem.ts'
import type { Problem } from './system/problem.ts'

export interface NewEvent {
  /** Deterministic key: makes the insert idempotent. */
  readonly key: string
  /** null: a rule opened it. */
  readonly problem: Problem | null
  readonly subjectId: string
  readonly problemSince?: Date
  readonly entityId: string
  readonly terminalId: string | null
  readonly rule: { readonly id: string; readonly displayName: string } | null
  readonly title: string
  readonly wording: Wording | null
  /** For search: the title in every language, one line each, if it has a wording. */
  readonly titleTranslations?: string
  readonly description: string
  readonly severity: Severity
  readonly category: string
  readonly status: EventStatus
  readonly openDate: Date
  readonly past: boolean
  /** All conditions that held at the opening. */
  readonly causes?: readonly FrozenCause[]
}

const EVENT_COLUMN_TYPES = {
  source_key: 'text',
  source: 'text',
  problem: 'text',
  subject_type: 'text',
  subject_id: 'text',
  problem_since: 'timestamptz',
  entity_id: 'bigint',
  terminal_id: 'bigint',
  rule_id: 'bigint',
  rule_name: 'text',
  title: 'text',
  wording: 'jsonb',
  title_translations: 'text',
  description: 'text',
  severity: 'text',
  category: 'text',
  status: 'text',
  open_date: 'timestamptz',
  close_date: 'timestamptz',
  is_historic: 'boolean',
  causes: 'jsonb',
  created_at: 'timestamptz',
} as const
const EVENT_COLUMNS = Object.keys(EVENT_COLUMN_TYPES) as (keyof typeof EVENT_COLUMN_TYPES)[] // safe: its own

/** Inserts an event with its first change; undefined if the key exists already. */
export const insertEvent = createBatchLoader(async (work, all: readonly NewEvent[]): Promise<(EventRow | undefined)[]> => {
  const given = all.map(event => ({
    source_key: event.key,
    source: event.problem === null ? 'RULE' : 'PLATFORM',
    problem: event.problem,
    subject_type: event.problem === null ? 'RULE' : subjectTypeOf(event.problem),
    subject_id: event.subjectId,
    problem_since: event.problemSince ?? null,
    entity_id: event.entityId,
    terminal_id: event.terminalId,
    rule_id: event.rule?.id ?? null,
    rule_name: event.rule?.displayName ?? null,
    title: event.title,
    wording: event.wording,
    title_translations: event.titleTranslations ?? '',
    description: event.description,
    severity: event.severity,
    category: event.category,
    status: event.status,
    open_date: event.openDate,
    close_date: event.status === 'CLOSED' ? event.openDate : null,
    is_historic: event.past,
    causes: event.causes ?? null,
    created_at: work.now,
  }))
  const made = await work.sql
    .with('made', db =>
      db
        .insertInto('events')
        .columns([...EVENT_COLUMNS, 'batch_id'])
        .expression(
          db
            .selectFrom(jsonRecords(EVENT_COLUMN_TYPES, given))
            .select([...EVENT_COLUMNS, sql<string | null>`find_batch(entity_id, open_date)`.as('batch_id')]),
        )
        .onConflict(conflict => conflict.column('source_key').doNothing())
        .returningAll()
        .returning(eventReferences(work)),
    )
    .with('opened', db =>
      db
        .insertInto('event_changes')
        .columns(['event_id', 'key', 'status', 'notes', 'date'])
        .expression(
          db
            .selectFrom('made')
            .select(['made.id', 'made.source_key', 'made.status', sql<string>`''`.as('notes'), 'made.open_date'])
            .where('made.source_key', 'is not', null),
        )
        .onConflict(conflict => conflict.column('key').doNothing()),
    )
    .selectFrom('made')
    .selectAll()
    .execute()
  return firstOf(all, made, row => row.source_key)
})

/** The event with this key, locked. */
export const lockEventByKey = (work: UnitOfWork, key: string) =>
  visibleEvents(work).where('events.source_key', '=', key).forNoKeyUpdate('events').executeTakeFirst()
