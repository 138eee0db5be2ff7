import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'
import { copyRole } from '../roles/index.ts'

/** People who have come to another place with their entity keep their roles: of those that are not made there or above, a copy. */
export async function bringRoles(whole: Work, place: { readonly id: string; readonly path: string }): Promise<void> {
  const foreign = await whole.sql
    .selectFrom('roles')
    .innerJoin('entities as maker', 'maker.id', 'roles.entity_id')
    .select(['roles.id', sql<string>`roles.name::text`.as('name')])
    .where(sql<boolean>`not maker.path @> ${place.path}::ltree and not maker.path <@ ${place.path}::ltree`)
    .where(
      sql<boolean>`exists (select 1 from users join entities at on at.id = users.entity_id
        where users.role_id = roles.id and at.path <@ ${place.path}::ltree)`,
    )
    .execute()
  for (const role of foreign) {
    const copy = await copyRole(whole, role, place.id)
    await whole.sql
      .updateTable('users')
      .set({ role_id: copy })
      .where('role_id', '=', role.id)
      .where(sql<boolean>`entity_id in (select id from entities where path <@ ${place.path}::ltree)`)
      .execute()
  }
}
