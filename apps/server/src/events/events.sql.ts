import type { EventStatus, Severity } from '@steading/contract/events'
import type { PageQuery } from '@steading/contract/paging'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { batchRef, isSeenBatch } from '../batches/index.ts'
import { entityRef } from '../entities/index.ts'
import { holds, saysPlainly } from '../platform/database/search.ts'
import { mayDo, seesPeople } from '../platform/actor.ts'
import { nextVersion } from '../platform/database/nextVersion.ts'
import { atOrBelow, inScope } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import { ofRule } from './ofRule.ts'
import type { Standing } from './transition.ts'

/** Tickets are for those who may see them. */
const besidesTickets = ({ actor }: Work) =>
  mayDo(actor, 'helpdesk.read') ? sql<SqlBool>`true` : sql<SqlBool>`events.category not like 'HELPDESK%'`

/** The names of what an event is about. */
export const named = (work: Work) =>
  [
    entityRef('entity_id', 'events').as('entity'),
    batchRef(work, 'events.batch_id').as('batch'),
    who('events.created_by').as('createdBy'),
    who('events.closed_by').as('closedBy'),
    who('events.updated_by').as('updatedBy'),
  ] as const

export const rows = (work: Work) =>
  work.sql
    .selectFrom('events')
    .selectAll('events')
    .select(named(work))
    .where(inScope(work, 'events.entity_id'))
    .where(besidesTickets(work))
export type EventRow = NonNullable<Awaited<ReturnType<typeof eventById>>>

export const eventById = (work: Work, id: string) => rows(work).where('events.id', '=', id).executeTakeFirst()

/** Of the box that it came from, also for whoever sees only what stands at the box. */
export const boxOf = (work: Work, id: string) =>
  work.sql.selectFrom('boxes').select(['id', 'display_name']).where('id', '=', id).executeTakeFirst()

/** As eventById, of several in one order, and nobody else changes them before the work is done. */
export async function lockEvents(work: Work, ids: readonly string[]) {
  await work.sql
    .selectFrom('events')
    .select('id')
    .where('id', 'in', [...ids])
    .where(inScope(work, 'events.entity_id'))
    .orderBy('id')
    // Nobody changes its id: what only names it, as messages do, need not wait.
    .forNoKeyUpdate()
    .execute()
  return rows(work)
    .where('events.id', 'in', [...ids])
    .orderBy('events.id')
    .execute()
}
export const lockEvent = async (work: Work, id: string) => (await lockEvents(work, [id]))[0]

export interface EventFilter {
  readonly title?: string | undefined
  readonly entity?: string | undefined
  readonly enterpriseId?: string | undefined
  readonly batchId?: string | undefined
  /** At or below any of these. */
  readonly entities?: readonly string[] | undefined
  readonly status?: readonly string[] | undefined
  readonly severityLevel?: readonly string[] | undefined
  readonly category?: readonly string[] | undefined
  readonly helpdesk?: boolean | undefined
  readonly cause?: readonly string[] | undefined
  readonly origin?: string | undefined
  readonly user?: string | undefined
  readonly contact?: string | undefined
  readonly ruleId?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  /** The opening period holds for closed events only. */
  readonly withNotClosed?: boolean | undefined
  readonly closeDateFrom?: string | undefined
  readonly closeDateTo?: string | undefined
}

/** Who made it, closed it or was told of it. */
const concerns = (user: string) => sql<SqlBool>`(events.created_by = ${user} or events.closed_by = ${user}
  or exists (select 1 from notifications where notifications.event_id = events.id and notifications.user_id = ${user}))`

/** Told at such an address. To search is to read: of addresses that the caller sees hidden, none is found. */
const reached = ({ actor }: Work, contact: string) => sql<SqlBool>`exists (select 1 from notifications
  where notifications.event_id = events.id and ${saysPlainly(sql.ref('notifications.recipient'), contact)}
    and (${seesPeople(actor)} or notifications.user_id = ${actor.id}))`

/** Severities sort by weight, not by letter. */
const weight = sql<number>`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity)`

/** Of these the ones that need somebody first: what is not over, then the gravest, then the newest. */
export const urgentOf = (work: Work, ids: readonly string[], most: number) =>
  rows(work)
    .where('events.id', 'in', [...ids])
    .orderBy(sql`events.status = 'CLOSED'`)
    .orderBy(weight, 'desc')
    .orderBy('events.open_date', 'desc')
    .orderBy('events.id', 'desc')
    .limit(most)
    .execute()

/** The opening period; undefined: without one. */
function openedWithin({ fromDate, toDate }: EventFilter) {
  const bounds = [
    ...(fromDate ? [sql<SqlBool>`events.open_date >= ${new Date(fromDate)}`] : []),
    ...(toDate ? [sql<SqlBool>`events.open_date <= ${new Date(toDate)}`] : []),
  ]
  return bounds.length > 0 ? sql<SqlBool>`(${sql.join(bounds, sql` and `)})` : undefined
}

function matching(work: Work, filter: EventFilter) {
  let query = rows(work)
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
  if (filter.origin) query = query.where('events.origin', '=', filter.origin)
  if (filter.user) query = query.where(concerns(filter.user))
  if (filter.contact) query = query.where(reached(work, filter.contact))
  if (filter.ruleId) query = query.where('events.rule_id', '=', filter.ruleId)
  const opened = openedWithin(filter)
  if (opened) query = query.where(filter.withNotClosed ? sql<SqlBool>`(${opened} or events.status <> 'CLOSED')` : opened)
  if (filter.closeDateFrom) query = query.where('events.close_date', '>=', new Date(filter.closeDateFrom))
  if (filter.closeDateTo) query = query.where('events.close_date', '<=', new Date(filter.closeDateTo))
  return query
}

export function searchEvents(work: Work, asked: PageQuery, filter: EventFilter) {
  const columns = {
    openDate: 'events.open_date',
    closeDate: 'events.close_date',
    title: 'events.title',
    severityLevel: weight,
    status: 'events.status',
    id: 'events.id',
  } as const
  return page(work, matching(work, filter), asked, columns, 'events.id', row => row)
}

/** How many of each severity. */
export const countEvents = (work: Work, filter: EventFilter) =>
  matching(work, filter)
    .clearSelect()
    .select(['events.severity', sql<number>`count(*)::int`.as('n')])
    .groupBy('events.severity')
    .execute()

export const ruleEvent = async (work: Work, ruleId: string) => {
  const row = await work.sql.selectFrom('rules').select('event').where('id', '=', ruleId).executeTakeFirst()
  return row?.event ?? null
}

/** What people made of events that a box's rules opened: as long as it may matter to the rule. */
export async function statusesForBox(work: Work, terminalId: string): Promise<Record<string, EventStatus>> {
  const { rows: found } = await sql<{ key: string; status: EventStatus }>`
    select events.key, events.status from events
      join rules on rules.id = events.rule_id and rules.terminal_id = ${terminalId}
      cross join lateral (select status, date from event_changes
        where event_id = events.id and event_changes.key is null and not note order by date desc, id desc limit 1) person
    where ${ofRule} and person.status = events.status
      and (events.status <> 'CLOSED' or events.closed_by is not null)
      and person.date > ${new Date(work.now.getTime() - 7 * 86_400_000)}
    order by events.key limit 1000`.execute(work.sql)
  return Object.fromEntries(found.map(({ key, status }) => [key, status]))
}

export const setStanding = (work: Work, id: string, standing: Standing) =>
  work.sql
    .updateTable('events')
    .set({
      status: standing.status,
      close_date: standing.closeDate,
      closed_by: standing.closedBy,
      ...nextVersion(work),
    })
    .where('id', '=', id)
    .execute()

export const setSeverity = (work: Work, id: string, severity: Severity) =>
  work.sql
    .updateTable('events')
    .set(eb => ({ severity, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** What held in the past holds now. */
export const nowPresent = (work: Work, id: string) =>
  work.sql.updateTable('events').set({ past: false }).where('id', '=', id).execute()
