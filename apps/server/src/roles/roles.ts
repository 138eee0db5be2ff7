import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import type { Role, RoleDetails } from '@steading/contract/users/roles'
import type { Actor } from '../platform/actor.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { fieldChanges, deleted, created as madeWith } from '../platform/database/fieldChanges.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import { isEntityInReach } from '../entities/index.ts'
import { deleteRole, insertCopy, insertRole, isRootHeld, knownOf, roleById, updateRole } from './roles.sql.ts'
import type { RoleDetailsRow, RoleRow } from './roles.sql.ts'

/** Nobody gives, or changes in others, what they do not hold themselves; everything is held by ROOT alone. */
export const holdsAll = (actor: Pick<Actor, 'permissions'>, permissions: readonly string[]): boolean =>
  actor.permissions.has('platform.root') || knownOf(permissions).every(one => actor.permissions.has(one))

export const present = (row: RoleRow, actor: Actor): Role => ({
  id: row.id,
  name: row.name,
  entity: row.entity,
  permissions: knownOf(row.permissions),
  users: row.users,
  editable: row.inReach && holdsAll(actor, row.permissions),
  version: row.version,
})

export const presentDetails = (row: RoleDetailsRow, actor: Actor): RoleDetails => ({
  ...present(row, actor),
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

interface Wish {
  readonly name: string
  readonly permissions: readonly Permission[]
}

const nameUnique = <T>(act: () => Promise<T>) =>
  mapUniqueViolation('roles_entity_id_name_key', () => invalid('name', 'nameInUse'), act)

const auditFields = ({ name, permissions }: { name: string; permissions: readonly string[] }) => ({
  name,
  permissions: permissionKeys.filter(key => permissions.includes(key)),
})

/** @throws Failed for a place out of reach, for a name that the place has already, and for more than the maker holds */
export async function createRole(work: UnitOfWork, wish: Wish & { readonly entityId: string }): Promise<RoleDetailsRow> {
  if (!(await isEntityInReach(work, wish.entityId))) throw invalid('entityId', 'notFound')
  if (!holdsAll(work.actor, wish.permissions)) throw invalid('permissions', 'beyondOwn')
  const id = await nameUnique(() => insertRole(work, wish.entityId, wish.name, wish.permissions))
  const made = await theRole(work, id)
  await tell(work, 'CREATE', made, madeWith(auditFields(made)))
  return made
}

/** @throws NotFound for a role made above the caller's reach; Failed; VersionConflict */
export async function editRole(work: UnitOfWork, id: string, wish: Wish & { readonly version: number }): Promise<RoleDetailsRow> {
  const before = await theRole(work, id)
  if (!holdsAll(work.actor, before.permissions) || !holdsAll(work.actor, wish.permissions))
    throw invalid('permissions', 'beyondOwn')
  return saveIfChanged(work, {
    before,
    read: () => theRole(work, id),
    write: async () => {
      if (!(await nameUnique(() => updateRole(work, { ...wish, id })))) throw new VersionConflict()
      if (before.permissions.includes('platform.root') && !(await work.withSystemScope(isRootHeld)))
        throw invalid('permissions', 'lastRoot')
    },
    audit: after => tell(work, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after))),
  })
}

/** @throws NotFound; Failed NOT_ALLOWED; Refused CANNOT_DELETE_ROLE while somebody has it */
export async function removeRole(work: UnitOfWork, id: string): Promise<void> {
  const role = await theRole(work, id)
  if (!holdsAll(work.actor, role.permissions)) throw new Failed('NOT_ALLOWED')
  // Whoever has it, out of sight or given it this very moment too.
  await mapUniqueViolation(
    'users_role_id_fkey',
    () => new Refused('CANNOT_DELETE_ROLE'),
    () => deleteRole(work, id),
  )
  await tell(work, 'DELETE', role, deleted(auditFields(role)))
}

/** A role within the caller's reach; those above are to be seen and had, not to be changed. */
async function theRole(work: UnitOfWork, id: string): Promise<RoleDetailsRow> {
  const row = await roleById(work, id)
  if (!row?.inReach) throw new NotFound()
  return row
}

/** The same role at an entity that its people came to. */
export async function copyRole(systemWork: UnitOfWork, role: { readonly id: string; readonly name: string }, entityId: string) {
  const copy = await insertCopy(systemWork, role, entityId)
  await tell(systemWork, 'CREATE', { ...copy, entity_id: entityId }, madeWith(auditFields(copy)))
  return copy
}

const tell = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  role: Pick<RoleDetailsRow, 'id' | 'name' | 'entity_id'>,
  changes: ReturnType<typeof fieldChanges>,
) => work.audit({ action, objectType: 'role', objectId: role.id, objectName: role.name, entityId: role.entity_id, changes })
