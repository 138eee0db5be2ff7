import { DANGER_SHARE, EscalationStep, Shift, STEP_DELAY } from '@steading/contract/events/escalation'
import { sql } from 'kysely'
import { z } from 'zod'
import { groupByPosition, createBatchLoader } from '../platform/database/batchLoader.ts'
import { within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { PassedLevel } from './run.ts'
import type { Level } from './run.ts'

interface Row {
  readonly id: string
  readonly displayName: string
  readonly steps: unknown
  readonly shifts: unknown
  readonly version: number
}

/** What the entity says, and each above it, the nearest first; with the clock of the place. Above the caller's reach, too. */
export const settingsAbove = createBatchLoader(async (work, all: readonly string[]) => {
  const { rows } = await sql<Row & { at: number; timeZone: string }>`
    select asked.at::int as at, above.id::text as id, above.display_name as "displayName", place.time_zone as "timeZone",
      coalesce(said.steps, '[]') as steps, coalesce(said.shifts, '[]') as shifts, coalesce(said.version, 0) as version
    from unnest(${[...all]}::bigint[]) with ordinality as asked (id, at) join entities place on place.id = asked.id
      cross join lateral unnest(path_ids(place.path)) as up (id) join entities above on above.id = up.id
      left join escalations said on said.entity_id = above.id
    order by asked.at, nlevel(above.path) desc`.execute(work.sql)
  const settings = rows.map(row => ({
    ...row,
    steps: z.array(EscalationStep).parse(row.steps),
    shifts: z.array(Shift).parse(row.shifts),
  }))
  return groupByPosition(all, settings)
})

/** Those of these people who are active and see the place. */
export const tellableOf = createBatchLoader(
  async (work, all: readonly { readonly entityId: string; readonly ids: readonly string[] }[]): Promise<string[][]> => {
    const each = all.flatMap(({ entityId, ids }, at) => ids.map(id => ({ at: at + 1, id, entityId })))
    if (each.length === 0) return all.map(() => [])
    const { rows } = await sql<{ at: number; id: string }>`
      select distinct at, u.id
      from unnest(${each.map(one => one.at)}::int[], ${each.map(one => one.id)}::bigint[], ${each.map(one => one.entityId)}::bigint[])
          as asked (at, id, entity_id)
        join entities place on place.id = asked.entity_id
        join users u on u.id = asked.id and u.status = 'ACTIVE' and user_can_see(u.id, place.path)`.execute(work.sql)
    return groupByPosition(all, rows).map(found => found.map(one => one.id))
  },
)

/** The people in charge of a place and of each above it, the nearest first: the levels of a place without a list. */
export const responsibleLevels = createBatchLoader(async (work, all: readonly string[]): Promise<Level[][]> => {
  const { rows } = await sql<{ at: number; members: string[]; userIds: string[] }>`
    select asked.at::int as at, array_agg(named.user_id::text order by named.rank, named.user_id) as members,
      coalesce(array_agg(users.id::text order by named.rank, users.id) filter (where users.id is not null), '{}') as "userIds"
    from unnest(${[...all]}::bigint[]) with ordinality as asked (id, at) join entities place on place.id = asked.id
      cross join lateral unnest(path_ids(place.path)) as up (id) join entities above on above.id = up.id
      join responsibles named on named.entity_id = above.id
      left join users on users.id = named.user_id and users.status = 'ACTIVE' and user_can_see(users.id, place.path)
    group by asked.at, above.id order by asked.at, nlevel(above.path) desc`.execute(work.sql)
  return groupByPosition(all, rows).map(levels =>
    levels.map(({ members, userIds }) => ({ members, userIds, delay: STEP_DELAY, dangerShare: DANGER_SHARE })),
  )
})

/** The levels of the list that had their turn in the escalation run of an event; none where no run is under way. */
export const passedLevelsOf = createBatchLoader(async (work, all: readonly string[]): Promise<PassedLevel[][]> => {
  const rows = await work.sql
    .selectFrom('escalation_runs')
    .select(['event_id', 'passed_levels'])
    .where('event_id', '=', sql<string>`any(${[...all]}::bigint[])`)
    .execute()
  const byEvent = new Map(rows.map(row => [row.event_id, z.array(PassedLevel).parse(row.passed_levels)]))
  return all.map(id => byEvent.get(id) ?? [])
})

/** Who is in charge of the place and of each above it, the nearest first: those who are active and see the place. */
export async function inChargeAbove(work: UnitOfWork, entityId: string) {
  const { rows } = await sql<{ id: string; displayName: string; people: { userId: string; shortName: string }[] }>`
    select above.id::text as id, above.display_name as "displayName", json_agg(user_reference(users.id) order by named.rank, users.id) as people
    from entities place cross join lateral unnest(path_ids(place.path)) as up (id) join entities above on above.id = up.id
      join responsibles named on named.entity_id = above.id
      join users on users.id = named.user_id and users.status = 'ACTIVE' and user_can_see(users.id, place.path)
    where place.id = ${entityId} group by above.id order by nlevel(above.path) desc`.execute(work.sql)
  return rows
}

export interface EscalationSettings {
  readonly steps: readonly EscalationStep[]
  readonly shifts: readonly Shift[]
}

/** Answers false when another version is there. */
export async function setEscalation(
  work: UnitOfWork,
  entityId: string,
  { steps, shifts }: EscalationSettings,
  version: number,
): Promise<boolean> {
  const values = {
    steps: JSON.stringify(steps),
    shifts: JSON.stringify(shifts),
    updated_at: work.now,
    updated_by: work.actor.id,
  }
  if (version === 0) {
    const made = await work.sql
      .insertInto('escalations')
      .values({ entity_id: entityId, ...values })
      .onConflict(conflict => conflict.column('entity_id').doNothing())
      .returning('entity_id')
      .executeTakeFirst()
    return made !== undefined
  }
  const saved = await work.sql
    .updateTable('escalations')
    .set({ ...values, version: version + 1 })
    .where('entity_id', '=', entityId)
    .where('version', '=', version)
    .returning('entity_id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Those of these people whom the caller sees: are they active, and does the place lie in their reach? */
export const candidates = (work: UnitOfWork, ids: readonly string[], entityId: string) =>
  work.sql
    .selectFrom('users')
    .select([
      'id',
      'status',
      sql<boolean>`user_can_see(id, (select path from entities where entities.id = ${entityId}))`.as('sees'),
    ])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
    .execute()

/** Names of people, as footers tell them to whoever sees the thing. */
export async function namesOf(work: UnitOfWork, ids: readonly string[]) {
  const { rows } = await sql<{ person: { userId: string; shortName: string } | null }>`
    select user_reference(id) as person from unnest(${[...ids]}::bigint[]) as id`.execute(work.sql)
  return rows.flatMap(({ person }) => person ?? [])
}
