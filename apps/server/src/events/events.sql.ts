import type { EventStatus, Finding, Severity } from '@steading/contract/events/events'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { batchRef, isSeenBatch } from '../batches/index.ts'
import { entityRef } from '../entities/index.ts'
import { holds, saysPlainly } from '../platform/database/sql/search.ts'
import { isPermitted, seesPeople } from '../platform/actor.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { EventState } from './status/eventState.ts'

/** Helpdesk tickets need a permission of their own. */
const excludeHiddenTickets = ({ actor }: UnitOfWork) =>
  isPermitted(actor, 'helpdesk.read') ? sql<SqlBool>`true` : sql<SqlBool>`events.category not like 'HELPDESK%'`

/** References of an event: entity, batch and users by name. */
export const eventReferences = (work: UnitOfWork) =>
  [
    entityRef('entity_id', 'events').as('entity'),
    batchRef(work, 'events.batch_id').as('batch'),
    personReference('events.created_by').as('createdBy'),
    personReference('events.closed_by').as('closedBy'),
    personReference('events.updated_by').as('updatedBy'),
  ] as const

export const visibleEvents = (work: UnitOfWork) =>
  work.sql
    .selectFrom('events')
    .selectAll('events')
    .select(eventReferences(work))
    .where(inScope(work, 'events.entity_id'))
    .where(excludeHiddenTickets(work))
export type EventRow = NonNullable<Awaited<ReturnType<typeof eventById>>>

export const eventById = (work: UnitOfWork, id: string) => visibleEvents(work).where('events.id', '=', id).executeTakeFirst()

/** Terminal of an event; `boxes` is also visible to callers who see only an entity that the terminal serves. */
export const eventTerminal = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('boxes').select(['id', 'display_name']).where('id', '=', id).executeTakeFirst()

/** Locks events until the end of the transaction, in the order of ids to avoid deadlocks. */
export async function lockEvents(work: UnitOfWork, ids: readonly string[]) {
  await work.sql
    .selectFrom('events')
    .select('id')
    .where('id', 'in', [...ids])
    .where(inScope(work, 'events.entity_id'))
    .orderBy('id')
    // NO KEY: inserts that reference the event by foreign key need not wait.
    .forNoKeyUpdate()
    .execute()
  return visibleEvents(work)
    .where('events.id', 'in', [...ids])
    .orderBy('events.id')
    .execute()
}
export const lockEvent = async (work: UnitOfWork, id: string) => (await lockEvents(work, [id]))[0]

export interface EventFilter {
  readonly title?: string | undefined
  readonly entity?: string | undefined
  readonly enterpriseId?: string | undefined
  readonly batchId?: string | undefined
  /** At or below any of these. */
  readonly entities?: readonly string[] | undefined
  readonly status?: readonly EventStatus[] | undefined
  readonly severityLevel?: readonly Severity[] | undefined
  readonly category?: readonly string[] | undefined
  readonly helpdesk?: boolean | undefined
  readonly cause?: readonly string[] | undefined
  readonly finding?: readonly Finding[] | undefined
  readonly origin?: string | undefined
  readonly user?: string | undefined
  readonly contact?: string | undefined
  readonly ruleId?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  /** Apply the opening period to closed events only. */
  readonly withNotClosed?: boolean | undefined
  readonly notClosedBefore?: string | undefined
  readonly closeDateFrom?: string | undefined
  readonly closeDateTo?: string | undefined
}

/** The user created or closed the event, or was notified of it. */
const involvesUser = (user: string) => sql<SqlBool>`(events.created_by = ${user} or events.closed_by = ${user}
  or exists (select 1 from notifications where notifications.event_id = events.id and notifications.user_id = ${user}))`

/** An address was notified. Addresses that the caller may not see are not found either. */
const notifiedAddress = ({ actor }: UnitOfWork, contact: string) => sql<SqlBool>`exists (select 1 from notifications
  where notifications.event_id = events.id and ${saysPlainly(sql.ref('notifications.recipient'), contact)}
    and (${seesPeople(actor)} or notifications.user_id = ${actor.id}))`

/** Sort key of a severity. */
const severityRank = sql<number>`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity)`

/** The most urgent of these events: open before closed, then by severity, then the newest. */
export const mostUrgentEvents = (work: UnitOfWork, ids: readonly string[], most: number) =>
  visibleEvents(work)
    .where('events.id', 'in', [...ids])
    .orderBy(sql`events.status = 'CLOSED'`)
    .orderBy(severityRank, 'desc')
    .orderBy('events.open_date', 'desc')
    .orderBy('events.id', 'desc')
    .limit(most)
    .execute()

/** Condition of the opening period; undefined: none. */
function openDateCondition({ fromDate, toDate }: EventFilter) {
  const bounds = [
    ...(fromDate ? [sql<SqlBool>`events.open_date >= ${new Date(fromDate)}`] : []),
    ...(toDate ? [sql<SqlBool>`events.open_date <= ${new Date(toDate)}`] : []),
  ]
  return bounds.length > 0 ? sql<SqlBool>`(${sql.join(bounds, sql` and `)})` : undefined
}

function filteredEvents(work: UnitOfWork, filter: EventFilter) {
  let query = visibleEvents(work)
  if (filter.title) query = query.where(holds('events', filter.title))
  for (const place of [filter.entity, filter.enterpriseId])
    if (place) query = query.where(atOrBelow(sql.ref('events.entity_id'), place))
  if (filter.entities) query = query.where(atOrBelow(sql.ref('events.entity_id'), filter.entities))
  if (filter.batchId) query = query.where('events.batch_id', '=', filter.batchId).where(isSeenBatch(work, filter.batchId))
  if (filter.status) query = query.where('events.status', 'in', filter.status)
  if (filter.severityLevel) query = query.where('events.severity', 'in', filter.severityLevel)
  if (filter.category) query = query.where('events.category', 'in', filter.category)
  if (filter.helpdesk !== undefined) query = query.where('events.category', filter.helpdesk ? 'like' : 'not like', 'HELPDESK%')
  if (filter.cause) query = query.where('events.cause', 'in', filter.cause)
  if (filter.finding) query = query.where('events.finding', 'in', filter.finding)
  if (filter.origin) query = query.where('events.origin', '=', filter.origin)
  if (filter.user) query = query.where(involvesUser(filter.user))
  if (filter.contact) query = query.where(notifiedAddress(work, filter.contact))
  if (filter.ruleId) query = query.where('events.rule_id', '=', filter.ruleId)
  const opened = openDateCondition(filter)
  if (opened) query = query.where(filter.withNotClosed ? sql<SqlBool>`(${opened} or events.status <> 'CLOSED')` : opened)
  if (filter.notClosedBefore)
    query = query.where(sql<SqlBool>`(events.close_date is null or events.close_date >= ${new Date(filter.notClosedBefore)})`)
  if (filter.closeDateFrom) query = query.where('events.close_date', '>=', new Date(filter.closeDateFrom))
  if (filter.closeDateTo) query = query.where('events.close_date', '<=', new Date(filter.closeDateTo))
  return query
}

export function searchEvents(work: UnitOfWork, asked: PageQuery, filter: EventFilter) {
  const columns = {
    openDate: 'events.open_date',
    closeDate: 'events.close_date',
    title: 'events.title',
    severityLevel: severityRank,
    status: 'events.status',
    id: 'events.id',
  } as const
  return fetchPage(work, filteredEvents(work, filter), asked, columns, 'events.id', row => row)
}

/** Messages that were sent about an event. */
const sentMessages = sql<number>`(select count(*)::int from notifications where notifications.event_id = events.id and notifications.state = 'SENT')`

/** The next events by their opening, each with the number of its messages. */
export function eventsAfter(
  work: UnitOfWork,
  filter: EventFilter,
  last: { readonly at: Date; readonly id: string } | undefined,
  most: number,
) {
  let query = filteredEvents(work, filter)
  if (last) query = query.where(eb => eb(eb.refTuple('events.open_date', 'events.id'), '>', eb.tuple(last.at, last.id)))
  return query.select(sentMessages.as('messages')).orderBy('events.open_date').orderBy('events.id').limit(most).execute()
}

/** Mean time to close, s (null: none is closed), and the number of messages of all events. */
export async function eventTotals(work: UnitOfWork, filter: EventFilter) {
  const row = await filteredEvents(work, filter)
    .clearSelect()
    .select([
      sql<number | null>`extract(epoch from avg(events.close_date - events.open_date))::float8`.as('secondsToClose'),
      sql<number>`coalesce(sum(${sentMessages}), 0)::int`.as('messages'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Number of events by severity. */
const countEvents = (work: UnitOfWork, filter: EventFilter) =>
  filteredEvents(work, filter)
    .clearSelect()
    .select(['events.severity', sql<number>`count(*)::int`.as('n')])
    .groupBy('events.severity')
    .execute()

/** Counts by severity, and their sum. */
export async function countBySeverity(work: UnitOfWork, filter: EventFilter) {
  const counts = { LOW: 0, MODERATE: 0, MAJOR: 0, CRITICAL: 0 }
  for (const { severity, n } of await countEvents(work, filter)) if (severity in counts) counts[severity] = n // safe: just checked
  return { ...counts, total: Object.values(counts).reduce((sum, n) => sum + n, 0) }
}

/**
 * Did a rule open the event, and does the rule still exist? A system alarm may name a rule as well, and users change the category,
 * so `source` decides.
 */
export const isOpenedByRule = ({ rule_id: ruleId, source }: Pick<EventRow, 'rule_id' | 'source'>): boolean =>
  source === 'RULE' && ruleId !== null

/** isOpenedByRule as SQL, on a row of `events`. */
export const openedByRule = sql<SqlBool>`(events.source = 'RULE' and events.rule_id is not null)`

/** Status that users set on events of a box's rules in the last 7 days, by event key. */
export async function statusesForBox(work: UnitOfWork, terminalId: string): Promise<Record<string, EventStatus>> {
  const { rows: found } = await sql<{ key: string; status: EventStatus }>`
    select events.source_key as key, events.status from events
      join rules on rules.id = events.rule_id and rules.terminal_id = ${terminalId}
      cross join lateral (select status, date from event_changes
        where event_id = events.id and event_changes.key is null and not is_note order by date desc, id desc limit 1) person
    where ${openedByRule} and person.status = events.status
      and (events.status <> 'CLOSED' or events.closed_by is not null)
      and person.date > ${new Date(work.now.getTime() - 7 * 86_400_000)}
    order by events.source_key limit 1000`.execute(work.sql)
  return Object.fromEntries(found.map(({ key, status }) => [key, status]))
}

export const setEventState = (work: UnitOfWork, id: string, standing: EventState) =>
  work.sql
    .updateTable('events')
    .set({
      status: standing.status,
      close_date: standing.closeDate,
      closed_by: standing.closedBy,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .execute()

export const setFinding = (work: UnitOfWork, id: string, finding: Finding) =>
  work.sql
    .updateTable('events')
    .set({ finding, ...versionColumns(work) })
    .where('id', '=', id)
    .execute()

export const setSeverity = (work: UnitOfWork, id: string, severity: Severity) =>
  work.sql
    .updateTable('events')
    .set(eb => ({ severity, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Clears `is_historic`: the condition is confirmed to be ongoing. */
export const clearHistoric = (work: UnitOfWork, id: string) =>
  work.sql.updateTable('events').set({ is_historic: false }).where('id', '=', id).execute()
