import { MOST_MEMBERS } from '@steading/contract/groups'
import type { RuleGroup } from '@steading/contract/groups'
import { RULE_KINDS } from '@steading/contract/rules'
import { isEntityInReach } from '../entities/index.ts'
import { mayDo } from '../platform/actor.ts'
import { held } from '../platform/database/constraints.ts'
import { save } from '../platform/database/save.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences, gone, made } from '../platform/differences.ts'
import { invalid, VersionConflict } from '../platform/failures.ts'
import {
  deleteGroup,
  groupById,
  groupsWith,
  insertGroup,
  namesIn,
  putIn,
  rulesBelow,
  takeOut,
  updateGroup,
} from './groups.sql.ts'
import type { GroupRow } from './groups.sql.ts'

export const present = (row: GroupRow): RuleGroup => {
  const { activeRules, errorRules, undeployedRules, pendingRules } = row
  return {
    id: row.id,
    displayName: row.displayName,
    entity: row.entity,
    rules: row.rules,
    counts: { activeRules, errorRules, undeployedRules, pendingRules },
    lastUpdateTimestampUtc: row.updated_at.toISOString(),
    version: row.version,
  }
}

const nameUnique = <T>(act: () => Promise<T>) =>
  held('rule_groups_entity_id_display_name_key', () => invalid('displayName', 'nameInUse'), act)

/** @throws Failed for a place out of reach, a name that the place has already, rules that do not lie below it */
export async function createGroup(
  work: Work,
  {
    entityId,
    displayName,
    ruleIds,
  }: { readonly entityId: string; readonly displayName: string; readonly ruleIds: readonly string[] },
): Promise<GroupRow> {
  if (!(await isEntityInReach(work, entityId))) throw invalid('entityId', 'notFound')
  const id = await nameUnique(() => insertGroup(work, entityId, displayName))
  await add(work, { id, entity_id: entityId }, ruleIds, 'ruleIds')
  const row = found(await groupById(work, id))
  await tell(work, 'CREATE', row, made(await auditedGroup(work, row)))
  return row
}

/** @throws NotFound, VersionConflict, Failed */
export async function editGroup(
  work: Work,
  id: string,
  wish: { readonly displayName: string; readonly ruleIds?: readonly string[] | undefined; readonly version: number },
): Promise<GroupRow> {
  return changed(work, id, async row => {
    if (!(await nameUnique(() => updateGroup(work, id, wish.version, wish.displayName)))) throw new VersionConflict()
    if (!wish.ruleIds) return
    const members = await namesIn(work, id)
    const out = members.filter(one => !wish.ruleIds?.includes(one.id)).map(one => one.id)
    await takeOut(work, id, out)
    await add(
      work,
      row,
      wish.ruleIds.filter(one => !members.some(member => member.id === one)),
      'ruleIds',
    )
  })
}

export const setMembers = (
  work: Work,
  id: string,
  wish: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<GroupRow> =>
  changed(work, id, async row => {
    await takeOut(work, id, wish.remove)
    await add(work, row, wish.add, 'add')
  })

export async function removeGroup(work: Work, id: string): Promise<void> {
  const row = found(await groupById(work, id))
  const was = await auditedGroup(work, row)
  await deleteGroup(work, id)
  await tell(work, 'DELETE', row, gone(was))
}

/** Rules that are no longer switched with the others of their groups. */
export async function leaveGroups(work: Work, ruleIds: readonly string[]): Promise<void> {
  for (const { id } of await groupsWith(work, ruleIds)) await changed(work, id, () => takeOut(work, id, ruleIds))
}

async function changed(work: Work, id: string, act: (row: GroupRow) => Promise<unknown>): Promise<GroupRow> {
  const read = async () => ({ ...found(await groupById(work, id)), members: await namesIn(work, id) })
  const before = await read()
  return save(work, {
    before,
    read,
    write: () => act(before),
    tell: after =>
      tell(work, 'UPDATE', after, differences(auditedFields(before, before.members), auditedFields(after, after.members))),
  })
}

async function add(work: Work, { id, entity_id }: Pick<GroupRow, 'id' | 'entity_id'>, ruleIds: readonly string[], field: string) {
  if (ruleIds.length === 0) return
  const kinds = Object.entries(RULE_KINDS).flatMap(([kind, permission]) => (mayDo(work.actor, permission) ? [kind] : []))
  const there = await rulesBelow(work, entity_id, ruleIds, kinds)
  for (const [at, one] of ruleIds.entries()) if (!there.has(one)) throw invalid(`${field}.${at}`, 'notFound')
  await putIn(work, id, ruleIds)
  // A later edit names all members at once, and takes no more.
  if ((await namesIn(work, id)).length > MOST_MEMBERS) throw invalid(field, 'tooMany', { max: MOST_MEMBERS })
}

const auditedGroup = async (work: Work, row: GroupRow) => auditedFields(row, await namesIn(work, row.id))

const auditedFields = (row: GroupRow, members: readonly { readonly displayName: string }[]) => ({
  displayName: row.displayName,
  entity: row.entity.displayName,
  rules: members.map(one => one.displayName),
})

const tell = (work: Work, action: 'CREATE' | 'UPDATE' | 'DELETE', row: GroupRow, changes: ReturnType<typeof made>) =>
  work.audit({
    ...{ action, objectType: 'ruleGroup', objectId: row.id, objectName: row.displayName, entityId: row.entity_id },
    changes,
  })
