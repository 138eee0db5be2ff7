import type { ApiAccess } from '@steading/contract/apiAccess/apiAccess'
import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

const known = new Set<string>(permissionKeys)
/** Those of stored scopes that this version knows. */
export const scopesOf = (stored: readonly string[]) => stored.filter((key): key is Permission => known.has(key))

const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('api_access')
    .where(inScope(work, 'api_access.entity_id'))
    .select([
      'api_access.id',
      'api_access.entity_id',
      'api_access.username',
      'api_access.display_name',
      'api_access.status',
      'api_access.scopes',
      'api_access.allowed_ips',
      'api_access.rate_limit',
      'api_access.expires_at',
      'api_access.last_used_at',
      'api_access.version',
      'api_access.created_at',
      'api_access.updated_at',
      entityRef('entity_id', 'api_access').$castTo<EntityRef | null>().as('entity'),
    ])

export interface ApiAccessQuery extends PageQuery {
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  readonly status?: readonly ApiAccess['status'][] | undefined
}

export function searchApiAccess(work: UnitOfWork, asked: ApiAccessQuery) {
  let query = visible(work)
  if (asked.search) query = query.where(saysPlainly(sql`api_access.display_name || e'\n' || api_access.username`, asked.search))
  if (asked.entityId) query = query.where(atOrBelow(sql.ref('api_access.entity_id'), asked.entityId))
  if (asked.status) query = query.where('api_access.status', 'in', asked.status)
  const sorts = {
    displayName: 'api_access.display_name',
    username: 'api_access.username',
    lastUsedUtc: 'api_access.last_used_at',
    id: 'api_access.id',
  } as const
  return fetchPage(work, query, asked, sorts, 'api_access.id', row => row)
}

export const apiAccessById = (work: UnitOfWork, id: string) =>
  visible(work)
    .select([personReference('api_access.created_by').as('createdBy'), personReference('api_access.updated_by').as('updatedBy')])
    .where('api_access.id', '=', id)
    .executeTakeFirst()

interface ApiAccessFields {
  readonly username: string
  readonly displayName: string
  readonly scopes: readonly string[]
  readonly allowedIps: readonly string[]
  readonly rateLimit: number
  readonly expiresUtc: string | null
}

const columns = (fields: ApiAccessFields) => ({
  username: fields.username,
  display_name: fields.displayName,
  scopes: [...fields.scopes],
  allowed_ips: [...fields.allowedIps],
  rate_limit: fields.rateLimit,
  expires_at: fields.expiresUtc,
})

export async function insertApiAccess(
  work: UnitOfWork,
  fields: ApiAccessFields & { readonly entityId: string; readonly ownerId: string; readonly secretHash: Buffer },
): Promise<string> {
  const { id } = await work.sql
    .insertInto('api_access')
    .values({
      ...columns(fields),
      entity_id: fields.entityId,
      owner_id: fields.ownerId,
      secret_hash: fields.secretHash,
      created_at: work.now,
      created_by: fields.ownerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateApiAccess(
  work: UnitOfWork,
  fields: ApiAccessFields & { readonly id: string; readonly version: number; readonly status: ApiAccess['status'] },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('api_access')
    .set({ ...columns(fields), status: fields.status, ...versionColumns(work) })
    .where('id', '=', fields.id)
    .where('version', '=', fields.version)
    .where(inScope(work, 'api_access.entity_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const setSecret = (work: UnitOfWork, id: string, secretHash: Buffer) =>
  work.sql
    .updateTable('api_access')
    .set({ secret_hash: secretHash, ...versionColumns(work) })
    .where('id', '=', id)
    .where(inScope(work, 'api_access.entity_id'))
    .execute()

export const deleteApiAccess = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('api_access').where('id', '=', id).where(inScope(work, 'api_access.entity_id')).execute()
