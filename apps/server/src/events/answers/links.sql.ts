import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { notationColumns } from '../../platform/database/sql/notation.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Recipient and event of a message. */
export interface EventLink extends NotationChoice {
  readonly notificationId: string
  readonly eventId: string
  readonly userId: string | null
  readonly reader: string
  readonly language: string | null
  readonly timeZone: string
  readonly path: string
  readonly entityId: string
}

const eventLinks = sql`
  select said.id::text as "notificationId", events.id::text as "eventId", said.user_id::text as "userId",
    coalesce(person.short_name, said.recipient) as reader, person.language, ${notationColumns('person')}, coalesce(person.time_zone, place.time_zone) as "timeZone",
    place.path::text as path, place.id::text as "entityId"
  from notifications said
    join events on events.id = said.event_id
    join entities place on place.id = events.entity_id
    left join users person on person.id = said.user_id
  where (said.user_id is null or person.status = 'ACTIVE' and person.deleted_at is null and user_can_see(person.id, place.path))`

/** Recipient of a call about an event, while they may still see its entity; a contact is identified by its number. */
export async function calledRecipient(work: UnitOfWork, eventId: string, userId: string | null, recipient: string) {
  const { rows } = await sql<Omit<EventLink, 'notificationId'>>`
    select events.id::text as "eventId", person.id::text as "userId", coalesce(person.short_name, ${recipient}) as reader,
      person.language, ${notationColumns('person')}, coalesce(person.time_zone, place.time_zone) as "timeZone", place.path::text as path, place.id::text as "entityId"
    from events join entities place on place.id = events.entity_id
      left join users person on person.id = ${userId}::bigint
    where events.id = ${eventId}
      and (${userId}::bigint is null or person.status = 'ACTIVE' and person.deleted_at is null and user_can_see(person.id, place.path))`.execute(
    work.sql,
  )
  return rows[0]
}

/** Events of a message or digest, each once, while the recipient may still see the entity. */
async function linksWhere(work: UnitOfWork, message: Expression<string>, and = sql`true`): Promise<EventLink[]> {
  const { rows } = await sql<EventLink>`select distinct on ("eventId") * from (${eventLinks} and ${and}
    and (said.id = ${message} or said.digest_id = ${message})) links order by "eventId", "notificationId"::bigint desc`.execute(
    work.sql,
  )
  return rows
}

/** Links of a message created after `after`. */
export const linksOfMessage = (work: UnitOfWork, notificationId: string, after: Date) =>
  linksWhere(work, sql<string>`${notificationId}::bigint`, sql`said.created_at > ${after}`)

export const linksOfKey = (work: UnitOfWork, keyHash: Buffer) =>
  linksWhere(
    work,
    sql<string>`(select notification_id from event_links where key_hash = ${keyHash} and expires_at > ${work.now})`,
  )

/** Marks a link as used; false if it was used before. */
export async function useLink(work: UnitOfWork, notificationId: string, keyHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await work.sql
    .insertInto('event_links')
    .values({ notification_id: notificationId, used_at: work.now, key_hash: keyHash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('notification_id').doNothing())
    .returning('notification_id')
    .executeTakeFirst()
  return inserted !== undefined
}
