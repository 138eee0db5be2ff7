import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { copyRole } from '../roles/index.ts'
import { exchangeRole, foreignRoles } from './moved.sql.ts'
import { tell } from './users.ts'

/** People who have come to another place with their entity keep their roles: of those that are not made there or above, a copy. */
export async function bringRoles(systemWork: UnitOfWork, place: { readonly id: string; readonly path: string }): Promise<void> {
  const named = (role: { readonly id: string; readonly name: string }) => `${role.name} (${role.id})`
  for (const role of await foreignRoles(systemWork, place.path)) {
    const copy = await copyRole(systemWork, role, place.id)
    for (const person of await exchangeRole(systemWork, place.path, role.id, copy.id))
      await tell(systemWork, 'UPDATE', person, [{ field: 'role', old: named(role), new: named(copy) }])
  }
}
