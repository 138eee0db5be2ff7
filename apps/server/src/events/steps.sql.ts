import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { notationIn } from '../platform/database/notation.ts'
import type { Work } from '../platform/database/work.ts'
import { ofRule } from './ofRule.ts'

/** Is it closed by its rule, or by the platform, once it is over? */
const closesItself = sql<boolean>`(events.origin = 'AUTOMATIC' and coalesce(case when ${ofRule}
  then (select auto_close from rules where rules.id = events.rule_id)
  else events.key similar to '(silent|fault|stalled):%' end, false))`

const isChecked = sql<boolean>`exists (select 1 from event_changes looked where looked.event_id = events.id and looked.step = 'CHECKED'
  and looked.date >= (select max(date) from event_changes opened
    where opened.event_id = events.id and opened.status = 'OPEN' and not opened.note))`

/**
 * Does what it tells of last, as far as anybody knows? Of a rule that closes its events itself, and of what the platform watches.
 * The rule may stand above who looks: a house's alarm is mostly its farm's.
 */
export async function lasts(work: Work, eventId: string): Promise<boolean> {
  const { rows } = await work.beyond(whole =>
    sql<{ lasts: boolean }>`
    select ${closesItself} and events.status <> 'CLOSED' as lasts from events where events.id = ${eventId}`.execute(whole.sql),
  )
  return rows[0]?.lasts ?? false
}

/** Of these, closed by people, the ones that nothing but people has closed since they opened; has anybody looked on site? */
export async function notOver(work: Work, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await work.beyond(whole =>
    sql<{ id: string; checked: boolean }>`
    select events.id::text as id, ${isChecked} as checked from events where events.id = any (${[...ids]}::bigint[]) and ${closesItself}
      and coalesce((select said.status from event_changes said where said.event_id = events.id and said.key is not null
        order by said.date desc, said.id desc limit 1), 'OPEN') <> 'CLOSED'`.execute(whole.sql),
  )
  return new Map(rows.map(row => [row.id, row.checked]))
}

/** Has somebody looked on the spot since it opened last? */
export async function wasChecked(work: Work, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ checked: boolean }>`
    select ${isChecked} as checked from events where events.id = ${eventId}`.execute(work.sql)
  return rows[0]?.checked ?? false
}

/** Whom a message went to, and what of. */
export interface LinkOf extends NotationChoice {
  readonly notificationId: string
  readonly eventId: string
  readonly userId: string | null
  readonly reader: string
  readonly language: string | null
  readonly timeZone: string
  readonly path: string
  readonly entityId: string
}

const linkOf = sql`
  select said.id::text as "notificationId", events.id::text as "eventId", said.user_id::text as "userId",
    coalesce(person.short_name, said.recipient) as reader, person.language, ${notationIn('person')}, coalesce(person.time_zone, place.time_zone) as "timeZone",
    place.path::text as path, place.id::text as "entityId"
  from notifications said
    join events on events.id = said.event_id
    join entities place on place.id = events.entity_id
    left join users person on person.id = said.user_id
  where (said.user_id is null or person.status = 'ACTIVE' and person.deleted_at is null and sees(person.id, place.path))`

/** Of somebody who was told of an event in a call, while they may still see its place; without an account, by where they were called. */
export async function listenerOf(work: Work, eventId: string, userId: string | null, recipient: string) {
  const { rows } = await sql<Omit<LinkOf, 'notificationId'>>`
    select events.id::text as "eventId", person.id::text as "userId", coalesce(person.short_name, ${recipient}) as reader,
      person.language, ${notationIn('person')}, coalesce(person.time_zone, place.time_zone) as "timeZone", place.path::text as path, place.id::text as "entityId"
    from events join entities place on place.id = events.entity_id
      left join users person on person.id = ${userId}::bigint
    where events.id = ${eventId}
      and (${userId}::bigint is null or person.status = 'ACTIVE' and person.deleted_at is null and sees(person.id, place.path))`.execute(
    work.sql,
  )
  return rows[0]
}

/** What a message told of, each event once, while whoever got it may still see the place. Of a digest: its parts. */
async function linksOf(work: Work, message: Expression<string>, and = sql`true`): Promise<LinkOf[]> {
  const { rows } = await sql<LinkOf>`select distinct on ("eventId") * from (${linkOf} and ${and}
    and (said.id = ${message} or said.digest_id = ${message})) links order by "eventId", "notificationId"::bigint desc`.execute(
    work.sql,
  )
  return rows
}

/** Of a message of the last days. */
export const linksOfMessage = (work: Work, notificationId: string, after: Date) =>
  linksOf(work, sql<string>`${notificationId}::bigint`, sql`said.created_at > ${after}`)

export const linksOfKey = (work: Work, keyHash: Buffer) =>
  linksOf(work, sql<string>`(select notification_id from event_links where key_hash = ${keyHash} and expires_at > ${work.now})`)

/** False when the link was used before. */
export async function useLink(work: Work, notificationId: string, keyHash: Buffer, expiresAt: Date): Promise<boolean> {
  const made = await work.sql
    .insertInto('event_links')
    .values({ notification_id: notificationId, used_at: work.now, key_hash: keyHash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('notification_id').doNothing())
    .returning('notification_id')
    .executeTakeFirst()
  return made !== undefined
}
