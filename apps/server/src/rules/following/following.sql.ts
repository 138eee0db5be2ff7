import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { FollowingInterface } from './fillFollowed.ts'

/** A body with a member that the platform fills in from a batch or a silo. */
const follows = sql.raw(`(own.body @? '$.inputs.cycle.followsBatch ? (@ == true)'
  or own.body @? '$.inputs.lines[*].followsBatch ? (@ == true)' or own.body @? '$.inputs.lines[*].relativeTo ? (@ == "CAPACITY")')`)

/** Rules whose saved version or version in service follows something; `at`: only those at or below these entities. */
export async function followingRules(work: UnitOfWork, at: readonly string[] | null): Promise<string[]> {
  const near = sql`exists (select 1 from entities changed, entities place
    where changed.id = any (${[...(at ?? [])]}::bigint[]) and place.path <@ changed.path
      and (place.id = coalesce(rules.sector_id, rules.entity_id) or place.id in (
        select interfaces.entity_id from rule_interfaces used join interfaces on interfaces.id = used.interface_id
        where used.rule_id = rules.id)))`
  const { rows } = await sql<{ id: string }>`select rules.id::text as id from rules
    where rules.deleted_at is null and exists (select 1 from rule_versions own
        where own.rule_id = rules.id and own.body_version in (rules.body_version, rules.desired_version) and ${follows})
      and ${at === null ? sql`true` : near} order by rules.id`.execute(work.sql)
  return rows.map(({ id }) => id)
}

/** What the platform knows of these interfaces. */
export async function followingInterfaces(work: UnitOfWork, ids: readonly string[]): Promise<FollowingInterface[]> {
  const { rows } = await sql<FollowingInterface>`select id::text as id, category, max, entity_id::text as "entityId", capacity
    from interfaces where id = any (${[...ids]}::bigint[])`.execute(work.sql)
  return rows
}
