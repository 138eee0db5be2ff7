import { NOTHING_FOUND_FOR } from '@steading/contract/events/events'
import type { Check, EventStatus, EventStep, Finding } from '@steading/contract/events/events'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { isPermitted } from '../../platform/actor.ts'
import { createBatchLoader } from '../../platform/database/batchLoader.ts'
import { personReference } from '../../platform/database/sql/personReference.ts'
import { within } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Answer } from '../escalation/promises.ts'
import type { EventRow } from '../events.sql.ts'

export const changesOf = (work: UnitOfWork, eventId: string) =>
  work.sql
    .selectFrom('event_changes')
    .select([
      'status',
      'notes',
      'date',
      'step',
      'via',
      'reporter_name as name',
      'arrives_at as arrivesAt',
      'checks',
      'finding',
      'is_note as note',
      personReference('event_changes.user_id').as('user'),
    ])
    .select(['batch_from as batchFrom', 'batch_to as batchTo', 'batch_entity_id as batchPlace'])
    .select(sql<boolean>`coalesce(reason = 'RULE_LEFT', false)`.as('ruleLeft'))
    .where('event_id', '=', eventId)
    .where(where =>
      where.or([
        where('batch_entity_id', 'is', null),
        isPermitted(work.actor, 'batches.read') ? within(work.actor, sql.ref('batch_entity_id')) : sql<SqlBool>`false`,
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The author withdrew from being on the way after this change. */
const isWithdrawn = sql<SqlBool>`(event_changes.step = 'WITHDRAWN' or event_changes.step = 'GOING' and exists (
  select 1 from event_changes later where later.event_id = event_changes.event_id and later.step = 'WITHDRAWN' and later.id > event_changes.id
    and later.user_id is not distinct from event_changes.user_id
    and later.reporter_name is not distinct from event_changes.reporter_name))`

/** Assignee of each PENDING event: the author of its last change other than a note or a withdrawal. */
export const latestAssignees = (work: UnitOfWork, ids: readonly string[]) =>
  work.sql
    .selectFrom('event_changes')
    .distinctOn('event_id')
    .select([
      'event_id as eventId',
      'step',
      'date',
      'notes',
      'arrives_at as arrivesAt',
      'reporter_name as name',
      personReference('event_changes.user_id').as('user'),
    ])
    .where('event_id', 'in', [...ids])
    .where('is_note', '=', false)
    .where(sql<SqlBool>`not ${isWithdrawn}`)
    .orderBy('event_id')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Reason of a change by the platform. */
export type ChangeReason = 'RULE_LEFT'

/** Inserts a change; false if its key exists already. */
export const insertChange = async (
  work: UnitOfWork,
  change: {
    readonly eventId: string
    readonly key: string | null
    readonly status: EventStatus
    readonly notes?: string
    readonly userId: string | null
    readonly date: Date
    readonly step?: EventStep | null
    readonly via?: 'SCREEN' | 'LINK' | 'CALL'
    /** Name of an author without an account. */
    readonly reporterName?: string | null
    /** A note: the status stays. */
    readonly note?: boolean
    readonly reason?: ChangeReason
    readonly arrivesAt?: Date | null
    readonly dangerAt?: Date | null
    readonly checks?: readonly Check[]
    readonly finding?: Finding | null
  },
) => {
  const row = await work.sql
    .insertInto('event_changes')
    .values({
      event_id: change.eventId,
      key: change.key,
      status: change.status,
      notes: change.notes ?? '',
      user_id: change.userId,
      date: change.date,
      step: change.step ?? null,
      via: change.via ?? null,
      reporter_name: change.reporterName ?? null,
      is_note: change.note ?? false,
      reason: change.reason ?? null,
      arrives_at: change.arrivesAt ?? null,
      danger_at: change.dangerAt ?? null,
      checks: [...(change.checks ?? [])],
      finding: change.finding ?? null,
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Last automatic change and last change by a user, without notes. */
export async function lastChanges(work: UnitOfWork, eventId: string) {
  const isByRule = sql<boolean>`(key is not null)`
  const newest = await work.sql
    .selectFrom('event_changes')
    .distinctOn(isByRule)
    .select(['status', 'date', isByRule.as('isByRule')])
    .where('event_id', '=', eventId)
    .where('is_note', '=', false)
    .orderBy(isByRule)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { rule: newest.find(one => one.isByRule), person: newest.find(one => !one.isByRule) }
}

/** Answers of people since the event last opened, the oldest first. */
export async function answersOf(work: UnitOfWork, eventId: string): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select coalesce(said.user_id::text, said.reporter_name, '') as who, said.step, said.date, said.arrives_at as "arrivesAt", said.danger_at as "dangerAt",
      coalesce((select short_name from users where users.id = said.user_id), said.reporter_name, '') as name
    from event_changes said
    where said.event_id = ${eventId} and said.key is null and not said.is_note and said.status <> 'CLOSED'
      and (said.status <> 'OPEN' or said.step is not null)
      and not exists (select 1 from event_changes opened where opened.event_id = ${eventId} and opened.status = 'OPEN'
        and opened.step is null and not opened.is_note and (opened.date, opened.id) > (said.date, said.id))
    order by said.date, said.id`.execute(work.sql)
  return rows
}

/** An event of which the same alarm is looked for, and until when. */
type Recurrence = Pick<EventRow, 'id' | 'entity_id' | 'rule_id' | 'problem' | 'subject_id'> & { readonly before: Date }

/**
 * When somebody last found nothing in the 12 h before: at this event, or at one of the same rule or problem at the same entity; null:
 * not lately.
 */
export const nothingFoundBefore = createBatchLoader(async (work, all: readonly Recurrence[]): Promise<(Date | null)[]> => {
  const { rows } = await sql<{ at: number; date: Date | null }>`
    select asked.at, (select max(said.date) from event_changes said join events earlier on earlier.id = said.event_id
      where said.step = 'NOTHING_FOUND' and said.date > asked.before - ${NOTHING_FOUND_FOR / 1000} * interval '1 second' and said.date <= asked.before
        and (earlier.id = asked.id or earlier.entity_id = asked.entity_id and earlier.problem is not distinct from asked.problem
          and case when asked.problem is null then earlier.rule_id = asked.rule_id else earlier.subject_id = asked.subject_id end)) as date
    from unnest(${all.map(one => one.id)}::bigint[], ${all.map(one => one.entity_id)}::bigint[], ${all.map(one => one.rule_id)}::bigint[],
      ${all.map(one => one.problem)}::text[], ${all.map(one => one.subject_id)}::text[], ${all.map(one => one.before)}::timestamptz[])
      with ordinality as asked (id, entity_id, rule_id, problem, subject_id, before, at)
    order by asked.at`.execute(work.sql)
  return rows.map(row => row.date)
})
