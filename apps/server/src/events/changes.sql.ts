import type { EventStatus, EventStep } from '@steading/contract/events'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { mayDo } from '../platform/actor.ts'
import { who } from '../platform/database/who.ts'
import { within } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

export const changesOf = (work: Work, eventId: string) =>
  work.sql
    .selectFrom('event_changes')
    .select(['status', 'notes', 'date', 'step', 'via', 'by_name as name', 'note', who('event_changes.user_id').as('user')])
    .select(['batch_from as batchFrom', 'batch_to as batchTo', 'batch_place as batchPlace'])
    .select(sql<boolean>`coalesce(event_changes.key like '%:left', false)`.as('ruleLeft'))
    .where('event_id', '=', eventId)
    .where(where =>
      where.or([
        where('batch_place', 'is', null),
        mayDo(work.actor, 'batches.read') ? within(work.actor, sql.ref('batch_place')) : sql<SqlBool>`false`,
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Who is on each of these, which are in progress: whoever changed it last, other than noting something. */
export const takenUpBy = (work: Work, ids: readonly string[]) =>
  work.sql
    .selectFrom('event_changes')
    .distinctOn('event_id')
    .select(['event_id as eventId', 'step', 'date', 'notes', 'by_name as name', who('event_changes.user_id').as('user')])
    .where('event_id', 'in', [...ids])
    .where('note', '=', false)
    .orderBy('event_id')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Adds a line to the history; false when the same effect (by its key) is there already. */
export const insertChange = async (
  work: Work,
  change: {
    readonly eventId: string
    readonly key: string | null
    readonly status: EventStatus
    readonly notes?: string
    readonly userId: string | null
    readonly date: Date
    readonly step?: EventStep | null
    readonly via?: string
    /** Of a person without an account. */
    readonly byName?: string | null
    /** Nothing was set. */
    readonly note?: boolean
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
      by_name: change.byName ?? null,
      note: change.note ?? false,
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The last thing that the rule itself did to the event, and the last that a person did, other than note something. */
export async function lastChanges(work: Work, eventId: string) {
  const isByRule = sql<boolean>`(key is not null)`
  const newest = await work.sql
    .selectFrom('event_changes')
    .distinctOn(isByRule)
    .select(['status', 'date', isByRule.as('isByRule')])
    .where('event_id', '=', eventId)
    .where('note', '=', false)
    .orderBy(isByRule)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { rule: newest.find(one => one.isByRule), person: newest.find(one => !one.isByRule) }
}
