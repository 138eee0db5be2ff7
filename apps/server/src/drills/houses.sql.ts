import { PLAN_BY_DEFAULT } from '@steading/contract/events/drills'
import type { DrillPlan } from '@steading/contract/events/drills'
import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A house with the box to drill next; null: it has none. */
export interface House {
  readonly id: string
  readonly name: string
  readonly farmName: string
  readonly timeZone: string
  readonly terminalId: string | null
  readonly boxName: string | null
}

/**
 * A box in the house, or one outside that serves it. Of several, the one with the oldest drill there is next.
 */
const box = sql`lateral (
  select t.id, t.display_name from terminals t join entities stands on stands.id = t.entity_id
  where t.retired_at is null and (t.entity_id = house.id or stands.type <> 'SECTOR' and house.path <@ stands.path
    and exists (select 1 from interfaces i where i.terminal_id = t.id and i.entity_id = house.id and i.deleted_at is null))
  order by (select max(past.created_at) from drills past where past.entity_id = house.id and past.terminal_id = t.id) nulls first, t.id
  limit 1) box`

const houseColumns = sql`house.id::text as id, house.name, house.time_zone as "timeZone", box.id::text as "terminalId",
  box.display_name as "boxName", coalesce((select farm.name from entities farm
    where farm.id = any (path_ids(house.path)) and farm.type = 'FARM' limit 1), house.name) as "farmName"`

const MOST = 200

/** Houses with a box at and below an entity; the entity itself, if a house, even without one. Needs system scope. */
export async function housesAt(whole: UnitOfWork, entityId: string): Promise<House[]> {
  const { rows } = await sql<House>`
    select ${houseColumns} from entities place join entities house on house.path <@ place.path left join ${box} on true
    where place.id = ${entityId} and house.type = 'SECTOR' and (box.id is not null or house.id = place.id)
    order by house.display_name collate names, house.id limit ${MOST}`.execute(whole.sql)
  return rows
}

const planned = sql`lateral (
  select coalesce(said.is_on, ${PLAN_BY_DEFAULT.isOn}::boolean) as is_on, coalesce(said.weekday, ${PLAN_BY_DEFAULT.weekday}::int) as weekday,
    coalesce(said.at, ${PLAN_BY_DEFAULT.at}::text) as at, said.entity_id, said.updated_at
  from (select 1) one left join lateral (
    select own.* from entities above join drill_plans own on own.entity_id = above.id
    where above.id = any (path_ids(house.path)) order by nlevel(above.path) desc limit 1) said on true) plan`

export interface DueHouse extends House {
  readonly plan: DrillPlan
  readonly plannedAt: Date
}

/** Houses whose planned local time lies within the last `window` ms, without a drill for it and without a running one. */
export async function dueHouses(work: UnitOfWork, window: number): Promise<DueHouse[]> {
  const { rows } = await sql<DueHouse>`
    select ${houseColumns}, due.at as "plannedAt", json_build_object('isOn', true, 'weekday', plan.weekday, 'at', plan.at) as plan
    from entities house cross join ${planned}
      cross join lateral (
        -- An hour that is read twice counts the first time, which PostgreSQL takes for the second.
        select least((day + plan.at::time) at time zone house.time_zone,
          (day + plan.at::time - interval '1 hour') at time zone house.time_zone + interval '1 hour') as at
        from (select (${work.now}::timestamptz at time zone house.time_zone)::date - back as day from generate_series(0, 1) back) days
        where extract(isodow from day) = plan.weekday + 1) due
      join ${box} on true
    where house.type = 'SECTOR' and house.status = 'ACTIVE' and plan.is_on
      and due.at <= ${work.now} and due.at > ${new Date(work.now.getTime() - window)}
      and due.at > greatest(house.created_at, plan.updated_at)
      and not exists (select 1 from drills where drills.entity_id = house.id
        and (drills.planned_at = due.at or drills.ended_at is null))
    order by due.at, house.id limit ${MOST}`.execute(work.sql)
  return rows
}

interface PlanRow extends DrillPlan {
  readonly id: string
  readonly displayName: string
  readonly version: number
}

/** Plans at an entity and above, nearest first, with the time zone of the entity. */
export async function plansAbove(whole: UnitOfWork, entityId: string) {
  const { rows } = await sql<PlanRow>`
    select above.id::text as id, above.display_name as "displayName", own.is_on as "isOn", own.weekday::int as weekday, own.at, own.version
    from entities place join entities above on above.id = any (path_ids(place.path)) join drill_plans own on own.entity_id = above.id
    where place.id = ${entityId} order by nlevel(above.path) desc`.execute(whole.sql)
  return rows
}

export const placeOf = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('entities')
    .select(['id', 'display_name as displayName', 'time_zone as timeZone', 'type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Optimistic lock: false if the version differs. null deletes the plan. */
export async function setPlan(work: UnitOfWork, entityId: string, plan: DrillPlan | null, version: number): Promise<boolean> {
  if (plan === null) {
    const gone = await work.sql
      .deleteFrom('drill_plans')
      .where('entity_id', '=', entityId)
      .where('version', '=', version)
      .returning('entity_id')
      .executeTakeFirst()
    return gone !== undefined
  }
  const values = { is_on: plan.isOn, weekday: plan.weekday, at: plan.at, updated_at: work.now, updated_by: work.actor.id }
  const saved =
    version === 0
      ? await work.sql
          .insertInto('drill_plans')
          .values({ entity_id: entityId, ...values })
          .onConflict(conflict => conflict.column('entity_id').doNothing())
          .returning('entity_id')
          .executeTakeFirst()
      : await work.sql
          .updateTable('drill_plans')
          .set({ ...values, version: version + 1 })
          .where('entity_id', '=', entityId)
          .where('version', '=', version)
          .returning('entity_id')
          .executeTakeFirst()
  return saved !== undefined
}
