import type { DeliveryMethod, SubscriptionType } from '@steading/contract/apiAccess/subscriptions'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('subscriptions')
    .innerJoin('api_access', 'api_access.id', 'subscriptions.api_id')
    .where(inScope(work, 'api_access.entity_id') as never) // safe: the table is joined
    .select([
      'subscriptions.id',
      'subscriptions.api_id',
      'subscriptions.display_name',
      'subscriptions.type',
      'subscriptions.interface_ids',
      'subscriptions.entity_ids',
      'subscriptions.delivery',
      'subscriptions.url',
      'subscriptions.status',
      'subscriptions.cursor',
      'subscriptions.lost_pos',
      'subscriptions.failing_since',
      'subscriptions.next_attempt_at',
      'subscriptions.last_error',
      'subscriptions.version',
      'subscriptions.created_at',
      'subscriptions.updated_at',
    ])

export const searchSubscriptions = (work: UnitOfWork, apiId: string, asked: PageQuery) =>
  fetchPage(
    work,
    visible(work).where('subscriptions.api_id', '=', apiId),
    asked,
    { displayName: 'subscriptions.display_name', id: 'subscriptions.id' },
    'subscriptions.id',
    row => row,
  )

export const subscriptionById = (work: UnitOfWork, apiId: string, id: string) =>
  visible(work)
    .select([
      personReference('subscriptions.created_by').as('createdBy'),
      personReference('subscriptions.updated_by').as('updatedBy'),
    ])
    .where('subscriptions.api_id', '=', apiId)
    .where('subscriptions.id', '=', id)
    .executeTakeFirst()

export interface SubscriptionFields {
  readonly displayName: string
  readonly interfaceIds: readonly string[]
  readonly entityIds: readonly string[]
  readonly url: string | null
}
const columns = ({ displayName, interfaceIds, entityIds, url }: SubscriptionFields) => ({
  display_name: displayName,
  interface_ids: [...interfaceIds],
  entity_ids: [...entityIds],
  url,
})

export async function insertSubscription(
  work: UnitOfWork,
  fields: SubscriptionFields & {
    readonly apiId: string
    readonly type: SubscriptionType
    readonly delivery: DeliveryMethod
    readonly cursor: number
    readonly createdBy: string | null
  },
): Promise<string> {
  const { id } = await work.sql
    .insertInto('subscriptions')
    .values({
      ...columns(fields),
      api_id: fields.apiId,
      type: fields.type,
      delivery: fields.delivery,
      cursor: fields.cursor,
      created_at: work.now,
      created_by: fields.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateSubscription(
  work: UnitOfWork,
  fields: SubscriptionFields & { readonly id: string; readonly status: 'ACTIVE' | 'PAUSED'; readonly version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('subscriptions')
    .set({ ...columns(fields), status: fields.status, ...versionColumns(work) })
    .where('id', '=', fields.id)
    .where('version', '=', fields.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the next attempt due now, as the first of a new series. */
export async function activate(work: UnitOfWork, id: string): Promise<void> {
  await work.sql
    .updateTable('subscriptions')
    .set({ status: 'ACTIVE', failing_since: null, next_attempt_at: null, last_error: null, ...versionColumns(work) })
    .where('id', '=', id)
    .execute()
  await work.sql
    .updateTable('subscription_deliveries')
    .set({ status: 'PENDING', attempts: 0 })
    .where('subscription_id', '=', id)
    .where('status', 'in', ['PENDING', 'FAILED'])
    .execute()
}

export const deleteSubscription = (work: UnitOfWork, id: string) =>
  work.sql.deleteFrom('subscriptions').where('id', '=', id).execute()

/** The subscription of a calling API user. */
export const ownSubscription = (work: UnitOfWork, id: string) =>
  visible(work)
    .where('subscriptions.id', '=', id)
    .where('subscriptions.api_id', '=', work.actor.apiAccessId ?? null)
    .executeTakeFirst()

/** Confirms what was pulled; a cursor never moves back. */
export const confirmTo = (systemWork: UnitOfWork, id: string, cursor: number) =>
  systemWork.sql
    .updateTable('subscriptions')
    .set({ cursor: sql`greatest(cursor, ${cursor})` })
    .where('id', '=', id)
    .execute()

export const searchDeliveries = (work: UnitOfWork, subscriptionId: string, asked: PageQuery) =>
  fetchPage(
    work,
    work.sql
      .selectFrom('subscription_deliveries')
      .select([
        'id',
        'status',
        'item_count',
        'attempts',
        'created_at',
        'last_attempt_at',
        'response_status',
        'error',
        'resend_requested_at',
      ])
      .where('subscription_id', '=', subscriptionId),
    asked,
    { createdUtc: 'created_at', id: 'id' },
    'id',
    row => row,
  )

/** A delivery that was accepted is sent beside the order of the others; one that was not is the next. Answers its status. */
export const requestResend = (work: UnitOfWork, subscriptionId: string, id: string) =>
  work.sql
    .updateTable('subscription_deliveries')
    .set({ is_resend_due: sql<boolean>`status = 'DELIVERED'`, resend_requested_at: work.now })
    .where('id', '=', id)
    .where('subscription_id', '=', subscriptionId)
    .returning('status')
    .executeTakeFirst()

/** Makes the next attempt due now, without another 24 h of attempts. */
export const makeAttemptDue = (work: UnitOfWork, id: string) =>
  work.sql.updateTable('subscriptions').set({ next_attempt_at: null }).where('id', '=', id).execute()
