import type { Channel } from '@steading/contract/outbox'
import type { PageQuery } from '@steading/contract/paging'
import type { NotificationPreferences } from '@steading/contract/users'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mayDo } from '../platform/actor.ts'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'

/** Somebody who is to be told. No id: an address that is nobody's. */
export interface Recipient {
  readonly userId: string | null
  readonly email: string
  readonly language: string
  readonly timeZone: string
  /** What a person has chosen. */
  readonly notifications?: Pick<z.output<typeof NotificationPreferences>, 'channels' | 'from'>
}

/**
 * The responsibles of an entity, else of the nearest one above that has any; `escalation` takes in so many more levels above.
 * Only people who are active and within whose reach the entity lies; `except` is passed over as if not named.
 */
export async function responsiblesOf(
  work: Work,
  entityId: string,
  escalation: number,
  except: string | null = null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select "userId", email, language, "timeZone", notifications from (
      select u.id as "userId", u.email::text as email, u.language, u.time_zone as "timeZone", u.notifications, r.rank,
        dense_rank() over (order by nlevel(above.path) desc) - 1 as step
      from entities place
        join entities above on above.id = any (path_ids(place.path))
        join responsibles r on r.entity_id = above.id
        join users u on u.id = r.user_id and u.status = 'ACTIVE' and sees(u.id, place.path)
          and u.id is distinct from ${except}::bigint
      where place.id = ${entityId}) people
    where step <= ${escalation} order by step, rank, "userId"`.execute(work.sql)
  return rows
}

/** These people, as far as they are active and the entity lies within their reach. */
export async function peopleOf(work: Work, ids: readonly string[], entityId: string): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.email::text as email, u.language, u.time_zone as "timeZone", u.notifications
    from users u join entities place on place.id = ${entityId}
    where u.id = any(${[...ids]}::bigint[]) and u.status = 'ACTIVE' and sees(u.id, place.path)`.execute(work.sql)
  return rows
}

/** The zone of an entity's clock, for readers who have none of their own. */
export const zoneOf = async (work: Work, entityId: string) => {
  const row = await work.sql.selectFrom('entities').select('time_zone').where('id', '=', entityId).executeTakeFirstOrThrow()
  return row.time_zone
}

export interface NewNotification {
  readonly key: string
  /** null: a letter to one person alone. */
  readonly eventId: string | null
  readonly occurrenceId: string | null
  readonly entityId: string
  readonly channel: Channel
  readonly to: Recipient
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly state: 'QUEUED' | 'KEPT'
}

/** Answers the id; undefined when this recipient was told of this occurrence on this channel before. */
export const insertNotification = async (work: Work, one: NewNotification) => {
  const row = await work.sql
    .insertInto('notifications')
    .values({
      key: one.key,
      event_id: one.eventId,
      occurrence_id: one.occurrenceId,
      entity_id: one.entityId,
      channel: one.channel,
      user_id: one.to.userId,
      recipient: one.to.email,
      subject: one.subject,
      text: one.text,
      html: one.html,
      state: one.state,
      due_at: work.now,
      created_at: work.now,
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** When this channel last told somebody of an event. */
export const lastTold = async (work: Work, eventId: string, channel: Channel) => {
  const row = await work.sql
    .selectFrom('notifications')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('event_id', '=', eventId)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Takes a queued one to try it; nobody else does until `until`. */
export const takeUp = (work: Work, id: string, until: Date) =>
  work.sql
    .updateTable('notifications')
    .set(eb => ({ attempts: eb('attempts', '+', 1), due_at: until }))
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .where('due_at', '<=', work.now)
    .returning(['id', 'key', 'recipient', 'subject', 'text', 'html', 'created_at as createdAt', 'attempts'])
    .returning(sql<string | null>`(select severity from events where events.id = notifications.event_id)`.as('severity'))
    .executeTakeFirst()

export const markSent = (work: Work, id: string) =>
  work.sql.updateTable('notifications').set({ state: 'SENT', sent_at: work.now, last_error: null }).where('id', '=', id).execute()

export const markFailed = (work: Work, id: string, error: string, next: Date | null) =>
  work.sql
    .updateTable('notifications')
    .set({ last_error: error, ...(next ? { due_at: next } : { state: 'FAILED' }) })
    .where('id', '=', id)
    .execute()

/** Those whose time came a while ago and whom no job took up: after a crash, most of all. The most urgent first. */
export const overdue = (work: Work, before: Date, most: number) =>
  work.sql
    .selectFrom('notifications')
    .leftJoin('events', 'events.id', 'notifications.event_id')
    .select(['notifications.id', 'events.severity'])
    .where('notifications.state', '=', 'QUEUED')
    .where('notifications.due_at', '<', before)
    .orderBy(sql`(events.severity = 'CRITICAL') desc nulls last`)
    .orderBy('notifications.due_at')
    .limit(most)
    .execute()

export function searchNotifications(
  work: Work,
  asked: PageQuery & { eventId?: string | undefined; channel?: Channel | undefined },
) {
  let query = work.sql.selectFrom('notifications').selectAll().where(inScope(work, 'notifications.entity_id'))
  // A letter to one person alone may open an account.
  if (!mayDo(work.actor, 'platform.root')) query = query.where('event_id', 'is not', null)
  if (asked.eventId) query = query.where('event_id', '=', asked.eventId)
  if (asked.channel) query = query.where('channel', '=', asked.channel)
  return page(
    work,
    query,
    asked,
    { createdUtc: 'notifications.created_at', id: 'notifications.id' },
    'notifications.id',
    row => row,
  )
}
export type NotificationRow = Awaited<ReturnType<typeof searchNotifications>>['content'][number]

/** Takes away what was kept of letters to a person alone. */
export const deleteLetters = (work: Work, userId: string) =>
  work.sql.deleteFrom('notifications').where('user_id', '=', userId).where('event_id', 'is', null).execute()
