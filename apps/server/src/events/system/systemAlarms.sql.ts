import type { Severity } from '@steading/contract/events/events'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Problem } from './problem.ts'

/** Literal, not a parameter: a generic plan can use the partial index of open events only if the predicate is constant. */
const isOpen = sql<SqlBool>`events.status <> 'CLOSED'`

/** The open fault of a sensor. */
export const openFault = (work: UnitOfWork, interfaceId: string) =>
  work.sql
    .selectFrom('events')
    .select(['id', 'source_key as key', 'severity'])
    .where(isOpen)
    .where('problem', '=', 'SENSOR_FAULT')
    .where('subject_id', '=', interfaceId)
    .executeTakeFirst()

/** Open faults of sensors with a good reading after the opening; an older reading proves nothing. */
export async function recoveredFaults(work: UnitOfWork) {
  const { rows } = await sql<{ id: string; at: Date }>`
    select events.id, last_values.ts as at from events
      join last_values on last_values.interface_id = events.subject_id::bigint
    where events.status <> 'CLOSED' and events.problem = 'SENSOR_FAULT'
      and last_values.ts > events.open_date and last_values.flags & 1 = 0`.execute(work.sql)
  return rows
}

/** Truncates to ms, the resolution of the server. */
const inMs = (column: string) => sql`date_trunc('milliseconds', ${sql.ref(column)})`

/** No event of this problem exists, or a user closed it before `quiet` although the problem is ongoing. */
const needsEvent = (quiet: Date) => sql<boolean>`(event.id is null
  or (event.status = 'CLOSED' and event.closed_by is not null and event.close_date <= ${quiet}))`

/** Silent terminals without an open event; `closedAt`: when a user closed the last one. */
export async function newlySilentTerminals(work: UnitOfWork, quiet: Date) {
  const { rows } = await sql<{ id: string; entityId: string; name: string; since: Date; closedAt: Date | null }>`
    select terminals.id, terminals.entity_id as "entityId", terminals.display_name as name, links.silent_since as since,
      event.close_date as "closedAt"
    from terminals join terminal_links links on links.terminal_id = terminals.id
      left join events event on event.problem = 'TERMINAL_SILENT' and event.subject_id = terminals.id::text
        and event.problem_since = ${inMs('links.silent_since')}
    where links.silent_since is not null and terminals.retired_at is null and ${needsEvent(quiet)}`.execute(work.sql)
  return rows
}

interface ClosedFault {
  readonly key: string
  readonly subjectId: string
  readonly problemSince: Date
  readonly entityId: string
  readonly severity: Severity
  readonly openDate: Date
  readonly sensor: string
  readonly closedAt: Date
}

/** Faults that a user closed before `quiet`, of sensors without a good reading since, while a rule needs them. */
export async function closedFaults(work: UnitOfWork, quiet: Date) {
  const { rows } = await sql<ClosedFault>`
    select event.source_key as key, event.subject_id as "subjectId", event.problem_since as "problemSince", event.entity_id as "entityId", event.severity, event.open_date as "openDate", interfaces.display_name as sensor,
      event.close_date as "closedAt"
    from events event join interfaces on interfaces.id = event.subject_id::bigint and interfaces.deleted_at is null
      left join last_values said on said.interface_id = interfaces.id and said.ts > event.open_date and said.flags & 1 = 0
    where event.problem = 'SENSOR_FAULT' and event.closed_by is not null and event.close_date > ${quiet}::timestamptz - interval '7 days'
      and ${needsEvent(quiet)} and said.interface_id is null
      and exists (select 1 from rule_interfaces used join rules on rules.id = used.rule_id and rules.desired
        where used.interface_id = interfaces.id)
      and not exists (select 1 from events open where open.status <> 'CLOSED'
        and open.problem = 'SENSOR_FAULT' and open.subject_id = event.subject_id)`.execute(work.sql)
  return rows
}

/** A batch is open at, above or below the place of an event. */
const isBatchOpen = sql<SqlBool>`exists (select 1 from entities place
  join entities house on house.path @> place.path or house.path <@ place.path
  join batches on batches.entity_id = house.id and batches.close_date is null where place.id = events.entity_id)`

type UnderstatedFault = Omit<ClosedFault, 'severity' | 'openDate' | 'closedAt'> & { readonly id: string }

/** Open faults below CRITICAL where a batch is open and a control rule in service has lost every sensor. */
export async function understatedFaults(work: UnitOfWork) {
  const { rows } = await sql<UnderstatedFault>`
    select events.id, events.source_key as key, events.subject_id as "subjectId", events.problem_since as "problemSince",
      events.entity_id as "entityId", interfaces.display_name as sensor
    from events join interfaces on interfaces.id = events.subject_id::bigint
    where events.status <> 'CLOSED' and events.problem = 'SENSOR_FAULT' and events.severity <> 'CRITICAL'
      and ${isBatchOpen}
      and exists (select 1 from rule_interfaces used join rules on rules.id = used.rule_id and rules.desired and rules.kind = 'CONTROL'
          and used.body_version = coalesce(rules.running_version, rules.desired_version)
        join rule_versions running on running.rule_id = rules.id and running.body_version = used.body_version
        where used.interface_id = interfaces.id and used.role = 'IN' and running.body -> 'inputs' -> 'sensors' ? events.subject_id
          and not exists (select 1 from jsonb_array_elements_text(running.body -> 'inputs' -> 'sensors') as sensor (id)
            where not exists (select 1 from events fault where fault.status <> 'CLOSED' and fault.problem = 'SENSOR_FAULT'
              and fault.subject_id = sensor.id)))`.execute(work.sql)
  return rows
}

/** Open CRITICAL faults without an open batch: a batch is the only reason for which a fault of a sensor is CRITICAL. */
export const overstatedFaults = (work: UnitOfWork) =>
  work.sql
    .selectFrom('events')
    .select(['id', 'entity_id', 'status'])
    .where(isOpen)
    .where('problem', '=', 'SENSOR_FAULT')
    .where('severity', '=', 'CRITICAL')
    .where(sql<SqlBool>`not ${isBatchOpen}`)
    .execute()

/** Open events of terminals that are back or retired. */
export async function endedSilences(work: UnitOfWork) {
  const { rows } = await sql<{ id: string; at: Date | null }>`
    select events.id, links.last_communication_at as at from events
      join terminals on terminals.id = events.terminal_id
      left join terminal_links links on links.terminal_id = terminals.id
    where events.status <> 'CLOSED' and events.problem = 'TERMINAL_SILENT'
      and (terminals.retired_at is not null or links.silent_since is null or events.problem_since <> ${inMs('links.silent_since')})`.execute(
    work.sql,
  )
  return rows
}

/** Stalled updates without an open event; `closedAt`: when a user closed the last one. */
export async function newlyStalledUpdates(work: UnitOfWork, quiet: Date) {
  const { rows } = await sql<{ id: string; entityId: string; name: string; at: Date; closedAt: Date | null }>`
    select terminals.id, terminals.entity_id as "entityId", terminals.display_name as name, links.stalled_at as at,
      event.close_date as "closedAt"
    from terminals join terminal_links links on links.terminal_id = terminals.id
      left join events event on event.problem = 'UPDATE_STALLED' and event.subject_id = terminals.id::text
        and event.problem_since = ${inMs('links.stalled_at')}
    where links.stalled_at is not null and terminals.retired_at is null and ${needsEvent(quiet)}`.execute(work.sql)
  return rows
}

/** Open events of updates that progressed or ended. */
export async function endedStalls(work: UnitOfWork) {
  const { rows } = await sql<{ id: string }>`
    select events.id from events
      join terminals on terminals.id = events.terminal_id
      left join terminal_links links on links.terminal_id = terminals.id
    where events.status <> 'CLOSED' and events.problem = 'UPDATE_STALLED'
      and (terminals.retired_at is not null or links.stalled_at is null or events.problem_since <> ${inMs('links.stalled_at')})`.execute(
    work.sql,
  )
  return rows
}

export const terminalById = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('terminals')
    .select(['display_name as name', 'entity_id as entityId'])
    .where('id', '=', id)
    .where(inScope(work, 'terminals.entity_id'))
    .executeTakeFirst()

/** Selects events of a problem by subject or by entity. */
export type ProblemFilter = { readonly problem: Problem } & ({ readonly subjectId: string } | { readonly entityId: string })

const matchesProblem = (problemOf: ProblemFilter) =>
  sql<SqlBool>`events.problem = ${problemOf.problem} and ${
    'subjectId' in problemOf ? sql`events.subject_id = ${problemOf.subjectId}` : sql`events.entity_id = ${problemOf.entityId}`
  }`

export const openProblems = (work: UnitOfWork, problemOf: ProblemFilter) =>
  work.sql.selectFrom('events').select('id').where(isOpen).where(matchesProblem(problemOf)).execute()

/** Did a user close an event of this problem since then? */
export async function wasClosedByUserSince(work: UnitOfWork, problemOf: ProblemFilter, since: Date): Promise<boolean> {
  const row = await work.sql
    .selectFrom('events')
    .select('id')
    .where(matchesProblem(problemOf))
    .where('closed_by', 'is not', null)
    .where('close_date', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
