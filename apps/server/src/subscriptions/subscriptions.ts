import type { Delivery, Subscription, SubscriptionDetails, subscriptions } from '@steading/contract/apiAccess/subscriptions'
import type { z } from 'zod'
import { changeableApiAccess } from '../apiAccess/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid, VersionConflict } from '../platform/failures.ts'
import type { GuardedClient } from '../platform/network/guardedRequest.ts'
import { countEntitiesInReach, interfacesInReach } from './items/items.sql.ts'
import {
  activate,
  deleteSubscription,
  insertSubscription,
  makeAttemptDue,
  requestResend,
  searchDeliveries,
  searchSubscriptions,
  subscriptionById,
  updateSubscription,
} from './subscriptions.sql.ts'
import type { SubscriptionFields } from './subscriptions.sql.ts'

type ListRow = Awaited<ReturnType<typeof searchSubscriptions>>['content'][number]
type DetailsRow = NonNullable<Awaited<ReturnType<typeof subscriptionById>>>
type CreateRequest = z.output<typeof subscriptions.create.body>
type EditRequest = z.output<typeof subscriptions.edit.body>
type DeliveryRow = Awaited<ReturnType<typeof searchDeliveries>>['content'][number]

const iso = (at: Date | null) => at?.toISOString() ?? null

export const present = (row: ListRow): Subscription => ({
  id: row.id,
  displayName: row.display_name,
  apiId: row.api_id,
  type: row.type,
  interfaceIds: row.interface_ids,
  entityIds: row.entity_ids,
  delivery: row.delivery,
  url: row.url,
  status: row.status,
  failingSinceUtc: iso(row.failing_since),
  nextAttemptUtc: iso(row.next_attempt_at),
  lastError: row.last_error,
  version: row.version,
})

export const presentDetails = (row: DetailsRow): SubscriptionDetails => ({
  ...present(row),
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: iso(row.updated_at),
})

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  status: row.status,
  itemCount: row.item_count,
  attempts: row.attempts,
  createdUtc: row.created_at.toISOString(),
  lastAttemptUtc: iso(row.last_attempt_at),
  responseStatus: row.response_status,
  error: row.error,
  resendRequestedUtc: iso(row.resend_requested_at),
})

/** @throws Failed for subjects out of reach, those of another type, and an address that may not be requested */
async function checkFields(
  work: UnitOfWork,
  { type, delivery }: Pick<CreateRequest, 'type' | 'delivery'>,
  fields: SubscriptionFields,
  client: GuardedClient,
): Promise<SubscriptionFields> {
  const interfaceIds = [...new Set(fields.interfaceIds)].toSorted()
  const entityIds = [...new Set(fields.entityIds)].toSorted()
  if (type === 'READINGS' && interfaceIds.length === 0) throw invalid('interfaceIds', 'required')
  if (type === 'READINGS' ? entityIds.length > 0 : interfaceIds.length > 0)
    throw invalid(type === 'READINGS' ? 'entityIds' : 'interfaceIds', 'leaveEmpty')
  if ((await interfacesInReach(work, interfaceIds)).length < interfaceIds.length) throw invalid('interfaceIds', 'notFound')
  if ((await countEntitiesInReach(work, entityIds)) < entityIds.length) throw invalid('entityIds', 'notFound')
  if (delivery === 'PULL' && fields.url !== null) throw invalid('url', 'leaveEmpty')
  if (delivery === 'WEBHOOK') {
    if (fields.url === null) throw invalid('url', 'required')
    try {
      client.check(fields.url)
    } catch {
      throw invalid('url', 'receiver')
    }
  }
  return { ...fields, interfaceIds, entityIds }
}

/** `cursor`: where it begins. @throws NotFound; Failed */
export async function createSubscription(
  work: UnitOfWork,
  request: CreateRequest & { readonly apiId: string; readonly cursor: number },
  client: GuardedClient,
): Promise<DetailsRow> {
  const api = await changeableApiAccess(work, request.apiId)
  const fields = await checkFields(work, request, request, client)
  const id = await insertSubscription(work, { ...request, ...fields, createdBy: work.actor.id })
  const row = orNotFound(await subscriptionById(work, request.apiId, id))
  await audit(work, 'CREATE', row, api.entity_id, created(auditFields(row)))
  return row
}

interface SubscriptionKey {
  readonly apiId: string
  readonly id: string
}

/** @throws NotFound; Failed; VersionConflict */
export async function editSubscription(work: UnitOfWork, key: SubscriptionKey, request: EditRequest, client: GuardedClient) {
  const { row: before, entityId } = await changeable(work, key)
  const fields = await checkFields(work, before, request, client)
  return saveIfChanged(work, {
    before,
    read: async () => orNotFound(await subscriptionById(work, key.apiId, key.id)),
    write: async () => {
      if (!(await updateSubscription(work, { ...request, ...fields, id: key.id }))) throw new VersionConflict()
    },
    audit: after => audit(work, 'UPDATE', after, entityId, fieldChanges(auditFields(before), auditFields(after))),
  })
}

export async function removeSubscription(work: UnitOfWork, key: SubscriptionKey): Promise<void> {
  const { row, entityId } = await changeable(work, key)
  await deleteSubscription(work, key.id)
  await audit(work, 'DELETE', row, entityId, deleted(auditFields(row)))
}

export async function resumeSubscription(work: UnitOfWork, key: SubscriptionKey): Promise<DetailsRow> {
  const { row: before, entityId } = await changeable(work, key)
  await activate(work, key.id)
  const after = orNotFound(await subscriptionById(work, key.apiId, key.id))
  await audit(work, 'UPDATE', after, entityId, fieldChanges(auditFields(before), auditFields(after)))
  return after
}

/** A failed subscription is resumed by it. @throws NotFound for a delivery that is not there, or no longer */
export async function resendDelivery(work: UnitOfWork, key: SubscriptionKey, deliveryId: string): Promise<void> {
  const { row, entityId } = await changeable(work, key)
  const { status } = orNotFound(await requestResend(work, key.id, deliveryId))
  if (status === 'PENDING') await makeAttemptDue(work, key.id)
  if (status === 'FAILED') await activate(work, key.id)
  const after = orNotFound(await subscriptionById(work, key.apiId, key.id))
  const changes = fieldChanges(auditFields(row), auditFields(after))
  await audit(work, 'UPDATE', after, entityId, [{ field: 'resend', old: null, new: deliveryId }, ...changes])
}

/** What hangs on an API user is changed by who may change that. @throws NotFound; Failed NOT_ALLOWED */
async function changeable(work: UnitOfWork, { apiId, id }: SubscriptionKey) {
  const api = await changeableApiAccess(work, apiId)
  return { row: orNotFound(await subscriptionById(work, apiId, id)), entityId: api.entity_id }
}

const auditFields = (row: DetailsRow) => ({
  displayName: row.display_name,
  subscriptionType: row.type,
  interfaceIds: row.interface_ids,
  entityIds: row.entity_ids,
  url: row.url,
  status: row.status,
})

const audit = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  row: DetailsRow,
  entityId: string,
  changes: readonly FieldChange[],
) => work.audit({ action, objectType: 'subscription', objectId: row.id, objectName: row.display_name, entityId, changes })
