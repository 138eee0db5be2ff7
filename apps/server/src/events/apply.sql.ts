import type { EventStatus, Severity } from '@steading/contract/events'
import { sql } from 'kysely'
import { answersTo, firstOf, jointly } from '../platform/database/jointly.ts'
import { records } from '../platform/database/records.ts'
import type { Work } from '../platform/database/work.ts'
import type { Wording } from '../platform/wording.ts'
import type { FrozenCause, Named } from './cause.ts'
import { named, rows } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'

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

export interface NewEvent {
  readonly key: string
  readonly entityId: string
  readonly terminalId: string | null
  readonly rule: { readonly id: string; readonly displayName: string } | null
  readonly title: string
  readonly wording: Wording | null
  /** The title in every language, a line each, where it has a wording. */
  readonly spoken?: string
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
  ...{
    wording: 'jsonb',
    spoken: 'text',
    description: 'text',
    severity: 'text',
    category: 'text',
    origin: 'text',
    status: 'text',
  },
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
    spoken: event.spoken ?? '',
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
        .columns([...MADE_COLUMNS, 'batch_id'])
        .expression(
          db
            .selectFrom(records(MADE, given))
            .select([...MADE_COLUMNS, sql<string | null>`batch_at(entity_id, open_date)`.as('batch_id')]),
        )
        .onConflict(conflict => conflict.column('key').doNothing())
        .returningAll()
        .returning(named(work)),
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
    .set({ causes: JSON.stringify(causes), entity_id: entityId, batch_id: sql<string | null>`batch_at(${entityId}, open_date)` })
    .where('id', '=', id)
    .execute()
