import { HELPDESK_CATEGORIES } from '@steading/contract/events/events'
import type { Channel, SendingState } from '@steading/contract/events/outbox'
import type { PageQuery } from '@steading/contract/http/paging'
import { choiceOf } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { isPermitted } from '../platform/actor.ts'
import { groupByPosition, createBatchLoader } from '../platform/database/batchLoader.ts'
import type { Notifications } from '../platform/database/schema.gen.ts'
import { jsonRecords } from '../platform/database/sql/records.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { Subject } from './notification.ts'
import type { Recipient } from './recipients/recipients.ts'

/** Columns that a new message sets, with their types; the others have defaults. */
const COLUMNS = {
  key: 'text',
  event_id: 'bigint',
  occurrence_id: 'bigint',
  drill_id: 'bigint',
  rule_id: 'bigint',
  entity_id: 'bigint',
  channel: 'text',
  user_id: 'bigint',
  recipient: 'text',
  language: 'text',
  number_format: 'text',
  date_format: 'text',
  time_zone: 'text',
  template: 'text',
  template_values: 'jsonb',
  subject: 'text',
  text: 'text',
  urgency: 'text',
  state: 'text',
  suppression_reason: 'text',
  in_digest: 'boolean',
  quiet: 'boolean',
  attempts: 'int',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  sent_at: 'timestamptz',
  acknowledged_at: 'timestamptz',
} as const
const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[] // safe: its own keys

export type NewNotification = Omit<Pick<Selectable<Notifications>, keyof typeof COLUMNS>, 'template_values'> & {
  /** JSON. */
  readonly template_values: unknown
}

const defaults = ({ now }: UnitOfWork) => ({
  suppression_reason: null,
  in_digest: false,
  quiet: false,
  attempts: 0,
  due_at: now,
  created_at: now,
  sent_at: null,
  acknowledged_at: null,
})
type Defaults = ReturnType<typeof defaults>

export const newNotification = (
  work: UnitOfWork,
  row: Omit<NewNotification, keyof Defaults> & Partial<NewNotification>,
): NewNotification => ({ ...defaults(work), ...row })

/** A recipient with their address, and how they read texts, numbers and times. */
export function recipientColumns(recipient: Omit<Recipient, 'phone' | 'notifications'>, address: string, language: string) {
  const { numberFormat, dateFormat } = choiceOf(recipient)
  return {
    user_id: recipient.userId,
    recipient: address,
    language,
    number_format: numberFormat,
    date_format: dateFormat,
    time_zone: recipient.timeZone,
  }
}

/** Foreign keys of what a message is about. */
export const subjectColumns = (subject: Subject) => ({
  event_id: subject.type === 'EVENT' ? subject.eventId : null,
  occurrence_id: subject.type === 'EVENT' ? subject.occurrenceId : null,
  drill_id: subject.type === 'DRILL' ? subject.drillId : null,
  rule_id: subject.type === 'RULE' ? subject.ruleId : null,
})

/** Rows per statement. */
const ROWS = 500

/** Answers the ids by their keys; a key that exists already is left out. */
export async function insertNotifications(work: UnitOfWork, all: readonly NewNotification[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (let from = 0; from < all.length; from += ROWS) {
    const inserted = await work.sql
      .insertInto('notifications')
      .columns(COLUMN_NAMES)
      .expression(eb => eb.selectFrom(jsonRecords(COLUMNS, all.slice(from, from + ROWS))).select(COLUMN_NAMES))
      .onConflict(conflict => conflict.column('key').doNothing())
      .returning(['id', 'key'])
      .execute()
    for (const { id, key } of inserted) ids.set(key, id)
  }
  return ids
}

/** When each address (lower case) was last notified of an event on a channel, ms; `kept`: messages that are kept count. */
export const lastNotified = createBatchLoader(
  async (
    work,
    all: readonly { readonly eventId: string; readonly channel: Channel; readonly isHistory: boolean }[],
  ): Promise<ReadonlyMap<string, number>[]> => {
    const { rows } = await sql<{ at: number; who: string; last: Date }>`
      select asked.at::int as at, lower(recipient) as who, max(created_at) as last
      from unnest(${all.map(one => one.eventId)}::bigint[], ${all.map(one => one.channel)}::text[],
          ${all.map(one => one.isHistory)}::boolean[]) with ordinality as asked (event_id, channel, kept, at)
        join notifications told on told.event_id = asked.event_id and told.channel = asked.channel
      where state not in ('FAILED', 'WITHHELD') and (state <> 'KEPT' or asked.kept) group by 1, 2`.execute(work.sql)
    return groupByPosition(all, rows).map(group => new Map(group.map(({ who, last }) => [who, last.getTime()])))
  },
)

/** The messages that the actor may see. */
function visibleNotifications(work: UnitOfWork) {
  let query = work.sql
    .selectFrom('notifications')
    .selectAll()
    .select(personReference('notifications.user_id').as('person'))
    .where(inScope(work, 'notifications.entity_id'))
  // A message to one person may hold a secret.
  if (!isPermitted(work.actor, 'platform.root'))
    query = query.where(eb => eb.or([eb('event_id', 'is not', null), eb('drill_id', 'is not', null)]))
  if (!isPermitted(work.actor, 'helpdesk.read'))
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

export const notificationById = (work: UnitOfWork, id: string) =>
  visibleNotifications(work).where('id', '=', id).executeTakeFirst()

/** The latest 200 delivery attempts of these messages, in the order of time. */
export const attemptsOf = async (work: UnitOfWork, ids: readonly string[]) =>
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
  work: UnitOfWork,
  asked: PageQuery & {
    eventId?: string | undefined
    channel?: Channel | undefined
    state?: z.output<typeof SendingState> | undefined
  },
) {
  let query = visibleNotifications(work)
  if (asked.eventId) query = query.where('event_id', '=', asked.eventId)
  if (asked.channel) query = query.where('channel', '=', asked.channel)
  if (asked.state) query = query.where('state', '=', asked.state)
  return fetchPage(
    work,
    query,
    asked,
    { createdUtc: 'notifications.created_at', id: 'notifications.id' },
    'notifications.id',
    row => row,
  )
}
export type NotificationRow = Awaited<ReturnType<typeof searchNotifications>>['content'][number]

/** Deletes the messages to a person that are about no event and no drill: kept ones may hold a secret. */
export const deletePersonalMessages = (work: UnitOfWork, userId: string) =>
  work.sql
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('event_id', 'is', null)
    .where('drill_id', 'is', null)
    .execute()

/** Addresses that alarms of an event went to, the newest message first. */
export async function notifiedOfEvent(work: UnitOfWork, eventId: string) {
  const { rows } = await sql<{ userId: string | null; channel: Channel; recipient: string; language: string; timeZone: string }>`
    select user_id::text as "userId", channel, recipient, language, time_zone as "timeZone" from notifications
    where event_id = ${eventId} and state in ('SENT', 'QUEUED', 'KEPT') and not quiet order by id desc`.execute(work.sql)
  return rows
}
