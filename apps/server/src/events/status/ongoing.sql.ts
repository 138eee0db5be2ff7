import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openedByRule } from '../events.sql.ts'

/** Does its rule or the platform close the event when the condition ends? */
const closesAutomatically = sql<boolean>`(events.origin = 'AUTOMATIC' and coalesce(case when ${openedByRule}
  then (select auto_close from rules where rules.id = events.rule_id)
  else events.problem in ('TERMINAL_SILENT', 'SENSOR_FAULT', 'UPDATE_STALLED') end, false))`

const wasCheckedSql = sql<boolean>`exists (select 1 from event_changes looked where looked.event_id = events.id and looked.step in ('CHECKED', 'NOTHING_FOUND')
  and looked.date >= (select max(date) from event_changes opened
    where opened.event_id = events.id and opened.status = 'OPEN' and opened.step is null and not opened.is_note))`

/**
 * Is the condition of the event ongoing? Known for rules with auto-close and for system alarms that close automatically. System
 * scope: the rule may belong to an entity above the caller.
 */
export async function isOngoing(work: UnitOfWork, eventId: string): Promise<boolean> {
  const { rows } = await work.withSystemScope(whole =>
    sql<{ isOngoing: boolean }>`
    select ${closesAutomatically} and events.status <> 'CLOSED' as "isOngoing" from events where events.id = ${eventId}`.execute(
      whole.sql,
    ),
  )
  return rows[0]?.isOngoing ?? false
}

/** Events closed by users but not by their rule since the opening; value: was it checked on site? */
export async function notClosedByRule(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await work.withSystemScope(whole =>
    sql<{ id: string; checked: boolean }>`
    select events.id::text as id, ${wasCheckedSql} as checked from events where events.id = any (${[...ids]}::bigint[]) and ${closesAutomatically}
      and coalesce((select said.status from event_changes said where said.event_id = events.id and said.key is not null
        order by said.date desc, said.id desc limit 1), 'OPEN') <> 'CLOSED'`.execute(whole.sql),
  )
  return new Map(rows.map(row => [row.id, row.checked]))
}

/** Was the event checked on site since its last opening? */
export async function isCheckedOnSite(work: UnitOfWork, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ checked: boolean }>`
    select ${wasCheckedSql} as checked from events where events.id = ${eventId}`.execute(work.sql)
  return rows[0]?.checked ?? false
}
