import type { ApiAccess, ApiAccessDetails, apiAccess } from '@steading/contract/apiAccess/apiAccess'
import { permissionKeys } from '@steading/contract/users/permissions'
import type { z } from 'zod'
import { isEntityInReach } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { created, deleted, fieldChanges, redacted } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { randomToken, tokenHash } from '../platform/security/secrets.ts'
import {
  apiAccessById,
  deleteApiAccess,
  insertApiAccess,
  scopesOf,
  searchApiAccess,
  setSecret,
  updateApiAccess,
} from './apiAccess.sql.ts'

type ListRow = Awaited<ReturnType<typeof searchApiAccess>>['content'][number]
type DetailsRow = NonNullable<Awaited<ReturnType<typeof apiAccessById>>>
type CreateRequest = z.output<typeof apiAccess.create.body>
type EditRequest = z.output<typeof apiAccess.edit.body>

/** Nobody gives a program, or changes in one, what they do not have themselves: its secret would give it to them. */
const hasAll = (actor: Actor, scopes: readonly string[]) => scopesOf(scopes).every(scope => isPermitted(actor, scope))

export const present = (row: ListRow, actor: Actor): ApiAccess => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  entity: row.entity,
  status: row.status,
  scopes: scopesOf(row.scopes),
  allowedIps: row.allowed_ips,
  rateLimit: row.rate_limit,
  expiresUtc: row.expires_at?.toISOString() ?? null,
  lastUsedUtc: row.last_used_at?.toISOString() ?? null,
  editable: hasAll(actor, row.scopes),
  version: row.version,
})

export const presentDetails = (row: DetailsRow, actor: Actor): ApiAccessDetails => ({
  ...present(row, actor),
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

const uniqueUsername = <T>(act: () => Promise<T>) =>
  mapUniqueViolation('api_access_username_key', () => new Refused('API_ACCESS_USERNAME_ALREADY_EXISTS'), act)

/** A set in the order of the table of permissions, so that another order is no change. */
const normalize = <R extends Pick<CreateRequest, 'scopes' | 'allowedIps'>>(request: R): R => ({
  ...request,
  scopes: permissionKeys.filter(key => request.scopes.includes(key)),
  allowedIps: [...new Set(request.allowedIps)].toSorted(),
})

/** @throws Failed for an entity out of reach and for scopes beyond the caller's; Refused for a username in use */
export async function createApiAccess(work: UnitOfWork, request: CreateRequest) {
  if (!(await isEntityInReach(work, request.entityId))) throw invalid('entityId', 'notFound')
  if (!hasAll(work.actor, request.scopes)) throw invalid('scopes', 'beyondOwn')
  const secret = randomToken()
  const id = await uniqueUsername(() =>
    insertApiAccess(work, { ...normalize(request), ownerId: work.actor.id!, secretHash: tokenHash(secret) }),
  )
  const row = orNotFound(await apiAccessById(work, id))
  await audit(work, 'CREATE', row, created(auditFields(row)))
  return { row, secret }
}

/** @throws NotFound; Failed for scopes beyond the caller's; VersionConflict; Refused for a username in use */
export async function editApiAccess(work: UnitOfWork, id: string, request: EditRequest): Promise<DetailsRow> {
  const before = await changeableApiAccess(work, id)
  if (!hasAll(work.actor, request.scopes)) throw invalid('scopes', 'beyondOwn')
  return saveIfChanged(work, {
    before,
    read: async () => orNotFound(await apiAccessById(work, id)),
    write: async () => {
      if (!(await uniqueUsername(() => updateApiAccess(work, { ...normalize(request), id })))) throw new VersionConflict()
    },
    audit: after => audit(work, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after))),
  })
}

/** Replaces the secret; the old one is refused from now on. @throws NotFound; Failed NOT_ALLOWED */
export async function rotateSecret(work: UnitOfWork, id: string) {
  await changeableApiAccess(work, id)
  const secret = randomToken()
  await setSecret(work, id, tokenHash(secret))
  const row = orNotFound(await apiAccessById(work, id))
  await audit(work, 'UPDATE', row, [redacted('secret')])
  return { row, secret }
}

export async function removeApiAccess(work: UnitOfWork, id: string): Promise<void> {
  const row = await changeableApiAccess(work, id)
  await deleteApiAccess(work, id)
  await audit(work, 'DELETE', row, deleted(auditFields(row)))
}

/** @throws NotFound; Failed NOT_ALLOWED for one with scopes that the caller lacks */
export async function changeableApiAccess(work: UnitOfWork, id: string): Promise<DetailsRow> {
  const row = orNotFound(await apiAccessById(work, id))
  if (!hasAll(work.actor, row.scopes)) throw new Failed('NOT_ALLOWED')
  return row
}

const auditFields = (row: DetailsRow) => ({
  username: row.username,
  displayName: row.display_name,
  status: row.status,
  scopes: scopesOf(row.scopes),
  allowedIps: row.allowed_ips,
  rateLimit: row.rate_limit,
  expiresUtc: row.expires_at?.toISOString() ?? null,
})

const audit = (work: UnitOfWork, action: 'CREATE' | 'UPDATE' | 'DELETE', row: DetailsRow, changes: readonly FieldChange[]) =>
  work.audit({
    action,
    objectType: 'apiAccess',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes,
  })
