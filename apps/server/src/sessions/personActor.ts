import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import { choiceOf, languageFor } from '@steading/locales/notation'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { reachOf } from '../users/index.ts'

const known = new Set<string>(permissionKeys)

/**
 * A user as an actor without a session, for work that goes on after the call that asked for it: with the permissions and the scope
 * that the user has now. undefined: the user is gone or may not sign in any more.
 */
export async function personActor(work: UnitOfWork, userId: string): Promise<Actor | undefined> {
  const row = await work.sql
    .selectFrom('users')
    .innerJoin('entities', 'entities.id', 'users.entity_id')
    .select([
      'users.id',
      'users.short_name as shortName',
      'users.language',
      'users.number_format as numberFormat',
      'users.date_format as dateFormat',
      'users.time_zone as timeZone',
      'users.entity_id as entityId',
      reachOf.as('scope'),
      sql<string[]>`array(select permission from role_permissions where role_id = users.role_id)`.as('permissions'),
    ])
    .where('users.id', '=', userId)
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .where('entities.status', 'in', ['ACTIVE', 'DISABLED'])
    .executeTakeFirst()
  return (
    row && {
      kind: 'user',
      id: row.id,
      name: row.shortName,
      scope: row.scope,
      entityId: row.entityId,
      permissions: new Set(row.permissions.filter((key): key is Permission => known.has(key))),
      language: languageFor(row),
      ...choiceOf(row),
      timeZone: row.timeZone,
    }
  )
}
