import type { EventStatus, EventStep, Severity } from '@steading/contract/events'
import type { PageQuery } from '@steading/contract/paging'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { holds, saysPlainly } from '../platform/database/search.ts'
import { mayDo } from '../platform/actor.ts'
import { answersTo, jointly } from '../platform/database/jointly.ts'
import { records } from '../platform/database/records.ts'
import { nextVersion } from '../platform/database/nextVersion.ts'
import { inScope } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import type { Wording } from '../platform/wording.ts'
import type { FrozenCause, Named } from './cause.ts'
import { ofRule } from './ofRule.ts'
import type { Standing } from './transition.ts'

/** Tickets are for those who may see them. */
const besidesTickets = ({ actor }: Work) =>
  mayDo(actor, 'helpdesk.read') ? sql<SqlBool>`true` : sql<SqlBool>`events.category not like 'HELPDESK%'`

/** The names of what an event is about. */
const named = [
  entityRef('entity_id', 'events').as('entity'),
  who('events.created_by').as('createdBy'),
  who('events.closed_by').as('closedBy'),
  who('events.updated_by').as('updatedBy'),
] as const

const rows = (work: Work) =>
  work.sql
    .selectFrom('events')
    .selectAll('events')
    .select(named)
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
  readonly closeDateFrom?: string | undefined
  readonly closeDateTo?: string | undefined
}

const below = (...entities: readonly string[]) => sql<SqlBool>`exists (select 1 from entities place, entities top
  where place.id = events.entity_id and top.id = any(${entities}::bigint[]) and place.path <@ top.path)`

/** Who made it, closed it or was told of it. */
const concerns = (user: string) => sql<SqlBool>`(events.created_by = ${user} or events.closed_by = ${user}
  or exists (select 1 from notifications where notifications.event_id = events.id and notifications.user_id = ${user}))`

const reached = (contact: string) => sql<SqlBool>`exists (select 1 from notifications
  where notifications.event_id = events.id and ${saysPlainly(sql.ref('notifications.recipient'), contact)})`

/** Severities sort by weight, not by letter. */
const weight = sql<number>`array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity)`

function matching(work: Work, filter: EventFilter) {
  let query = rows(work)
  if (filter.title) query = query.where(holds('events', filter.title))
  for (const place of [filter.entity, filter.enterpriseId]) if (place) query = query.where(below(place))
  if (filter.entities) query = query.where(below(...filter.entities))
  if (filter.status) query = query.where('events.status', 'in', filter.status)
  if (filter.severityLevel) query = query.where('events.severity', 'in', filter.severityLevel)
  if (filter.category) query = query.where('events.category', 'in', filter.category)
  if (filter.helpdesk !== undefined) query = query.where('events.category', filter.helpdesk ? 'like' : 'not like', 'HELPDESK%')
  if (filter.cause) query = query.where('events.cause', 'in', filter.cause)
  if (filter.origin) query = query.where('events.origin', '=', filter.origin)
  if (filter.user) query = query.where(concerns(filter.user))
  if (filter.contact) query = query.where(reached(filter.contact))
  if (filter.ruleId) query = query.where('events.rule_id', '=', filter.ruleId)
  if (filter.fromDate) query = query.where('events.open_date', '>=', new Date(filter.fromDate))
  if (filter.toDate) query = query.where('events.open_date', '<=', new Date(filter.toDate))
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

/** Of the occurrences, the first cause of each condition. */
export const causesOf = async (work: Work, eventId: string) => {
  const { rows: found } = await sql<{ cause: unknown }>`
    select distinct on (cause ->> 'line') cause from event_occurrences
    where event_id = ${eventId} and cause is not null order by cause ->> 'line', ts, id`.execute(work.sql)
  return found.map(({ cause }) => cause)
}

export function searchOccurrences(work: Work, eventId: string, asked: PageQuery) {
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
  return page(work, query, asked, { occurrenceTimestampUtc: 'event_occurrences.ts' }, 'event_occurrences.id', row => row)
}

export const changesOf = (work: Work, eventId: string) =>
  work.sql
    .selectFrom('event_changes')
    .select(['status', 'notes', 'date', 'step', 'via', 'by_name as name', who('event_changes.user_id').as('user')])
    .select(sql<boolean>`coalesce(event_changes.key like '%:left', false)`.as('ruleLeft'))
    .where('event_id', '=', eventId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

export interface RuleOfEvents {
  readonly id: string
  readonly terminalId: string | null
  readonly displayName: string
  readonly kind: string
  readonly version: number
  readonly event: unknown
  readonly entityId: string
  readonly severity: string | null
}

/** The rule whose doing it is: of this box, or a global one (null). */
export const ruleOf = jointly(
  async (
    work,
    all: readonly { readonly id: string; readonly terminalId: string | null }[],
  ): Promise<(RuleOfEvents | undefined)[]> => {
    const { rows: found } = await sql<RuleOfEvents & { at: number }>`
      select asked.at::int as at, rules.id, rules.terminal_id as "terminalId", display_name as "displayName", kind, body_version as version,
        event, coalesce(sector_id, entity_id) as "entityId", body -> 'event' ->> 'severityLevel' as severity
      from unnest(${all.map(one => one.id)}::bigint[], ${all.map(one => one.terminalId)}::bigint[])
          with ordinality as asked (id, terminal_id, at)
        join rules on rules.id = asked.id and rules.terminal_id is not distinct from asked.terminal_id`.execute(work.sql)
    return answersTo(all, found).map(([rule]) => rule)
  },
)

/** What a rule said of its events in one version. */
export const asOf = (work: Work, ruleId: string, version: number) =>
  work.sql
    .selectFrom('rule_versions')
    .select(['display_name as displayName', 'event', sql<string | null>`body -> 'event' ->> 'severityLevel'`.as('severity')])
    .where('rule_id', '=', ruleId)
    .where('body_version', '=', version)
    .executeTakeFirst()

/** An interface that a rule may name; `standsAt`: where an event of the rule stands that it opened. */
export interface Nameable extends Named {
  readonly entityId: string
  readonly standsAt: string
}

/**
 * An interface, as far as a rule may name it: of its terminal, or one that it was given. An event stands where its sensor does,
 * for that is where somebody has to go; what is measured for the rule's place from above it concerns that place.
 */
export const nameableBy = jointly(
  async (work, all: readonly { readonly rule: RuleOfEvents; readonly id: string }[]): Promise<(Nameable | undefined)[]> => {
    const rules = all.map(one => one.rule)
    const { rows: found } = await sql<Nameable & { at: number }>`
      select asked.at::int as at, interfaces.id, interfaces.display_name as name, category, max, entity_id as "entityId",
        entities.display_name as place, case when own.path <@ entities.path then own.id else entities.id end as "standsAt"
      from unnest(${all.map(one => one.id)}::bigint[], ${rules.map(rule => rule.id)}::bigint[],
          ${rules.map(rule => rule.terminalId)}::bigint[], ${rules.map(rule => rule.entityId)}::bigint[])
          with ordinality as asked (id, rule_id, terminal_id, own_id, at)
        join interfaces on interfaces.id = asked.id
        join entities on entities.id = entity_id join entities own on own.id = asked.own_id
      where interfaces.terminal_id = asked.terminal_id
        or exists (select 1 from rule_interfaces named where named.rule_id = asked.rule_id and named.interface_id = interfaces.id)`.execute(
      work.sql,
    )
    return answersTo(all, found).map(([named]) => named)
  },
)

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
        where event_id = events.id and event_changes.key is null order by date desc, id desc limit 1) person
    where ${ofRule} and person.status = events.status
      and (events.status <> 'CLOSED' or events.closed_by is not null)
      and person.date > ${new Date(work.now.getTime() - 7 * 86_400_000)}
    order by events.key limit 1000`.execute(work.sql)
  return Object.fromEntries(found.map(({ key, status }) => [key, status]))
}

export interface NewEvent {
  readonly key: string
  readonly entityId: string
  readonly terminalId: string | null
  readonly rule: { readonly id: string; readonly displayName: string } | null
  readonly title: string
  readonly wording: Wording | null
  readonly description: string
  readonly severity: Severity
  readonly category: string
  readonly status: EventStatus
  readonly openDate: Date
  readonly past: boolean
  /** Every condition that held when it opened. */
  readonly causes?: readonly FrozenCause[]
}

const MADE = {
  ...{ key: 'text', entity_id: 'bigint', terminal_id: 'bigint', rule_id: 'bigint', rule_name: 'text', title: 'text' },
  ...{ wording: 'jsonb', description: 'text', severity: 'text', category: 'text', origin: 'text', status: 'text' },
  ...{ open_date: 'timestamptz', close_date: 'timestamptz', past: 'boolean', causes: 'jsonb', created_at: 'timestamptz' },
} as const
const MADE_COLUMNS = Object.keys(MADE) as (keyof typeof MADE)[] // safe: its own

/** With the first line of its history; undefined when the event is there already. */
export const insertEvent = jointly(async (work, all: readonly NewEvent[]): Promise<(EventRow | undefined)[]> => {
  const given = all.map(event => ({
    key: event.key,
    entity_id: event.entityId,
    terminal_id: event.terminalId,
    rule_id: event.rule?.id ?? null,
    rule_name: event.rule?.displayName ?? null,
    title: event.title,
    wording: event.wording,
    description: event.description,
    severity: event.severity,
    category: event.category,
    origin: 'AUTOMATIC',
    status: event.status,
    open_date: event.openDate,
    close_date: event.status === 'CLOSED' ? event.openDate : null,
    past: event.past,
    causes: event.causes ?? null,
    created_at: work.now,
  }))
  const made = await work.sql
    .with('made', db =>
      db
        .insertInto('events')
        .columns(MADE_COLUMNS)
        .expression(db.selectFrom(records(MADE, given)).select(MADE_COLUMNS))
        .onConflict(conflict => conflict.column('key').doNothing())
        .returningAll()
        .returning(named),
    )
    .with('opened', db =>
      db
        .insertInto('event_changes')
        .columns(['event_id', 'key', 'status', 'notes', 'date'])
        .expression(
          db
            .selectFrom('made')
            .select(['made.id', 'made.key', 'made.status', sql<string>`''`.as('notes'), 'made.open_date'])
            .where('made.key', 'is not', null),
        )
        .onConflict(conflict => conflict.column('key').doNothing()),
    )
    .selectFrom('made')
    .selectAll()
    .execute()
  return firstOf(all, made)
})

/** The row of each key, for the first that names it: of the others it stood there already. */
function firstOf<Row extends { readonly key: string | null }>(all: readonly { readonly key: string }[], made: readonly Row[]) {
  const byKey = new Map(made.map(row => [row.key, row]))
  return all.map(({ key }) => {
    const row = byKey.get(key)
    byKey.delete(key)
    return row
  })
}

/** Locks the event of this key. */
export const eventByKey = (work: Work, key: string) =>
  rows(work).where('events.key', '=', key).forNoKeyUpdate('events').executeTakeFirst()

/** News from before what was known: the opening came after what followed it. */
export const openedBefore = (work: Work, id: string, date: Date) =>
  work.sql.updateTable('events').set({ open_date: date }).where('id', '=', id).where('open_date', '>', date).execute()

/** Every condition that held when it opened, and where it stands by them. */
export const setCauses = (work: Work, id: string, entityId: string, causes: readonly FrozenCause[]) =>
  work.sql
    .updateTable('events')
    .set({ causes: JSON.stringify(causes), entity_id: entityId })
    .where('id', '=', id)
    .execute()

export interface NewOccurrence {
  readonly eventId: string
  readonly key: string
  readonly ts: Date
  readonly cause: FrozenCause | null
  readonly n?: number
  readonly escalation?: number
}
const OCCURRED = { event_id: 'bigint', key: 'text', ts: 'timestamptz', cause: 'jsonb', n: 'int', escalation: 'int' } as const
const OCCURRED_COLUMNS = Object.keys(OCCURRED) as (keyof typeof OCCURRED)[] // safe: its own

/** Answers its id; undefined: it stood there before. */
export const insertOccurrence = jointly(async (work, all: readonly NewOccurrence[]): Promise<(string | undefined)[]> => {
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
        .columns(OCCURRED_COLUMNS)
        .expression(db.selectFrom(records(OCCURRED, given)).select(OCCURRED_COLUMNS))
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
  return firstOf(all, made).map(row => row?.id)
})

export const latestOccurrence = (work: Work, eventId: string) =>
  work.sql
    .selectFrom('event_occurrences')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('ts', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Once more people were told of it. */
export const countTold = jointly(async (work, all: readonly string[]): Promise<void[]> => {
  await sql`update events set notifications = notifications + told.n
    from (select id, count(*)::int as n from unnest(${[...all]}::bigint[]) as asked (id) group by id) told
    where events.id = told.id`.execute(work.sql)
  return all.map(() => undefined)
})

/** Adds a line to the history; false when the same doing (by its key) stands there already. */
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
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The last thing that the rule itself did to the event, and the last that a person did. */
export async function lastChanges(work: Work, eventId: string) {
  const isByRule = sql<boolean>`(key is not null)`
  const newest = await work.sql
    .selectFrom('event_changes')
    .distinctOn(isByRule)
    .select(['status', 'date', isByRule.as('isByRule')])
    .where('event_id', '=', eventId)
    .orderBy(isByRule)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { rule: newest.find(one => one.isByRule), person: newest.find(one => !one.isByRule) }
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
