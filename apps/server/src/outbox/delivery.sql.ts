import { CHANNELS } from '@steading/contract/outbox'
import type { Channel, WITHHELD_FOR } from '@steading/contract/outbox'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { Work } from '../platform/database/work.ts'
import type { Route } from '../platform/carrier.ts'

/** Does a person see the place, and may they sign in? */
const seesIt = (person: Expression<unknown>, place: Expression<unknown>) => sql<boolean>`exists (
  select 1 from users u, entities place
  where u.id = ${person} and u.status = 'ACTIVE' and place.id = ${place} and sees(u.id, place.path))`
const hears = sql<boolean>`(user_id is null or ${seesIt(sql.ref('notifications.user_id'), sql.ref('notifications.entity_id'))})`

/** In so many words: only so a plan that is made once knows the index of what waits. */
const isQueued = sql<boolean>`state = 'QUEUED'`

/** It waits to go out together with others, and nobody has begun to. */
const isGathered = sql<boolean>`${isQueued} and gathered and digest_id is null and taken_by is null`

interface Due {
  readonly most: number
  readonly except: readonly string[]
  /** They are due whatever their time is. */
  readonly also: readonly string[]
}

/** The next ones of a channel whose time has come, what is CRITICAL first; nobody else takes them meanwhile. */
export const nextDue = (work: Work, channel: Route, { most, except, also }: Due) =>
  work.sql
    .selectFrom('notifications')
    .selectAll()
    .select(hears.as('hears'))
    .where(isQueued)
    .where('channel', '=', channel)
    .where('digest_id', 'is', null)
    .where(eb => eb.or([eb('due_at', '<=', work.now), sql<boolean>`id = any (${[...also]}::bigint[])`]))
    .where(sql<boolean>`id <> all (${[...except]}::bigint[])`)
    .orderBy(sql`(severity = 'CRITICAL') desc nulls last`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
/** One whose time has come; `hears`: somebody is to hear of it still. */
export type DueRow = Awaited<ReturnType<typeof nextDue>>[number]
export type QueuedRow = Omit<DueRow, 'hears'>

export async function stillHears(work: Work, userId: string, entityId: string): Promise<boolean> {
  const { rows } = await sql<{ hears: boolean }>`select ${seesIt(sql.val(userId), sql.val(entityId))} as hears`.execute(work.sql)
  return rows[0]!.hears
}

/** Is an event closed? `since`: closed after that. */
export async function isOver(work: Work, eventId: string, since = new Date(0)): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select status = 'CLOSED' and coalesce(close_date > ${since}, true) as over from events where id = ${eventId}`.execute(
    work.sql,
  )
  return rows[0]?.over ?? false
}

/** Is all over that goes out within a digest? */
export async function areOver(work: Work, digestId: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select coalesce(bool_and(events.status = 'CLOSED'), false) as over
    from notifications part join events on events.id = part.event_id where part.digest_id = ${digestId}`.execute(work.sql)
  return rows[0]?.over ?? false
}

/** Is the time to confirm a drill over, or has it failed before? */
export async function isDrillOver(work: Work, drillId: string): Promise<boolean> {
  const drill = await work.sql.selectFrom('drills').select(['state', 'due_at']).where('id', '=', drillId).executeTakeFirst()
  return !drill || drill.state === 'FAILED' || drill.due_at <= work.now
}

/** It is nobody's message: nothing of it stays. */
export const drop = (work: Work, id: string) => work.sql.deleteFrom('notifications').where('id', '=', id).execute()

/** Heartbeats that nobody is just sending: the newest alone counts. */
export const dropBeats = (work: Work) =>
  work.sql.deleteFrom('notifications').where('channel', '=', 'HEARTBEAT').where('taken_by', 'is', null).execute()

/** People whom a channel refuses, of as many events, before it is the channel that is in trouble. */
const REFUSED = 2
/** What is refused so long after a message came through was not refused with it, s; and for so long it counts. */
const [APART, REMEMBERED] = [30, 86_400]

/**
 * Of each channel: does something wait on it that should be out since then, or has it refused whoever it was asked for, and did
 * anything go out since?
 */
export async function flowSince(work: Work, since: Date) {
  const { rows } = await sql<{ channel: Channel; waits: boolean; went: boolean }>`
    select channel,
      exists (select 1 from notifications waiting where waiting.channel = channel.channel and state = 'QUEUED'
        and digest_id is null and not own_trouble and coalesce(failed_since, due_at) <= ${since})
      or (select count(distinct recipient) >= ${REFUSED} and count(distinct event_id) >= ${REFUSED} and min(failed_since) <= ${since}
        from notifications refused where refused.channel = channel.channel and state in ('QUEUED', 'FAILED') and own_trouble
          and failed_since > ${since}::timestamptz - ${REMEMBERED} * interval '1 second'
          and not exists (select 1 from notifications came where came.channel = channel.channel and came.state = 'SENT'
            and came.sent_at > refused.failed_since - ${APART} * interval '1 second')) as waits,
      exists (select 1 from notifications gone where gone.channel = channel.channel and state = 'SENT' and sent_at > ${since}) as went
    from unnest(${[...CHANNELS]}::text[]) as channel`.execute(work.sql)
  return rows
}

/**
 * Is there an open alarm, CRITICAL, of which every message has been refused since then, so that nobody has heard of it? `keptIsRead`:
 * what is kept counts.
 */
export async function unheardSince(work: Work, since: Date, keptIsRead: boolean): Promise<boolean> {
  const { rows } = await sql<{ unheard: boolean }>`
    select exists (select 1 from events where severity = 'CRITICAL' and status <> 'CLOSED'
      and exists (select 1 from notifications put where put.event_id = events.id and put.state in ('QUEUED', 'FAILED')
        and put.failed_since <= ${since})
      -- What waits for its channel alone is no refusal: of that the flow of the channel tells.
      and not exists (select 1 from notifications told where told.event_id = events.id
        and (told.state = 'SENT' or told.state = 'KEPT' and ${keptIsRead} or told.state = 'QUEUED' and not told.own_trouble))) as unheard`.execute(
    work.sql,
  )
  return rows[0]?.unheard ?? false
}

export interface TakenUp {
  readonly ids: readonly string[]
  /** Of those, which may come twice. */
  readonly repeated: readonly string[]
  readonly by: string
  readonly until: Date
  /** They stand on the bill of a day. */
  readonly counted: boolean
}

/** Somebody tries them now; nobody else does until then. */
export const takeUp = (work: Work, { ids, repeated, by, until, counted }: TakenUp) =>
  work.sql
    .updateTable('notifications')
    .set(eb => ({
      attempts: eb('attempts', '+', 1),
      taken_by: by,
      due_at: until,
      unsure: false,
      repeated: sql<boolean>`repeated or id = any (${[...repeated]}::bigint[])`,
      ...(counted && { counted }),
    }))
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .execute()

/** Nobody tried it: it waits as before. */
export const giveBack = (work: Work, id: string) =>
  work.sql
    .updateTable('notifications')
    .set(eb => ({ taken_by: null, due_at: work.now, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .execute()

export interface Attempt {
  readonly id: string
  readonly outcome: 'REFUSED' | 'FAILED' | 'UNKNOWN'
  readonly detail: string
}
export const noteAttempt = (work: Work, { id, outcome, detail }: Attempt) =>
  work.sql.insertInto('notification_attempts').values({ notification_id: id, at: work.now, outcome, detail }).execute()

/** With all that went out in it. */
const withParts = (work: Work, id: string) =>
  work.sql.updateTable('notifications').where(eb => eb.or([eb('id', '=', id), eb('digest_id', '=', id)]))

type Withheld = (typeof WITHHELD_FOR)[number]

export const withhold = (work: Work, id: string, reason: Exclude<Withheld, 'COUNTRY'>) =>
  withParts(work, id).set({ state: 'WITHHELD', withheld_for: reason, taken_by: null }).execute()

export interface Sent {
  readonly id: string
  /** What the provider calls it. */
  readonly reference: string
}

export async function markSent(work: Work, all: readonly Sent[]): Promise<void> {
  const [ids, references] = [all.map(one => one.id), all.map(one => one.reference)]
  await sql`
    with attempted as (insert into notification_attempts (notification_id, at, outcome, detail)
      select id, ${work.now}, 'SENT', reference from unnest(${ids}::bigint[], ${references}::text[]) as sent (id, reference))
    update notifications set state = 'SENT', sent_at = ${work.now}, last_error = null, taken_by = null
    where (id = any (${ids}::bigint[]) or digest_id = any (${ids}::bigint[]))
      -- What became of it may be told before.
      and state <> 'FAILED'`.execute(work.sql)
}

export interface Failing {
  readonly error: string
  /** null: it is not tried again. */
  readonly next: Date | null
  readonly refused: boolean
  readonly unsure: boolean
  /** It is not the channel that is in trouble. */
  readonly own: boolean
}
export const markFailed = async (work: Work, id: string, { error, next, refused, unsure, own }: Failing) => {
  await withParts(work, id)
    .set(eb => ({
      last_error: error,
      failed_since: eb.fn.coalesce('failed_since', eb.val(work.now)),
      own_trouble: own,
      ...(next === null && { state: 'FAILED' }),
    }))
    .execute()
  await work.sql
    .updateTable('notifications')
    .set(eb => ({ taken_by: null, unsure, ...(refused && { refusals: eb('refusals', '+', 1) }), ...(next && { due_at: next }) }))
    .where('id', '=', id)
    .execute()
}

/** A message, which nobody else changes before the work is done. */
export const lockSent = (work: Work, id: string) =>
  work.sql.selectFrom('notifications').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** It was taken and reached nobody, with all that went out in it. */
export const markMissed = async (work: Work, id: string, detail: string) => {
  await withParts(work, id).set({ state: 'FAILED', last_error: detail, failed_since: work.now }).execute()
  await noteAttempt(work, { id, outcome: 'FAILED', detail })
}

/** Those that died with the program that tried them are due now. */
export const takeOver = (work: Work, by: string) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: work.now })
    .where('state', '=', 'QUEUED')
    .where('taken_by', 'is not', null)
    .where('taken_by', '<>', by)
    .execute()

/** What waits for the end of somebody's quiet hours is due then. */
export const setQuietEnd = (work: Work, userId: string, dueAt: Date) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: dueAt })
    .where(isGathered)
    .where('quiet', '=', true)
    .where('user_id', '=', userId)
    .execute()

/** The way is there again: what waited for it waits no longer. */
export const hurry = (work: Work, channel: Route) =>
  work.sql
    .updateTable('notifications')
    .set({ due_at: work.now })
    .where('state', '=', 'QUEUED')
    .where('channel', '=', channel)
    .where('digest_id', 'is', null)
    .where('taken_by', 'is', null)
    .where('failed_since', 'is not', null)
    .where('refusals', '=', 0)
    .where('due_at', '>', work.now)
    .execute()

/**
 * The way is down: what should be out and isn't has failed as well, though nobody tried it; also what was taken up and waits for
 * its turn. What somebody is just noting they note themselves: many fail at once, and must not wait for one another.
 */
export const noteWaiting = (work: Work, channel: Route) =>
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
        .where(eb => eb.or([eb('due_at', '<=', work.now), eb('taken_by', 'is not', null)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute()

/** What should have been out since then, of occurrences that another channel may tell. */
export const lingering = (work: Work, since: Date, most: number) =>
  work.sql
    .selectFrom('notifications')
    .selectAll()
    .where('failed_since', '<=', since)
    .where('passed_on', '=', false)
    .where('state', 'in', ['QUEUED', 'FAILED'])
    .where('event_id', 'is not', null)
    .orderBy(sql`(severity = 'CRITICAL') desc nulls last`)
    .orderBy('failed_since')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

export const notePassed = (work: Work, id: string) =>
  work.sql.updateTable('notifications').set({ passed_on: true }).where('id', '=', id).execute()

/** What the day had no room for is due all the same, by itself and as if nobody had tried; false: it was not withheld for that. */
export const revive = async (work: Work, key: string) =>
  (await work.sql
    .updateTable('notifications')
    .set({ state: 'QUEUED', withheld_for: null, counted: true, due_at: work.now })
    .set({ digest_id: null, gathered: false, passed_on: false, failed_since: null, own_trouble: false })
    .where('key', '=', key)
    .where('withheld_for', '=', 'BUDGET')
    .returning('id')
    .executeTakeFirst()) !== undefined

export const stateOfKey = async (work: Work, key: string) =>
  (await work.sql.selectFrom('notifications').select('state').where('key', '=', key).executeTakeFirst())?.state

interface Gathering {
  /** At each place one; two of one recipient have the same to say. */
  readonly wanted: readonly { readonly channel: Channel; readonly address: string; readonly critical: boolean }[]
  readonly since: Date
  /** Of so many events one hears, at most. */
  readonly most: number
}

/**
 * Of which events each recipient was told on a channel since then, and when what is gathered there goes out; null: nothing is. In
 * the order in which they are asked.
 */
export async function gatheringFor(work: Work, { wanted, since, most }: Gathering) {
  const names = wanted.map(one => `${one.channel}|${one.address}|${one.critical}`)
  const once = [...new Map(wanted.map((one, at) => [names[at], one])).values()]
  const { rows } = await sql<{ lately: string[]; until: Date | null }>`
    select array(select distinct event_id::text from notifications lately
        where lately.channel = wanted.channel and recipient = wanted.address and created_at > ${since} and event_id is not null
        limit ${most}) as lately,
      (select min(due_at) from notifications
        where ${isGathered} and notifications.channel = wanted.channel and recipient = wanted.address
          and (severity = 'CRITICAL') = wanted.critical and not quiet) as until
    from unnest(${once.map(one => one.channel)}::text[], ${once.map(one => one.address)}::text[],
      ${once.map(one => one.critical)}::boolean[]) with ordinality as wanted (channel, address, critical, at)
    order by wanted.at`.execute(work.sql)
  const byName = new Map([...new Set(names)].map((name, at) => [name, rows[at]!])) // safe: a row for each
  return names.map(name => byName.get(name)!) // safe: each of them is asked
}

/** What is gathered for a recipient by now. */
export const gathered = (work: Work, channel: Route, address: string, critical: boolean) =>
  work.sql
    .selectFrom('notifications')
    .where(isGathered)
    .where('channel', '=', channel)
    .where('recipient', '=', address)
    .where('severity', critical ? '=' : '<>', 'CRITICAL')
    .where(eb => eb.or([eb('quiet', '=', false), eb('due_at', '<=', work.now)]))
    .selectAll()
    .select(hears.as('hears'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(2000)
    .forUpdate()
    .execute()

/** What goes out within a digest, in the order in which it was put together. */
export const partsOf = (work: Work, digestId: string) =>
  work.sql.selectFrom('notifications').selectAll().where('digest_id', '=', digestId).orderBy('created_at').orderBy('id').execute()

export const joinDigest = (work: Work, ids: readonly string[], digestId: string) =>
  work.sql
    .updateTable('notifications')
    .set({ digest_id: digestId })
    .where('id', 'in', [...ids])
    .execute()

export const notGathered = (work: Work, id: string) =>
  work.sql.updateTable('notifications').set({ gathered: false }).where('id', '=', id).execute()

export const insertVoiceKey = (work: Work, hash: Buffer, notificationId: string, expiresAt: Date) =>
  work.sql.insertInto('voice_keys').values({ hash, notification_id: notificationId, expires_at: expiresAt }).execute()

export const voiceKey = (work: Work, hash: Buffer) =>
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

/** A call was answered with the key: of what it told, that which was not acknowledged so before. */
export const noteAcknowledged = (work: Work, ids: readonly string[]) =>
  work.sql
    .updateTable('notifications')
    .set({ acknowledged_at: work.now })
    .where('id', 'in', [...ids])
    .where('acknowledged_at', 'is', null)
    .returning(['event_id as eventId', 'drill_id as drillId', 'entity_id as entityId'])
    .execute()

/** Somebody says that a message of a drill reached them; false: they said so before. */
export const noteConfirmed = async (work: Work, id: string) =>
  (await work.sql
    .updateTable('notifications')
    .set({ acknowledged_at: work.now })
    .where('id', '=', id)
    .where('drill_id', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Messages of drills that went to a number since then and are not confirmed, of people who still see the place. Whoever was told of
 * an alarm after may have answered that.
 */
export async function confirmableTo(work: Work, number: string, since: Date): Promise<{ id: string; drillId: string }[]> {
  const { rows } = await sql<{ id: string; drillId: string }>`
    select said.id::text as id, said.drill_id::text as "drillId"
    from notifications said join entities place on place.id = said.entity_id join users person on person.id = said.user_id
    where said.channel = 'SMS' and said.recipient = ${number} and said.drill_id is not null and said.state = 'SENT'
      and said.sent_at > ${since} and said.acknowledged_at is null
      and not exists (select 1 from notifications alarm where alarm.channel = 'SMS' and alarm.recipient = said.recipient
        and alarm.drill_id is null and (alarm.sent_at > said.sent_at or (alarm.state = 'QUEUED' and alarm.attempts > 0)))
      and person.status = 'ACTIVE' and person.deleted_at is null and sees(person.id, place.path)`.execute(work.sql)
  return rows
}

export const deleteOldVoiceKeys = (work: Work) => work.sql.deleteFrom('voice_keys').where('expires_at', '<=', work.now).execute()
