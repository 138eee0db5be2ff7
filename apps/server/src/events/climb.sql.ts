import { sql } from 'kysely'
import { z } from 'zod'
import { PassedLevel } from '../escalation/index.ts'
import { answersTo, jointly } from '../platform/database/jointly.ts'
import type { Work } from '../platform/database/work.ts'

export interface Climb {
  readonly eventId: string
  readonly step: number
  readonly times: number
  /** Levels that had their turn. */
  readonly passed: readonly PassedLevel[]
}

/** From the first time that people were told; what climbs already goes on. */
export const beginClimb = jointly(
  async (work, all: readonly (Pick<Climb, 'eventId' | 'passed'> & { readonly dueAt: Date })[]): Promise<void[]> => {
    await sql`insert into event_climbs (event_id, due_at, passed_levels)
    select * from unnest(${all.map(one => one.eventId)}::bigint[], ${all.map(one => one.dueAt)}::timestamptz[],
      ${all.map(one => JSON.stringify(one.passed))}::jsonb[])
    on conflict (event_id) do nothing`.execute(work.sql)
    return all.map(() => undefined)
  },
)

/** It goes on by then, or earlier. */
export const hastenClimb = (work: Work, eventId: string, dueAt: Date) =>
  work.sql
    .updateTable('event_climbs')
    .set({ due_at: dueAt })
    .where('event_id', '=', eventId)
    .where('due_at', '>', dueAt)
    .execute()

/** Those whose next step is due, the most urgent first; nobody else takes them up meanwhile. */
export async function dueClimbs(work: Work, most: number): Promise<Climb[]> {
  const { rows } = await sql<Omit<Climb, 'passed'> & { passed: unknown }>`
    select climbs.event_id::text as "eventId", step, times, passed_levels as passed from event_climbs climbs join events on events.id = climbs.event_id
    where due_at <= ${work.now} order by (events.severity = 'CRITICAL') desc, due_at limit ${most}
    for update of climbs skip locked`.execute(work.sql)
  return rows.map(row => ({ ...row, passed: z.array(PassedLevel).parse(row.passed) }))
}

export const setClimb = (work: Work, { eventId, step, times, passed }: Climb, dueAt: Date) =>
  work.sql
    .updateTable('event_climbs')
    .set({ step, times, due_at: dueAt, passed_levels: JSON.stringify(passed) })
    .where('event_id', '=', eventId)
    .execute()

/** The last good reading of a sensor and its time, if it is newer than `since`; booleans are 0 and 1. */
export const readSince = jointly(async (work, all: readonly { readonly interfaceId: string; readonly since: Date }[]) => {
  const { rows } = await sql<{ at: number; value: number | null; text: string | null; ts: Date }>`
    select asked.at::int as at, value, text, ts
    from unnest(${all.map(one => one.interfaceId)}::bigint[], ${all.map(one => one.since)}::timestamptz[])
        with ordinality as asked (interface_id, since, at)
      join last_values said on said.interface_id = asked.interface_id and said.ts > asked.since and said.flags & 1 = 0`.execute(
    work.sql,
  )
  return answersTo(all, rows).map(([one]) => one)
})

export const endClimb = (work: Work, eventId: string) =>
  work.sql.deleteFrom('event_climbs').where('event_id', '=', eventId).execute()

/** Where an occurrence was told, small letters; what was withheld or failed reached nobody. */
export async function toldOf(work: Work, occurrenceId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ who: string }>`
    select lower(recipient) as who from notifications
    where occurrence_id = ${occurrenceId}::bigint and state not in ('WITHHELD', 'FAILED')`.execute(work.sql)
  return new Set(rows.map(one => one.who))
}

/** How far an event has climbed, and when it goes on. */
export async function climbOf(work: Work, eventId: string) {
  const { rows } = await sql<{ step: number; dueAt: Date }>`
    select step, due_at as "dueAt" from event_climbs where event_id = ${eventId}`.execute(work.sql)
  return rows[0]
}
