import { MOST_MEMBERS } from '@steading/contract/entities/groups'
import type { RuleGroup } from '@steading/contract/entities/groups'
import { RuleKind } from '@steading/contract/rules/kinds'
import { RULE_KINDS } from '@steading/contract/rules/rules'
import { isEntityInReach } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted, created } from '../platform/database/fieldChanges.ts'
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
  mapUniqueViolation('rule_groups_entity_id_display_name_key', () => invalid('displayName', 'nameInUse'), act)

/** @throws Failed for a place out of reach, a name that the place has already, rules that do not lie below it */
export async function createGroup(
  work: UnitOfWork,
  {
    entityId,
    displayName,
    ruleIds,
  }: { readonly entityId: string; readonly displayName: string; readonly ruleIds: readonly string[] },
): Promise<GroupRow> {
  if (!(await isEntityInReach(work, entityId))) throw invalid('entityId', 'notFound')
  const id = await nameUnique(() => insertGroup(work, entityId, displayName))
  await add(work, { id, entity_id: entityId }, ruleIds, 'ruleIds')
  const row = orNotFound(await groupById(work, id))
  await tell(work, 'CREATE', row, created(await auditedGroup(work, row)))
  return row
}

/** @throws NotFound, VersionConflict, Failed */
export async function editGroup(
  work: UnitOfWork,
  id: string,
  wish: { readonly displayName: string; readonly ruleIds?: readonly string[] | undefined; readonly version: number },
): Promise<GroupRow> {
  return changed(work, id, async row => {
    if (!(await nameUnique(() => updateGroup(work, id, wish.version, wish.displayName)))) throw new VersionConflict()
    if (!wish.ruleIds) return
    const members = await namesIn(work, id)
    const out = members.filter(member => !wish.ruleIds?.includes(member.id)).map(member => member.id)
    await takeOut(work, id, out)
    await add(
      work,
      row,
      wish.ruleIds.filter(ruleId => !members.some(member => member.id === ruleId)),
      'ruleIds',
    )
  })
}

export const setMembers = (
  work: UnitOfWork,
  id: string,
  wish: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<GroupRow> =>
  changed(work, id, async row => {
    await takeOut(work, id, wish.remove)
    await add(work, row, wish.add, 'add')
  })

export async function removeGroup(work: UnitOfWork, id: string): Promise<void> {
  const row = orNotFound(await groupById(work, id))
  const was = await auditedGroup(work, row)
  await deleteGroup(work, id)
  await tell(work, 'DELETE', row, deleted(was))
}

/** Rules that are no longer switched with the others of their groups. */
export async function leaveGroups(work: UnitOfWork, ruleIds: readonly string[]): Promise<void> {
  for (const { id } of await groupsWith(work, ruleIds)) await changed(work, id, () => takeOut(work, id, ruleIds))
}

async function changed(work: UnitOfWork, id: string, act: (row: GroupRow) => Promise<unknown>): Promise<GroupRow> {
  const read = async () => ({ ...orNotFound(await groupById(work, id)), members: await namesIn(work, id) })
  const before = await read()
  return saveIfChanged(work, {
    before,
    read,
    write: () => act(before),
    audit: after =>
      tell(work, 'UPDATE', after, fieldChanges(auditedFields(before, before.members), auditedFields(after, after.members))),
  })
}

async function add(
  work: UnitOfWork,
  { id, entity_id }: Pick<GroupRow, 'id' | 'entity_id'>,
  ruleIds: readonly string[],
  field: string,
) {
  if (ruleIds.length === 0) return
  const kinds = RuleKind.options.filter(kind => isPermitted(work.actor, RULE_KINDS[kind]))
  const there = await rulesBelow(work, entity_id, ruleIds, kinds)
  for (const [at, ruleId] of ruleIds.entries()) if (!there.has(ruleId)) throw invalid(`${field}.${at}`, 'notFound')
  await putIn(work, id, ruleIds)
  // A later edit names all members at once, and takes no more.
  if ((await namesIn(work, id)).length > MOST_MEMBERS) throw invalid(field, 'tooMany', { max: MOST_MEMBERS })
}

const auditedGroup = async (work: UnitOfWork, row: GroupRow) => auditedFields(row, await namesIn(work, row.id))

const auditedFields = (row: GroupRow, members: readonly { readonly displayName: string }[]) => ({
  displayName: row.displayName,
  entity: row.entity.displayName,
  rules: members.map(member => member.displayName),
})

const tell = (work: UnitOfWork, action: 'CREATE' | 'UPDATE' | 'DELETE', row: GroupRow, changes: ReturnType<typeof created>) =>
  work.audit({
    action,
    objectType: 'ruleGroup',
    objectId: row.id,
    objectName: row.displayName,
    entityId: row.entity_id,
    changes,
  })
