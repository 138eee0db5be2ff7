import { HELPDESK_CATEGORIES } from '@steading/contract/events'
import type { Severity } from '@steading/contract/events'
import type { Channel, SendingState } from '@steading/contract/outbox'
import type { PageQuery } from '@steading/contract/paging'
import type { NotificationPreferences, QuietHours } from '@steading/contract/users'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mayDo } from '../platform/actor.ts'
import { who } from '../platform/database/who.ts'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import type { Route } from './ways.ts'

/** Somebody who is to be told. No id: an address that is nobody's. */
export interface Recipient {
  readonly userId: string | null
  /** How lists name them: an address, or the number of somebody without an account. */
  readonly email: string
  readonly phone: string | null
  readonly language: string
  readonly timeZone: string
  /** What a person has chosen. */
  readonly notifications?: Pick<z.output<typeof NotificationPreferences>, 'channels' | 'from'> & {
    readonly quiet?: QuietHours | null
  }
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
    select "userId", email, phone, language, "timeZone", notifications from (
      select u.id as "userId", u.email::text as email, u.phone, u.language, u.time_zone as "timeZone", u.notifications, r.rank,
        dense_rank() over (order by nlevel(above.path) desc) - 1 as step
      from entities place
        cross join lateral unnest(path_ids(place.path)) as up (id) join entities above on above.id = up.id
        join responsibles r on r.entity_id = above.id
        join users u on u.id = r.user_id and u.status = 'ACTIVE' and sees(u.id, place.path)
          and u.id is distinct from ${except}::bigint
      where place.id = ${entityId}) people
    where step <= ${escalation} order by step, rank, "userId"`.execute(work.sql)
  return rows
}

/** These people, as far as they are active and the entity lies within their reach. */
export async function peopleOf(work: Work, ids: readonly string[], entityId: string): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.email::text as email, u.phone, u.language, u.time_zone as "timeZone", u.notifications
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
  readonly channel: Route
  readonly userId: string | null
  readonly address: string
  readonly language: string
  readonly timeZone: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly state: 'QUEUED' | 'KEPT' | 'WITHHELD'
  readonly severity?: Severity | null
  /** As storedNews() makes it. */
  readonly news?: string | null
  readonly withheldFor?: 'COUNTRY' | null
  /** It tells of a drill. */
  readonly drillId?: string
  readonly dueAt?: Date
  /** It waits to go out together with others. */
  readonly gathered?: boolean
  /** It waits for the end of quiet hours. */
  readonly quiet?: boolean
}

/** In one statement at most. */
const ROWS = 500

/** Answers the ids by their keys, of those whose recipient was not told of this occurrence on this channel before. */
export async function insertNotifications(work: Work, all: readonly NewNotification[]): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (let from = 0; from < all.length; from += ROWS) {
    const rows = await work.sql
      .insertInto('notifications')
      .values(all.slice(from, from + ROWS).map(one => columnsOf(work, one)))
      .onConflict(conflict => conflict.column('key').doNothing())
      .returning(['id', 'key'])
      .execute()
    for (const { id, key } of rows) made.set(key, id)
  }
  return made
}
/** Answers the id; undefined when this recipient was told of this occurrence on this channel before. */
export const insertNotification = async (work: Work, one: NewNotification) =>
  (await insertNotifications(work, [one])).get(one.key)

const columnsOf = (work: Work, one: NewNotification) => ({
  key: one.key,
  event_id: one.eventId,
  occurrence_id: one.occurrenceId,
  entity_id: one.entityId,
  channel: one.channel,
  user_id: one.userId,
  recipient: one.address,
  language: one.language,
  time_zone: one.timeZone,
  subject: one.subject,
  text: one.text,
  html: one.html,
  state: one.state,
  severity: one.severity ?? null,
  news: one.news ?? null,
  withheld_for: one.withheldFor ?? null,
  drill_id: one.drillId ?? null,
  gathered: one.gathered ?? false,
  quiet: one.quiet ?? false,
  due_at: one.dueAt ?? work.now,
  created_at: work.now,
})

interface SentBefore extends Omit<NewNotification, 'state' | 'eventId' | 'occurrenceId'> {
  readonly drillId: string
  readonly sentAt: Date
  readonly confirmedAt: Date | null
}

/** A message of the past. */
export const insertSent = async (work: Work, one: SentBefore) => {
  const { id } = await work.sql
    .insertInto('notifications')
    .values({
      ...{ key: one.key, drill_id: one.drillId, entity_id: one.entityId, channel: one.channel, user_id: one.userId },
      ...{ recipient: one.address, language: one.language, time_zone: one.timeZone, subject: one.subject, text: one.text },
      ...{ html: one.html, state: 'SENT', attempts: 1, due_at: one.sentAt, created_at: one.sentAt, sent_at: one.sentAt },
      acknowledged_at: one.confirmedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whom this channel told of an event, or keeps to be read: small letters, and when last, ms. */
export const toldOn = async (work: Work, eventId: string, channel: Channel): Promise<ReadonlyMap<string, number>> => {
  const rows = await work.sql
    .selectFrom('notifications')
    .select(({ fn }) => ['recipient', fn.max('created_at').as('at')])
    .where('event_id', '=', eventId)
    .where('channel', '=', channel)
    .where('state', 'not in', ['FAILED', 'WITHHELD'])
    .groupBy('recipient')
    .execute()
  return new Map(rows.map(one => [one.recipient.toLowerCase(), one.at.getTime()]))
}

/** Those that the actor may see. */
function seen(work: Work) {
  let query = work.sql
    .selectFrom('notifications')
    .selectAll()
    .select(who('notifications.user_id').as('person'))
    .where(inScope(work, 'notifications.entity_id'))
  // A letter to one person alone may open an account.
  if (!mayDo(work.actor, 'platform.root'))
    query = query.where(eb => eb.or([eb('event_id', 'is not', null), eb('drill_id', 'is not', null)]))
  if (!mayDo(work.actor, 'helpdesk.read'))
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events as ticket')
            .select('ticket.id')
            .whereRef('ticket.id', '=', 'notifications.event_id')
            .where('ticket.category', 'in', [...HELPDESK_CATEGORIES]),
        ),
      ),
    )
  return query
}

export const notificationById = (work: Work, id: string) => seen(work).where('id', '=', id).executeTakeFirst()

/** Its tries, the newest 200 of them, the oldest first; `ids`: it, and the digest that it went out in. */
export const triesOf = async (work: Work, ids: readonly string[]) =>
  (
    await work.sql
      .selectFrom('notification_attempts')
      .select(['at', 'outcome', 'detail'])
      .where('notification_id', 'in', [...ids])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
  ).toReversed()

export function searchNotifications(
  work: Work,
  asked: PageQuery & {
    eventId?: string | undefined
    channel?: Channel | undefined
    state?: z.output<typeof SendingState> | undefined
  },
) {
  let query = seen(work)
  if (asked.eventId) query = query.where('event_id', '=', asked.eventId)
  if (asked.channel) query = query.where('channel', '=', asked.channel)
  if (asked.state) query = query.where('state', '=', asked.state)
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
  work.sql
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event_id', 'is', null)
    .where('drill_id', 'is', null)
    .execute()
