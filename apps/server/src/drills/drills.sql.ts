import type { DrillPlan, DrillResult, DrillStage } from '@steading/contract/events/drills'
import type { Channel } from '@steading/contract/events/outbox'
import type { PageQuery } from '@steading/contract/http/paging'
import type { NotationChoice } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { notationColumns } from '../platform/database/sql/notation.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { House } from './houses.sql.ts'

export type DrillState = 'BEGUN' | 'ORDERED' | 'NOTIFIED' | 'PASSED' | 'FAILED'

export interface NewDrill {
  readonly house: House
  readonly plan: DrillPlan
  /** null: started manually. */
  readonly plannedAt: Date | null
  readonly dueAt: Date
}

/** Inserts a drill; undefined: one is running in the house, or this planned one exists. */
export async function insertDrill(work: UnitOfWork, { house, plan, plannedAt, dueAt }: NewDrill): Promise<string | undefined> {
  const row = await work.sql
    .insertInto('drills')
    .values({
      entity_id: house.id,
      terminal_id: house.terminalId,
      farm_name: house.farmName,
      house_name: house.name,
      box_name: house.boxName,
      time_zone: house.timeZone,
      plan: JSON.stringify(plan),
      planned_at: plannedAt,
      started_by: work.actor.kind === 'user' ? work.actor.id : null,
      started_by_name: work.actor.kind === 'user' ? work.actor.name : '',
      state: 'BEGUN',
      created_at: work.now,
      due_at: dueAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Drills to process: begun, overdue or confirmed. */
export async function waitingDrills(work: UnitOfWork, most: number): Promise<string[]> {
  const rows = await work.sql
    .selectFrom('drills')
    .select('id')
    .where('ended_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('state', '=', 'BEGUN'),
        eb('due_at', '<=', work.now),
        eb.and([eb('state', '=', 'NOTIFIED'), sql<SqlBool>`${isConfirmed}`]),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(row => row.id)
}

const isConfirmed = sql<boolean>`exists (select 1 from notifications said
  where said.drill_id = drills.id and said.acknowledged_at <= drills.due_at)`

/** A running drill, locked. */
export const lockRunning = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('drills')
    .selectAll()
    .select([
      isConfirmed.as('isConfirmed'),
      sql<boolean>`exists (select 1 from notifications said where said.drill_id = drills.id and said.state = 'SENT')`.as(
        'isDelivered',
      ),
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
export type RunningDrill = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

interface Change {
  readonly state?: DrillState
  readonly stage?: DrillStage
  readonly reason?: string | null
  readonly answeredAt?: Date
  readonly receivedAt?: Date
  readonly boxAt?: Date
  readonly notifiedAt?: Date
  readonly dueAt?: Date
  readonly endedAt?: Date
}
export const setDrill = (work: UnitOfWork, id: string, change: Change) =>
  work.sql
    .updateTable('drills')
    .set({
      ...(change.state && { state: change.state }),
      ...(change.stage && { stage: change.stage }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.answeredAt && { answered_at: change.answeredAt }),
      ...(change.receivedAt && { received_at: change.receivedAt }),
      ...(change.boxAt && { box_at: change.boxAt }),
      ...(change.notifiedAt && { notified_at: change.notifiedAt }),
      ...(change.dueAt && { due_at: change.dueAt }),
      ...(change.endedAt && { ended_at: change.endedAt }),
    })
    .where('id', '=', id)
    .execute()

/** Stores the recipient of each message with the current name. */
export async function insertPeople(
  work: UnitOfWork,
  drillId: string,
  recipients: readonly { id: string; userId: string | null }[],
) {
  if (recipients.length === 0) return
  await sql`insert into drill_people (notification_id, drill_id, name)
    select notification_id, ${drillId}, coalesce((select short_name from users where users.id = user_id), '')
    from unnest(${recipients.map(one => one.id)}::bigint[], ${recipients.map(one => one.userId)}::bigint[]) as told (notification_id, user_id)`.execute(
    work.sql,
  )
}

const counts = (which: 'told' | 'confirmed') =>
  sql<number>`(select count(distinct people.name)::int from drill_people people join notifications said on said.id = people.notification_id
    where people.drill_id = drills.id and ${which === 'told' ? sql`true` : sql`said.acknowledged_at is not null`})`

const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('drills')
    .selectAll('drills')
    .select([entityRef('entity_id', 'drills').as('entity'), counts('told').as('told'), counts('confirmed').as('confirmed')])
    .where(inScope(work, 'drills.entity_id'))
export type DrillRow = NonNullable<Awaited<ReturnType<typeof drillById>>>

export const drillById = (work: UnitOfWork, id: string) => rows(work).where('drills.id', '=', id).executeTakeFirst()

export interface DrillFilter {
  readonly entityId?: string | undefined
  readonly result?: DrillResult | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

export function searchDrills(work: UnitOfWork, asked: PageQuery & DrillFilter) {
  let query = rows(work)
  const { entityId, result, fromDate, toDate } = asked
  if (entityId) query = query.where(atOrBelow(sql.ref('drills.entity_id'), entityId))
  if (result === 'RUNNING') query = query.where('drills.ended_at', 'is', null)
  else if (result) query = query.where('drills.state', '=', result)
  if (fromDate) query = query.where('drills.created_at', '>=', new Date(fromDate))
  if (toDate) query = query.where('drills.created_at', '<=', new Date(toDate))
  return fetchPage(work, query, asked, { startedUtc: 'drills.created_at', id: 'drills.id' }, 'drills.id', row => row)
}

/** Messages of a drill, sorted by recipient name. */
export const messagesOf = (work: UnitOfWork, drillId: string) =>
  work.sql
    .selectFrom('drill_people')
    .innerJoin('notifications', 'notifications.id', 'drill_people.notification_id')
    .select([
      'notifications.id',
      'drill_people.name',
      'notifications.channel',
      'notifications.state',
      'notifications.suppression_reason',
      'notifications.last_error',
      'notifications.sent_at',
      'notifications.acknowledged_at',
      'notifications.user_id',
    ])
    .where('drill_people.drill_id', '=', drillId)
    .where(inScope(work, 'notifications.entity_id'))
    .orderBy(collateNames('drill_people.name'))
    .orderBy('notifications.id')
    .execute()

/** Houses among these with a running drill. */
export async function runningAt(work: UnitOfWork, houseIds: readonly string[]): Promise<Set<string>> {
  const rowsThere = await work.sql
    .selectFrom('drills')
    .select('entity_id')
    .where('ended_at', 'is', null)
    .where(sql<SqlBool>`entity_id = any(${[...houseIds]}::bigint[])`)
    .execute()
  return new Set(rowsThere.map(row => row.entity_id))
}

export const refsOf = async (work: UnitOfWork, ids: readonly string[]) => {
  const { rows: found } = await sql<{ id: string; name: string; displayName: string; type: string }>`
    select id::text as id, name, display_name as "displayName", type from entities where id = any(${[...ids]}::bigint[])`.execute(
    work.sql,
  )
  return new Map(found.map(one => [one.id, one]))
}

/** Short names of users by id. */
export async function namesOf(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ id: string; person: { shortName: string } | null }>`
    select id::text as id, user_reference(id) as person from unnest(${[...ids]}::bigint[]) as id`.execute(work.sql)
  return new Map(found.map(({ id, person }) => [id, person?.shortName ?? '']))
}

/** A message of a drill with its recipient, while they may still see the entity. */
export interface LinkedMessage extends NotationChoice {
  readonly notificationId: string
  readonly drillId: string
  readonly userId: string | null
  readonly reader: string
  readonly language: string | null
  readonly timeZone: string
  readonly path: string
  readonly entityId: string
  readonly farmName: string
  readonly houseName: string
  readonly state: DrillState
  readonly startedAt: Date
  readonly dueAt: Date
  readonly confirmedAt: Date | null
  readonly channel: Channel
}
export async function linkedMessage(work: UnitOfWork, notificationId: string, after: Date): Promise<LinkedMessage | undefined> {
  const { rows: found } = await sql<LinkedMessage>`
    select said.id::text as "notificationId", drills.id::text as "drillId", said.user_id::text as "userId",
      coalesce(person.short_name, people.name) as reader, person.language, ${notationColumns('person')}, coalesce(person.time_zone, drills.time_zone) as "timeZone",
      place.path::text as path, place.id::text as "entityId", drills.farm_name as "farmName", drills.house_name as "houseName",
      drills.state, drills.created_at as "startedAt", drills.due_at as "dueAt", said.acknowledged_at as "confirmedAt", said.channel
    from notifications said join drills on drills.id = said.drill_id join drill_people people on people.notification_id = said.id
      join entities place on place.id = drills.entity_id join users person on person.id = said.user_id
    where said.id = ${notificationId} and said.created_at > ${after}
      and person.status = 'ACTIVE' and person.deleted_at is null and user_can_see(person.id, place.path)`.execute(work.sql)
  return found[0]
}
