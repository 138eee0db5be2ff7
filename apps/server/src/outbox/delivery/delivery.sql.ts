import { CHANNELS } from '@steading/contract/events/outbox'
import type { Channel, WITHHELD_FOR } from '@steading/contract/events/outbox'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { TransportRoute } from '../transport/transportWorker.ts'

/** May a user sign in and see the entity? */
const canSeeEntity = (person: Expression<unknown>, place: Expression<unknown>) => sql<boolean>`exists (
  select 1 from users u, entities place
  where u.id = ${person} and u.status = 'ACTIVE' and place.id = ${place} and user_can_see(u.id, place.path))`
const hears = sql<boolean>`(user_id is null or ${canSeeEntity(sql.ref('notifications.user_id'), sql.ref('notifications.entity_id'))})`

/** A literal, not a parameter: a generic plan can use the partial index only if the predicate is constant. */
const isQueued = sql<boolean>`state = 'QUEUED'`

/** The message waits for a digest that is not formed yet. */
const isWaitingForDigest = sql<boolean>`${isQueued} and in_digest and digest_id is null and claimed_by is null`

/** Seconds since the oldest message of each channel was queued. Messages held for quiet hours or for a digest do not count. */
export const oldestQueued = (work: UnitOfWork) =>
  work.sql
    .selectFrom('notifications')
    .select(['channel', sql<number>`extract(epoch from ${work.now}::timestamptz - min(created_at))::float8`.as('seconds')])
    .where(isQueued)
    .where('digest_id', 'is', null)
    .where('quiet', '=', false)
    .where('in_digest', '=', false)
    .groupBy('channel')
    .execute()

interface Due {
  readonly most: number
  readonly except: readonly string[]
  /** Due whatever their time is. */
  readonly also: readonly string[]
}

/** The due messages of a channel, CRITICAL ones first, with a row lock. */
export const nextDue = (work: UnitOfWork, channel: TransportRoute, { most, except, also }: Due) =>
  work.sql
    .selectFrom('notifications')
    .selectAll()
    .select(hears.as('hears'))
    .where(isQueued)
    .where('channel', '=', channel)
    .where('digest_id', 'is', null)
    .where(eb => eb.or([eb('due_at', '<=', work.now), sql<boolean>`id = any (${[...also]}::bigint[])`]))
    .where(sql<boolean>`id <> all (${[...except]}::bigint[])`)
    .orderBy(sql`(urgency = 'CRITICAL') desc`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
/** A due message; `hears`: its recipient may still read it. */
export type DueRow = Awaited<ReturnType<typeof nextDue>>[number]
export type QueuedRow = Omit<DueRow, 'hears'>

export async function isActiveRecipient(work: UnitOfWork, userId: string, entityId: string): Promise<boolean> {
  const { rows } = await sql<{ hears: boolean }>`select ${canSeeEntity(sql.val(userId), sql.val(entityId))} as hears`.execute(
    work.sql,
  )
  return rows[0]!.hears
}

/** Is an event closed? `since`: closed after that. */
export async function isEventClosed(work: UnitOfWork, eventId: string, since = new Date(0)): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select status = 'CLOSED' and coalesce(close_date > ${since}, true) as over from events where id = ${eventId}`.execute(
    work.sql,
  )
  return rows[0]?.over ?? false
}

/** Are all events closed that a digest reports? */
export async function areDigestEventsClosed(work: UnitOfWork, digestId: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select coalesce(bool_and(events.status = 'CLOSED'), false) as over
    from notifications part join events on events.id = part.event_id where part.digest_id = ${digestId}`.execute(work.sql)
  return rows[0]?.over ?? false
}

/** Is the time to confirm a drill over, or has it failed before? */
export async function isDrillClosed(work: UnitOfWork, drillId: string): Promise<boolean> {
  const drill = await work.sql.selectFrom('drills').select(['state', 'due_at']).where('id', '=', drillId).executeTakeFirst()
  return !drill || drill.state === 'FAILED' || drill.due_at <= work.now
}

/** Deletes an expired message. */
export const deleteNotification = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('notifications').where('id', '=', id).execute()

/** Deletes heartbeats that are not being sent: only the newest counts. */
export const deleteQueuedHeartbeats = (work: UnitOfWork) =>
  work.sql.deleteFrom('notifications').where('channel', '=', 'HEARTBEAT').where('claimed_by', 'is', null).execute()

/** Refused recipients, and events, from which on the channel counts as failed. */
const REFUSED = 2
/**
 * A refusal counts against a channel unless a message was sent within APART seconds before it or later; it counts for REMEMBERED
 * seconds.
 */
const APART = 30
const REMEMBERED = 86_400

/**
 * Flow of each channel. `waits`: a message has been due since `since`, or the channel refuses every recipient. `went`: a message
 * was sent since then.
 */
export async function channelFlow(work: UnitOfWork, since: Date) {
  const { rows } = await sql<{ channel: Channel; waits: boolean; went: boolean }>`
    select channel,
      exists (select 1 from notifications waiting where waiting.channel = channel.channel and state = 'QUEUED'
        and digest_id is null and not recipient_error and coalesce(failed_since, due_at) <= ${since})
      or (select count(distinct recipient) >= ${REFUSED} and count(distinct event_id) >= ${REFUSED} and min(failed_since) <= ${since}
        from notifications refused where refused.channel = channel.channel and state in ('QUEUED', 'FAILED') and recipient_error
          and failed_since > ${since}::timestamptz - ${REMEMBERED} * interval '1 second'
          and not exists (select 1 from notifications came where came.channel = channel.channel and came.state = 'SENT'
            and came.sent_at > refused.failed_since - ${APART} * interval '1 second')) as waits,
      exists (select 1 from notifications gone where gone.channel = channel.channel and state = 'SENT' and sent_at > ${since}) as went
    from unnest(${[...CHANNELS]}::text[]) as channel`.execute(work.sql)
  return rows
}

/**
 * Is there an open CRITICAL alarm that has reached nobody, as all its messages have been refused since then? `keptIsRead`: a
 * message that is kept counts as read.
 */
export async function hasUnreachableAlarm(work: UnitOfWork, since: Date, keptIsRead: boolean): Promise<boolean> {
  const { rows } = await sql<{ unheard: boolean }>`
    select exists (select 1 from events where severity = 'CRITICAL' and status <> 'CLOSED'
      and exists (select 1 from notifications put where put.event_id = events.id and put.state in ('QUEUED', 'FAILED')
        and put.failed_since <= ${since})
      -- What waits for its channel alone is no refusal: of that the flow of the channel tells.
      and not exists (select 1 from notifications told where told.event_id = events.id
        and (told.state = 'SENT' or told.state = 'KEPT' and ${keptIsRead} or told.state = 'QUEUED' and not told.recipient_error))) as unheard`.execute(
    work.sql,
  )
  return rows[0]?.unheard ?? false
}

export interface Claim {
  readonly ids: readonly string[]
  /** Those of `ids` that may arrive twice. */
  readonly repeated: readonly string[]
  readonly by: string
  readonly until: Date
  /** They are charged to the budget of a day. */
  readonly counted: boolean
}

/** Claims messages for an attempt until a time. */
export const claim = (work: UnitOfWork, { ids, repeated, by, until, counted }: Claim) =>
  work.sql
    .updateTable('notifications')
    .set(eb => ({
      attempts: eb('attempts', '+', 1),
      claimed_by: by,
      due_at: until,
      outcome_unknown: false,
      possible_duplicate: sql<boolean>`possible_duplicate or id = any (${[...repeated]}::bigint[])`,
      ...(counted && { billed: true }),
    }))
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .execute()

/** Releases a claim without an attempt: the message waits as before. */
export const releaseClaim = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('notifications')
    .set(eb => ({ claimed_by: null, due_at: work.now, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .execute()

export interface Attempt {
  readonly id: string
  readonly outcome: 'REFUSED' | 'FAILED' | 'UNKNOWN'
  readonly detail: string
}
export const insertAttempt = (work: UnitOfWork, { id, outcome, detail }: Attempt) =>
  work.sql.insertInto('notification_attempts').values({ notification_id: id, at: work.now, outcome, detail }).execute()

/** The message, and the parts of the digest that it is. */
const withParts = (work: UnitOfWork, id: string) =>
  work.sql.updateTable('notifications').where(eb => eb.or([eb('id', '=', id), eb('digest_id', '=', id)]))

export type SuppressionReason = (typeof WITHHELD_FOR)[number]

export const suppress = (work: UnitOfWork, id: string, reason: Exclude<SuppressionReason, 'COUNTRY'>) =>
  withParts(work, id).set({ state: 'WITHHELD', suppression_reason: reason, claimed_by: null }).execute()

/** Withholds everything that is queued, and fallbacks of what failed, after a restore; the number of messages. */
export async function withholdQueued(work: UnitOfWork): Promise<number> {
  const { numUpdatedRows } = await work.sql
    .updateTable('notifications')
    .set({ state: 'WITHHELD', suppression_reason: 'RESTORED', claimed_by: null })
    .where('state', '=', 'QUEUED')
    .executeTakeFirst()
  await work.sql
    .updateTable('notifications')
    .set({ fallback_done: true })
    .where('failed_since', 'is not', null)
    .where('fallback_done', '=', false)
    .execute()
  return Number(numUpdatedRows)
}

export interface Sent {
  readonly id: string
  /** The provider's reference. */
  readonly reference: string
}

export async function markSent(work: UnitOfWork, all: readonly Sent[]): Promise<void> {
  const ids = all.map(sent => sent.id)
  const references = all.map(sent => sent.reference)
  await sql`
    with attempted as (insert into notification_attempts (notification_id, at, outcome, detail)
      select id, ${work.now}, 'SENT', reference from unnest(${ids}::bigint[], ${references}::text[]) as sent (id, reference))
    update notifications set state = 'SENT', sent_at = ${work.now}, last_error = null, claimed_by = null
    where (id = any (${ids}::bigint[]) or digest_id = any (${ids}::bigint[]))
      -- What became of it may be told before.
      and state <> 'FAILED'`.execute(work.sql)
}

export interface FailedAttempt {
  readonly error: string
  /** null: no further attempt. */
  readonly next: Date | null
  readonly refused: boolean
  readonly unsure: boolean
  /** The failure lies with the recipient, not with the channel. */
  readonly own: boolean
}
export const markFailed = async (work: UnitOfWork, id: string, { error, next, refused, unsure, own }: FailedAttempt) => {
  await withParts(work, id)
    .set(eb => ({
      last_error: error,
      failed_since: eb.fn.coalesce('failed_since', eb.val(work.now)),
      recipient_error: own,
      ...(next === null && { state: 'FAILED' }),
    }))
    .execute()
  await work.sql
    .updateTable('notifications')
    .set(eb => ({
      claimed_by: null,
      outcome_unknown: unsure,
      ...(refused && { refusals: eb('refusals', '+', 1) }),
      ...(next && { due_at: next }),
    }))
    .where('id', '=', id)
    .execute()
}

/** A message with a row lock. */
export const lockSent = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('notifications').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The provider accepted the message, with the parts of a digest, and did not deliver it. */
export const markUndelivered = async (work: UnitOfWork, id: string, detail: string) => {
  await withParts(work, id).set({ state: 'FAILED', last_error: detail, failed_since: work.now }).execute()
  await insertAttempt(work, { id, outcome: 'FAILED', detail })
}

/** Claims of another process died with it: their messages are due now. */
export const expireForeignClaims = (work: UnitOfWork, by: string) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: work.now })
    .where('state', '=', 'QUEUED')
    .where('claimed_by', 'is not', null)
    .where('claimed_by', '<>', by)
    .execute()

/** Moves messages that wait for the end of a user's quiet hours. */
export const setQuietEnd = (work: UnitOfWork, userId: string, dueAt: Date) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: dueAt })
    .where(isWaitingForDigest)
    .where('quiet', '=', true)
    .where('user_id', '=', userId)
    .execute()

/** The channel works again: failed messages are due now. */
export const retryNow = (work: UnitOfWork, channel: TransportRoute) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: work.now })
    .where('state', '=', 'QUEUED')
    .where('channel', '=', channel)
    .where('digest_id', 'is', null)
    .where('claimed_by', 'is', null)
    .where('failed_since', 'is not', null)
    .where('refusals', '=', 0)
    .where('due_at', '>', work.now)
    .execute()

/**
 * The channel is down: its due and claimed messages count as failed without an attempt. Rows that are locked are skipped: their
 * attempt records its own failure, and many fail at once.
 */
export const markChannelFailed = (work: UnitOfWork, channel: TransportRoute) =>
  work.sql
    .updateTable('notifications')
    .set({ failed_since: work.now })
    .where('id', 'in', db =>
      db
        .selectFrom('notifications')
        .select('id')
        .where('state', '=', 'QUEUED')
        .where('channel', '=', channel)
        .where('failed_since', 'is', null)
        .where(eb => eb.or([eb('due_at', '<=', work.now), eb('claimed_by', 'is not', null)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute()

/** Messages about events that have failed since a time, and for which no fallback was sent. */
export const fallbackDue = (work: UnitOfWork, since: Date, most: number) =>
  work.sql
    .selectFrom('notifications')
    .selectAll()
    .where('failed_since', '<=', since)
    .where('fallback_done', '=', false)
    .where('state', 'in', ['QUEUED', 'FAILED'])
    .where('event_id', 'is not', null)
    .orderBy(sql`(urgency = 'CRITICAL') desc`)
    .orderBy('failed_since')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

export const markFallbackDone = (work: UnitOfWork, id: string) =>
  work.sql.updateTable('notifications').set({ fallback_done: true }).where('id', '=', id).execute()

/** Sends a message that the budget suppressed after all, by itself and as if new; false: the budget did not suppress it. */
export const releaseFromBudget = async (work: UnitOfWork, key: string) =>
  (await work.sql
    .updateTable('notifications')
    .set({ state: 'QUEUED', suppression_reason: null, billed: true, due_at: work.now })
    .set({ digest_id: null, in_digest: false, fallback_done: false, failed_since: null, recipient_error: false })
    .where('key', '=', key)
    .where('suppression_reason', '=', 'BUDGET')
    .returning('id')
    .executeTakeFirst()) !== undefined

export const stateOfKey = async (work: UnitOfWork, key: string) =>
  (await work.sql.selectFrom('notifications').select('state').where('key', '=', key).executeTakeFirst())?.state

interface DigestQuery {
  /** Destinations, in order; equal ones get the same answer. */
  readonly destinations: readonly { readonly channel: Channel; readonly address: string; readonly critical: boolean }[]
  readonly since: Date
  /** Most events counted per recipient. */
  readonly most: number
}

/**
 * State of the digest for each destination: the events that it was notified of since then, and when the waiting digest is sent;
 * null: none waits. In the order of `wanted`.
 */
export async function digestStates(work: UnitOfWork, { destinations: wanted, since, most }: DigestQuery) {
  const names = wanted.map(one => `${one.channel}|${one.address}|${one.critical}`)
  const once = [...new Map(wanted.map((one, at) => [names[at], one])).values()]
  const { rows } = await sql<{ lately: string[]; until: Date | null }>`
    select array(select distinct event_id::text from notifications lately
        where lately.channel = wanted.channel and recipient = wanted.address and created_at > ${since} and event_id is not null
        limit ${most}) as lately,
      (select min(due_at) from notifications
        where ${isWaitingForDigest} and notifications.channel = wanted.channel and recipient = wanted.address
          and (urgency = 'CRITICAL') = wanted.critical and not quiet) as until
    from unnest(${once.map(one => one.channel)}::text[], ${once.map(one => one.address)}::text[],
      ${once.map(one => one.critical)}::boolean[]) with ordinality as wanted (channel, address, critical, at)
    order by wanted.at`.execute(work.sql)
  const byName = new Map([...new Set(names)].map((name, at) => [name, rows[at]!])) // safe: a row for each
  return names.map(name => byName.get(name)!) // safe: each of them is asked
}

/** The messages that wait for a digest to a recipient. */
export const digestCandidates = (work: UnitOfWork, channel: TransportRoute, address: string, critical: boolean) =>
  work.sql
    .selectFrom('notifications')
    .where(isWaitingForDigest)
    .where('channel', '=', channel)
    .where('recipient', '=', address)
    .where('urgency', '=', critical ? 'CRITICAL' : 'NORMAL')
    .where(eb => eb.or([eb('quiet', '=', false), eb('due_at', '<=', work.now)]))
    .selectAll()
    .select(hears.as('hears'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(2000)
    .forUpdate()
    .execute()

/** The parts of a digest, by creation. */
export const digestParts = (work: UnitOfWork, digestId: string) =>
  work.sql.selectFrom('notifications').selectAll().where('digest_id', '=', digestId).orderBy('created_at').orderBy('id').execute()

export const joinDigest = (work: UnitOfWork, ids: readonly string[], digestId: string) =>
  work.sql
    .updateTable('notifications')
    .set({ digest_id: digestId })
    .where('id', 'in', [...ids])
    .execute()

export const leaveDigest = (work: UnitOfWork, id: string) =>
  work.sql.updateTable('notifications').set({ in_digest: false }).where('id', '=', id).execute()

export const insertVoiceKey = (work: UnitOfWork, hash: Buffer, notificationId: string, expiresAt: Date) =>
  work.sql.insertInto('voice_keys').values({ hash, notification_id: notificationId, expires_at: expiresAt }).execute()

export const voiceKey = (work: UnitOfWork, hash: Buffer) =>
  work.sql
    .selectFrom('voice_keys')
    .innerJoin('notifications as of', 'of.id', 'voice_keys.notification_id')
    .select([
      'of.id',
      'of.drill_id as drillId',
      'of.user_id as userId',
      'of.entity_id as entityId',
      'of.recipient',
      'of.language',
    ])
    .where('hash', '=', hash)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()

/** Marks messages as acknowledged by a key press; answers those that were not before. */
export const markAcknowledged = (work: UnitOfWork, ids: readonly string[]) =>
  work.sql
    .updateTable('notifications')
    .set({ acknowledged_at: work.now })
    .where('id', 'in', [...ids])
    .where('acknowledged_at', 'is', null)
    .returning(['event_id as eventId', 'drill_id as drillId', 'entity_id as entityId'])
    .execute()

/** Confirms a message of a drill; false: it was confirmed before. */
export const markConfirmed = async (work: UnitOfWork, id: string) =>
  (await work.sql
    .updateTable('notifications')
    .set({ acknowledged_at: work.now })
    .where('id', '=', id)
    .where('drill_id', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Drill messages to a number since then that are not confirmed, of users who may still see the entity. A later alarm to that
 * number excludes them: a reply may answer the alarm.
 */
export async function confirmableDrillMessages(
  work: UnitOfWork,
  number: string,
  since: Date,
): Promise<{ id: string; drillId: string }[]> {
  const { rows } = await sql<{ id: string; drillId: string }>`
    select said.id::text as id, said.drill_id::text as "drillId"
    from notifications said join entities place on place.id = said.entity_id join users person on person.id = said.user_id
    where said.channel = 'SMS' and said.recipient = ${number} and said.drill_id is not null and said.state = 'SENT'
      and said.sent_at > ${since} and said.acknowledged_at is null
      and not exists (select 1 from notifications alarm where alarm.channel = 'SMS' and alarm.recipient = said.recipient
        and alarm.drill_id is null and (alarm.sent_at > said.sent_at or (alarm.state = 'QUEUED' and alarm.attempts > 0)))
      and person.status = 'ACTIVE' and person.deleted_at is null and user_can_see(person.id, place.path)`.execute(work.sql)
  return rows
}

export const deleteOldVoiceKeys = (work: UnitOfWork) =>
  work.sql.deleteFrom('voice_keys').where('expires_at', '<=', work.now).execute()
