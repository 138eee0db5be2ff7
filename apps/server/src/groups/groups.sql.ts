import type { RuleKind } from '@steading/contract/rules/kinds'
import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

/** How many of its rules stand in these states; those of kinds that the caller does not see among them. */
const members = (condition: string) =>
  sql<number>`(select count(*)::int from rule_group_members member join rules on rules.id = member.rule_id and rules.deleted_at is null
    where member.group_id = rule_groups.id and ${sql.raw(condition)})`

const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('rule_groups')
    .select([
      'rule_groups.id',
      sql<string>`rule_groups.display_name::text`.as('displayName'),
      'rule_groups.entity_id',
      'rule_groups.version',
      'rule_groups.updated_at',
      entityRef('entity_id', 'rule_groups').$castTo<EntityRef>().as('entity'),
      members('true').as('rules'),
      members("deployment_status = 'DEPLOYED'").as('activeRules'),
      members("deployment_status = 'ERROR'").as('errorRules'),
      members("deployment_status = 'UNDEPLOYED'").as('undeployedRules'),
      members("deployment_status like 'PENDING%'").as('pendingRules'),
    ])
    .where(inScope(work, 'rule_groups.entity_id'))
export type GroupRow = NonNullable<Awaited<ReturnType<typeof groupById>>>

export const groupById = (work: UnitOfWork, id: string) => rows(work).where('rule_groups.id', '=', id).executeTakeFirst()

export function searchGroups(
  work: UnitOfWork,
  pageQuery: PageQuery,
  {
    entityId,
    search,
    ids,
  }: {
    readonly entityId?: string | undefined
    readonly search?: string | undefined
    readonly ids?: readonly string[] | undefined
  },
) {
  let query = rows(work)
  if (search) query = query.where(saysPlainly(sql`rule_groups.display_name::text`, search))
  if (entityId) query = query.where(atOrBelow(sql.ref('rule_groups.entity_id'), entityId))
  if (ids) query = query.where('rule_groups.id', 'in', ids)
  const columns = {
    displayName: 'rule_groups.display_name',
    lastUpdateTimestampUtc: 'rule_groups.updated_at',
    id: 'rule_groups.id',
  } as const
  return fetchPage(work, query, pageQuery, columns, 'rule_groups.id', row => row)
}

export async function insertGroup(work: UnitOfWork, entityId: string, displayName: string): Promise<string> {
  const { id } = await work.sql
    .insertInto('rule_groups')
    .values({
      entity_id: entityId,
      display_name: displayName,
      created_at: work.now,
      created_by: work.actor.id,
      updated_at: work.now,
      updated_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateGroup(work: UnitOfWork, id: string, version: number, displayName: string): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('rule_groups')
    .set({
      display_name: displayName,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(inScope(work, 'rule_groups.entity_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteGroup = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('rule_groups').where('id', '=', id).where(inScope(work, 'rule_groups.entity_id')).execute()

/** Those of these rules that lie at or below the entity and within reach, of kinds that the caller sees. */
export async function rulesBelow(work: UnitOfWork, entityId: string, ids: readonly string[], kinds: readonly RuleKind[]) {
  const found = await work.sql
    .selectFrom('rules')
    .select('rules.id')
    .where('rules.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('rules.kind', '=', sql<RuleKind>`any(${[...kinds]}::text[])`)
    .where('rules.deleted_at', 'is', null)
    .where(inScope(work, 'rules.entity_id'))
    .where(atOrBelow(sql`coalesce(rules.sector_id, rules.entity_id)`, entityId))
    .execute()
  return new Set(found.map(one => one.id))
}

/** The names of the rules in a group. */
export const namesIn = async (work: UnitOfWork, id: string): Promise<readonly { id: string; displayName: string }[]> =>
  work.sql
    .selectFrom('rule_group_members')
    .innerJoin('rules', 'rules.id', 'rule_group_members.rule_id')
    .select(['rules.id', 'rules.display_name as displayName'])
    .where('rule_group_members.group_id', '=', id)
    .where('rules.deleted_at', 'is', null)
    .orderBy(collateNames('rules.display_name'))
    .orderBy('rules.id')
    .execute()

export const putIn = (work: UnitOfWork, id: string, rules: readonly string[]) =>
  sql`insert into rule_group_members (group_id, rule_id) select ${id}, unnest(${[...rules]}::bigint[])
    on conflict do nothing`.execute(work.sql)

export const takeOut = (work: UnitOfWork, id: string, rules: readonly string[]) =>
  sql`delete from rule_group_members where group_id = ${id} and rule_id = any(${[...rules]}::bigint[])`.execute(work.sql)

/** The groups, within reach, that these rules are in. */
export const groupsWith = (work: UnitOfWork, ruleIds: readonly string[]) =>
  work.sql
    .selectFrom('rule_group_members')
    .innerJoin('rule_groups', 'rule_groups.id', 'rule_group_members.group_id')
    .select('rule_groups.id')
    .distinct()
    .where('rule_group_members.rule_id', '=', sql<string>`any(${[...ruleIds]}::bigint[])`)
    .where(inScope(work, 'rule_groups.entity_id'))
    .execute()
