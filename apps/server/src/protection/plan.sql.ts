import { AlarmPlanContent } from '@steading/contract/protection/alarmPlan'
import type { PlanBox } from '@steading/contract/protection/alarmPlan'
import type { DrillState } from '../drills/index.ts'
import type { EntityType } from '@steading/contract/entities/entities'
import type { Channel } from '@steading/contract/events/channels'
import { sql } from 'kysely'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

export interface PlanLevel {
  readonly id: string
  readonly displayName: string
  readonly content: AlarmPlanContent
  readonly version: number
}

/** Plans at an entity and above, the nearest first. Needs system scope: a plan may be inherited from above the caller. */
export async function plansAbove(whole: UnitOfWork, entityId: string): Promise<PlanLevel[]> {
  const { rows } = await sql<Omit<PlanLevel, 'content'> & { content: unknown }>`
    select above.id::text as id, above.display_name as "displayName", own.content, own.version
    from entities place join entities above on above.id = any (path_ids(place.path)) join alarm_plans own on own.entity_id = above.id
    where place.id = ${entityId} order by nlevel(above.path) desc`.execute(whole.sql)
  return rows.map(row => ({ ...row, content: AlarmPlanContent.parse(row.content) }))
}

export interface PlaceRow {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly type: EntityType
  readonly timeZone: string
  readonly farmName: string | null
}

/** The place and the farm around it. */
export async function placeById(whole: UnitOfWork, entityId: string): Promise<PlaceRow> {
  const { rows } = await sql<PlaceRow>`
    select place.id::text as id, place.name, place.display_name as "displayName", place.type, place.time_zone as "timeZone",
      (select farm.name from entities farm where farm.id = any (path_ids(place.path)) and farm.type = 'FARM' limit 1) as "farmName"
    from entities place where place.id = ${entityId}`.execute(whole.sql)
  return rows[0]! // safe: isEntityInReach has found it
}

/** Optimistic lock: false if the version differs. */
export async function savePlan(work: UnitOfWork, entityId: string, content: AlarmPlanContent, version: number): Promise<boolean> {
  const values = { content: JSON.stringify(content), updated_at: work.now, updated_by: work.actor.id }
  const saved =
    version === 0
      ? await work.sql
          .insertInto('alarm_plans')
          .values({ entity_id: entityId, ...values })
          .onConflict(conflict => conflict.column('entity_id').doNothing())
          .returning('entity_id')
          .executeTakeFirst()
      : await work.sql
          .updateTable('alarm_plans')
          .set({ ...values, version: version + 1 })
          .where('entity_id', '=', entityId)
          .where('version', '=', version)
          .returning('entity_id')
          .executeTakeFirst()
  return saved !== undefined
}

export interface Reachability {
  readonly id: string
  readonly phone: string | null
  /** Channels that the person does not want. */
  readonly unwanted: readonly Channel[]
}

/** Numbers and channels of these people, as far as the caller sees them. */
export async function reachabilityOf(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, Reachability>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Reachability>`
    select users.id::text as id, users.phone,
      coalesce((select array_agg(key) from jsonb_each_text(users.notifications -> 'channels') where value = 'false'), '{}') as unwanted
    from users where users.id = any(${[...ids]}::bigint[]) and users.status = 'ACTIVE' and users.deleted_at is null
      and (${within(work.actor, sql.ref('users.entity_id'))} or users.id = ${work.actor.id})`.execute(work.sql)
  return new Map(rows.map(row => [row.id, row]))
}

/** Boxes at or below the place, and those above it that measure there, with the inputs of mains and generator. */
export async function boxesOf(whole: UnitOfWork, entityId: string): Promise<PlanBox[]> {
  const { rows } = await sql<Omit<PlanBox, 'lastCommunicationUtc'> & { last: Date | null }>`
    select t.id::text as id, t.display_name as "displayName", coalesce(link.connected, false) as "isConnected",
      link.last_communication_at as last,
      power.mains as "isMainsPresent", power.generator as "isGeneratorRunning"
    from entities place join entities stands on stands.path <@ place.path or place.path <@ stands.path
      join terminals t on t.entity_id = stands.id and t.retired_at is null and not t.is_internal
      left join terminal_links link on link.terminal_id = t.id
      left join lateral (
        select bool_and(value.value <> 0) filter (where i.category = 'MAINS_POWER') as mains,
          bool_or(value.value <> 0) filter (where i.category = 'GENERATOR') as generator
        from interfaces i join last_values value on value.interface_id = i.id
        where i.terminal_id = t.id and i.deleted_at is null and i.category in ('MAINS_POWER', 'GENERATOR')) power on true
    where place.id = ${entityId} and (stands.path <@ place.path or exists (
      select 1 from interfaces i join entities house on house.id = i.entity_id
      where i.terminal_id = t.id and i.deleted_at is null and house.path <@ place.path))
    order by t.display_name collate names, t.id limit 50`.execute(whole.sql)
  return rows.map(({ last, ...box }) => ({ ...box, lastCommunicationUtc: last?.toISOString() ?? null }))
}

/** Categories of the alarm rules in service at or below the place. */
export async function alarmedCategories(work: UnitOfWork, entityId: string): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    select distinct rules.event ->> 'category' as category from rules
    where rules.deleted_at is null and rules.kind = 'ALARM' and rules.deployment_status = 'DEPLOYED' and rules.event is not null
      and ${within(work.actor, sql.ref('rules.entity_id'))}
      and ${atOrBelow(sql`coalesce(rules.sector_id, rules.entity_id)`, entityId)}`.execute(work.sql)
  return rows.map(row => row.category)
}

/** The last drill at or below the place. */
export const lastDrillAt = (work: UnitOfWork, entityId: string) =>
  work.sql
    .selectFrom('drills')
    .select(['id', 'created_at as startedAt', sql<DrillState>`state`.as('state')])
    .where(inScope(work, 'drills.entity_id'))
    .where(atOrBelow(sql.ref('drills.entity_id'), entityId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Plans that hold a date, a portion at a time, with the clock of their place. */
export async function datedPlans(whole: UnitOfWork, after: string, most: number) {
  const { rows } = await sql<{ id: string; displayName: string; timeZone: string; content: unknown }>`
    select place.id::text as id, place.display_name as "displayName", place.time_zone as "timeZone", plan.content
    from alarm_plans plan join entities place on place.id = plan.entity_id
    where plan.entity_id > ${after}::bigint and (plan.content -> 'generator' <> 'null' or plan.content -> 'batteries' <> '[]')
    order by plan.entity_id limit ${most}`.execute(whole.sql)
  return rows.map(row => ({ ...row, content: AlarmPlanContent.parse(row.content) }))
}

/** False: people were notified of it before. */
export async function insertNotice(whole: UnitOfWork, entityId: string, key: string): Promise<boolean> {
  const row = await whole.sql
    .insertInto('alarm_plan_notices')
    .values({ entity_id: entityId, key, notified_at: whole.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
