import { HELPDESK_CATEGORIES } from '@steading/contract/events'
import type { Severity } from '@steading/contract/events'
import type { Channel, SendingState } from '@steading/contract/outbox'
import type { PageQuery } from '@steading/contract/paging'
import type { NotificationPreferences, QuietHours } from '@steading/contract/users'
import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mayDo } from '../platform/actor.ts'
import { answersTo, jointly } from '../platform/database/jointly.ts'
import { notationIn } from '../platform/database/notation.ts'
import { records } from '../platform/database/records.ts'
import { who } from '../platform/database/who.ts'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'
import type { StoredNews } from './news.ts'
import type { Route } from '../platform/carrier.ts'

/** Somebody who is to be told. No id: an address that is nobody's. */
export interface Recipient extends NotationChoice {
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

/** These people, as far as they are active and the entity lies within their reach. */
export async function peopleOf(work: Work, ids: readonly string[], entityId: string): Promise<Recipient[]> {
  return ids.length === 0 ? [] : peopleAt(work, { ids, entityId })
}
const peopleAt = jointly(async (work, all: readonly { readonly ids: readonly string[]; readonly entityId: string }[]) => {
  const each = all.flatMap(({ ids, entityId }, at) => ids.map(id => ({ at: at + 1, id, entityId })))
  const { rows } = await sql<Recipient & { at: number }>`
    select distinct at, u.id as "userId", u.email::text as email, u.phone, u.language, ${notationIn('u')}, u.time_zone as "timeZone", u.notifications
    from unnest(${each.map(one => one.at)}::int[], ${each.map(one => one.id)}::bigint[], ${each.map(one => one.entityId)}::bigint[])
        as asked (at, id, entity_id)
      join entities place on place.id = asked.entity_id
      join users u on u.id = asked.id and u.status = 'ACTIVE' and sees(u.id, place.path)
    order by at, "userId"`.execute(work.sql)
  return answersTo<Recipient & { at: number }>(all, rows)
})

/** The zone of an entity's clock, for readers who have none of their own. */
export const zoneOf = jointly(async (work, all: readonly string[]) => {
  const found = await work.sql
    .selectFrom('entities')
    .select(['id', 'time_zone'])
    .where('id', '=', sql<string>`any(${[...all]}::bigint[])`)
    .execute()
  const zones = new Map(found.map(one => [one.id, one.time_zone]))
  return all.map(id => zones.get(id)!) // safe: the event stands there
})

export interface NewNotification extends NotationChoice {
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
  readonly news?: StoredNews | null
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
const PUT = {
  ...{ key: 'text', event_id: 'bigint', occurrence_id: 'bigint', entity_id: 'bigint', channel: 'text', user_id: 'bigint' },
  ...{ recipient: 'text', language: 'text', time_zone: 'text', subject: 'text', text: 'text', html: 'text', state: 'text' },
  ...{ severity: 'text', news: 'jsonb', withheld_for: 'text', drill_id: 'bigint', gathered: 'boolean', quiet: 'boolean' },
  ...{ number_format: 'text', date_format: 'text' },
  ...{ due_at: 'timestamptz', created_at: 'timestamptz' },
} as const
const PUT_COLUMNS = Object.keys(PUT) as (keyof typeof PUT)[] // safe: its own

/** Answers the ids by their keys, of those whose recipient was not told of this occurrence on this channel before. */
export async function insertNotifications(work: Work, all: readonly NewNotification[]): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (let from = 0; from < all.length; from += ROWS) {
    const given = all.slice(from, from + ROWS).map(one => columnsOf(work, one))
    const rows = await work.sql
      .insertInto('notifications')
      .columns(PUT_COLUMNS)
      .expression(eb => eb.selectFrom(records(PUT, given)).select(PUT_COLUMNS))
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
  number_format: one.numberFormat ?? null,
  date_format: one.dateFormat ?? null,
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
      ...{ number_format: one.numberFormat ?? null, date_format: one.dateFormat ?? null, acknowledged_at: one.confirmedAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whom a channel told of an event, small letters, and when last, ms; `kept`: also for whom it is kept to be read. */
export const toldOn = jointly(
  async (
    work,
    all: readonly { readonly eventId: string; readonly channel: Channel; readonly kept: boolean }[],
  ): Promise<ReadonlyMap<string, number>[]> => {
    const { rows } = await sql<{ at: number; who: string; last: Date }>`
      select asked.at::int as at, lower(recipient) as who, max(created_at) as last
      from unnest(${all.map(one => one.eventId)}::bigint[], ${all.map(one => one.channel)}::text[],
          ${all.map(one => one.kept)}::boolean[]) with ordinality as asked (event_id, channel, kept, at)
        join notifications told on told.event_id = asked.event_id and told.channel = asked.channel
      where state not in ('FAILED', 'WITHHELD') and (state <> 'KEPT' or asked.kept) group by 1, 2`.execute(work.sql)
    return answersTo(all, rows).map(told => new Map(told.map(({ who, last }) => [who, last.getTime()])))
  },
)

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
