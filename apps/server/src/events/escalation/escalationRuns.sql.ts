import { sql } from 'kysely'
import { z } from 'zod'
import { PassedLevel } from '../../escalation/index.ts'
import { createBatchLoader } from '../../platform/database/batchLoader.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

export interface EscalationRun {
  readonly eventId: string
  readonly level: number
  readonly notificationsSent: number
  /** Levels that were notified. */
  readonly passedLevels: readonly PassedLevel[]
  /** Last notification of the run; null: none yet. */
  readonly climbedAt: Date | null
}

/** Inserts escalation runs; an existing run of an event stays, unless it stands at a lower level. */
export const insertEscalationRun = createBatchLoader(
  async (
    work,
    all: readonly (Pick<EscalationRun, 'eventId' | 'level' | 'passedLevels'> & { readonly dueAt: Date })[],
  ): Promise<void[]> => {
    await sql`insert into escalation_runs (event_id, level, due_at, passed_levels)
    select * from unnest(${all.map(one => one.eventId)}::bigint[], ${all.map(one => one.level)}::int[], ${all.map(one => one.dueAt)}::timestamptz[],
      ${all.map(one => JSON.stringify(one.passedLevels))}::jsonb[])
    on conflict (event_id) do update set level = excluded.level, passed_levels = excluded.passed_levels
      where escalation_runs.level < excluded.level`.execute(work.sql)
    return all.map(() => undefined)
  },
)

/** Moves the next step of a run to `dueAt`, unless it is earlier. */
export const expediteEscalationRun = (work: UnitOfWork, eventId: string, dueAt: Date) =>
  work.sql
    .updateTable('escalation_runs')
    .set({ due_at: dueAt })
    .where('event_id', '=', eventId)
    .where('due_at', '>', dueAt)
    .execute()

/**
 * Due runs, CRITICAL first, locked with their events; what is locked elsewhere is skipped. The event is locked first, as by a change
 * of its status: the other order deadlocks with it.
 */
export async function dueEscalationRuns(work: UnitOfWork, most: number): Promise<EscalationRun[]> {
  const { rows } = await sql<Omit<EscalationRun, 'passedLevels'> & { passedLevels: unknown }>`
    select climbs.event_id::text as "eventId", level, notifications_sent as "notificationsSent", passed_levels as "passedLevels", climbed_at as "climbedAt"
    from escalation_runs climbs join events on events.id = climbs.event_id
    where due_at <= ${work.now} order by (events.severity = 'CRITICAL') desc, due_at limit ${most}
    for update of events, climbs skip locked`.execute(work.sql)
  return rows.map(row => ({ ...row, passedLevels: z.array(PassedLevel).parse(row.passedLevels) }))
}

export const updateEscalationRun = (
  work: UnitOfWork,
  { eventId, level, notificationsSent, passedLevels, climbedAt }: EscalationRun,
  dueAt: Date,
) =>
  work.sql
    .updateTable('escalation_runs')
    .set({
      level,
      notifications_sent: notificationsSent,
      due_at: dueAt,
      climbed_at: climbedAt,
      passed_levels: JSON.stringify(passedLevels),
    })
    .where('event_id', '=', eventId)
    .execute()

export const deleteEscalationRun = (work: UnitOfWork, eventId: string) =>
  work.sql.deleteFrom('escalation_runs').where('event_id', '=', eventId).execute()

/** No run takes its next step before this time. */
export const postponeEscalations = (work: UnitOfWork, until: Date) =>
  work.sql.updateTable('escalation_runs').set({ due_at: until }).where('due_at', '<', until).execute()

/** Addresses notified of an occurrence, lower case; without suppressed and failed messages. */
export async function notifiedAddresses(work: UnitOfWork, occurrenceId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ who: string }>`
    select lower(recipient) as who from notifications
    where occurrence_id = ${occurrenceId}::bigint and state not in ('WITHHELD', 'FAILED')`.execute(work.sql)
  return new Set(rows.map(row => row.who))
}

/** Level and next due date of a run. */
export async function escalationRunOf(work: UnitOfWork, eventId: string) {
  const { rows } = await sql<{ level: number; dueAt: Date; climbedAt: Date | null }>`
    select level, due_at as "dueAt", climbed_at as "climbedAt" from escalation_runs where event_id = ${eventId}`.execute(work.sql)
  return rows[0]
}
