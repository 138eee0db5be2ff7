import { sql } from 'kysely'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Roles of people at or below a path that may not be had there: made neither there nor above. */
export const foreignRoles = (systemWork: UnitOfWork, path: string) =>
  systemWork.sql
    .selectFrom('roles')
    .innerJoin('entities as maker', 'maker.id', 'roles.entity_id')
    .select(['roles.id', sql<string>`roles.name::text`.as('name')])
    .where(sql<boolean>`not maker.path @> ${path}::ltree and not maker.path <@ ${path}::ltree`)
    .where(
      sql<boolean>`exists (select 1 from users join entities at on at.id = users.entity_id
        where users.role_id = roles.id and at.path <@ ${path}::ltree)`,
    )
    .orderBy('roles.id')
    .execute()

/** Gives everybody at or below a path who has the one role the other; answers whom. */
export const exchangeRole = (systemWork: UnitOfWork, path: string, from: string, to: string) =>
  systemWork.sql
    .updateTable('users')
    .set({ role_id: to, ...versionColumns(systemWork) })
    .where('role_id', '=', from)
    .where(sql<boolean>`entity_id in (select id from entities where path <@ ${path}::ltree)`)
    .returning(['id', 'short_name as shortName', 'entity_id as entityId'])
    .execute()
