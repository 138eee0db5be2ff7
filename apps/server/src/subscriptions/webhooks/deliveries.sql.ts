import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { sequenceChanges } from '../items/items.sql.ts'

/** Active webhooks whose next attempt is due, those with something to send once more, and the items that they are about. */
export const dueWebhooks = (systemWork: UnitOfWork) =>
  systemWork.sql
    .selectFrom('subscriptions')
    .select(eb => [
      'id',
      'type',
      'cursor',
      eb
        .exists(
          eb
            .selectFrom('subscription_deliveries')
            .select('subscription_deliveries.id')
            .whereRef('subscription_id', '=', 'subscriptions.id')
            .where(or => or.or([or('subscription_deliveries.status', '=', 'PENDING'), or('is_resend_due', '=', true)])),
        )
        .as('hasDelivery'),
    ])
    .where('delivery', '=', 'WEBHOOK')
    .where('status', '=', 'ACTIVE')
    .where(eb =>
      eb.or([
        eb('next_attempt_at', 'is', null),
        eb('next_attempt_at', '<=', systemWork.now),
        // A receiver that fails gets again what a person asks for, before the next attempt is due.
        eb.exists(
          eb
            .selectFrom('subscription_deliveries')
            .select('subscription_deliveries.id')
            .whereRef('subscription_id', '=', 'subscriptions.id')
            .where('is_resend_due', '=', true),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

export const webhookById = (systemWork: UnitOfWork, id: string) =>
  systemWork.sql
    .selectFrom('subscriptions')
    .select([
      'id',
      'api_id',
      'type',
      'interface_ids',
      'entity_ids',
      'url',
      'cursor',
      'lost_pos',
      'failing_since',
      'next_attempt_at',
    ])
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('delivery', '=', 'WEBHOOK')
    .executeTakeFirst()
export type Webhook = NonNullable<Awaited<ReturnType<typeof webhookById>>>

const deliveries = (systemWork: UnitOfWork, subscriptionId: string) =>
  systemWork.sql
    .selectFrom('subscription_deliveries')
    .select(['id', 'from_pos', 'to_pos', 'attempts'])
    .where('subscription_id', '=', subscriptionId)
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof pendingDelivery>>>

export const pendingDelivery = (systemWork: UnitOfWork, subscriptionId: string) =>
  deliveries(systemWork, subscriptionId).where('status', '=', 'PENDING').executeTakeFirst()

export const resendDue = (systemWork: UnitOfWork, subscriptionId: string) =>
  deliveries(systemWork, subscriptionId).where('is_resend_due', '=', true).orderBy('id').limit(1).executeTakeFirst()

export const insertDelivery = (
  systemWork: UnitOfWork,
  { subscriptionId, from, to, itemCount }: { subscriptionId: string; from: number; to: number; itemCount: number },
) =>
  systemWork.sql
    .insertInto('subscription_deliveries')
    .values({ subscription_id: subscriptionId, from_pos: from, to_pos: to, item_count: itemCount, created_at: systemWork.now })
    .returning(['id', 'from_pos', 'to_pos', 'attempts'])
    .executeTakeFirstOrThrow()

/** Moves on over what there is nothing to send of. */
export const moveTo = (systemWork: UnitOfWork, id: string, cursor: number) =>
  systemWork.sql.updateTable('subscriptions').set({ cursor }).where('id', '=', id).execute()

export interface Outcome {
  readonly responseStatus: number | null
  /** null: it was accepted. */
  readonly error: string | null
}

const attemptColumns = (systemWork: UnitOfWork, { responseStatus, error }: Outcome) => ({
  attempts: sql<number>`attempts + 1`,
  last_attempt_at: systemWork.now,
  response_status: responseStatus,
  error,
})

/** Accepted: the cursor moves behind it, in the same transaction. */
export async function recordDelivered(systemWork: UnitOfWork, subscriptionId: string, delivery: DeliveryRow, outcome: Outcome) {
  await systemWork.sql
    .updateTable('subscription_deliveries')
    .set({ status: 'DELIVERED', ...attemptColumns(systemWork, outcome) })
    .where('id', '=', delivery.id)
    .execute()
  await systemWork.sql
    .updateTable('subscriptions')
    .set({ cursor: delivery.to_pos, failing_since: null, next_attempt_at: null, last_error: null })
    .where('id', '=', subscriptionId)
    .execute()
}

/** `nextAttempt` null: the subscription has failed and waits for a person. */
export async function recordFailed(
  systemWork: UnitOfWork,
  {
    subscriptionId,
    delivery,
    outcome,
    failingSince,
    nextAttempt,
  }: {
    readonly subscriptionId: string
    readonly delivery: DeliveryRow
    readonly outcome: Outcome
    readonly failingSince: number
    readonly nextAttempt: number | null
  },
) {
  const hasFailed = nextAttempt === null
  await systemWork.sql
    .updateTable('subscription_deliveries')
    .set({ status: hasFailed ? 'FAILED' : 'PENDING', ...attemptColumns(systemWork, outcome) })
    .where('id', '=', delivery.id)
    .execute()
  await systemWork.sql
    .updateTable('subscriptions')
    .set({
      failing_since: new Date(failingSince),
      next_attempt_at: hasFailed ? null : new Date(nextAttempt),
      last_error: outcome.error,
    })
    .$if(hasFailed, query => query.set({ status: 'FAILED' }))
    .where('id', '=', subscriptionId)
    .where('status', '=', 'ACTIVE')
    .execute()
}

export const recordResent = (systemWork: UnitOfWork, id: string, outcome: Outcome) =>
  systemWork.sql
    .updateTable('subscription_deliveries')
    .set({ is_resend_due: false, ...attemptColumns(systemWork, outcome) })
    .where('id', '=', id)
    .execute()

/** Notes the changes that are about to be deleted although their subscribers have not confirmed them. */
const noteLostChanges = (systemWork: UnitOfWork, before: Date) =>
  sql`update subscriptions set lost_pos = greatest(lost_pos, lost.pos)
    from (select reader.id, max(change.pos) as pos from subscriptions reader
      join api_access on api_access.id = reader.api_id
      join entities top on top.id = api_access.entity_id
      join api_changes change on change.type = reader.type and change.pos > reader.cursor
      join entities place on place.id = change.entity_id and place.path <@ top.path
      where change.at < ${before} and (reader.entity_ids = '{}' or exists (
        select from entities subject where subject.id = any(reader.entity_ids) and place.path <@ subject.path))
      group by reader.id) lost
    where lost.id = subscriptions.id`.execute(systemWork.sql)

/** Deletes changes and log entries from before an instant. */
export async function deleteOld(systemWork: UnitOfWork, before: Date) {
  // Changes that nobody has asked for have no position yet.
  await sequenceChanges(systemWork)
  await noteLostChanges(systemWork, before)
  await systemWork.sql.deleteFrom('api_changes').where('at', '<', before).execute()
  await systemWork.sql
    .deleteFrom('subscription_deliveries')
    .where('created_at', '<', before)
    .where('status', '=', 'DELIVERED')
    .execute()
}
