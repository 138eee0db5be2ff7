import { DELIVERY_HEADER, MAX_ITEMS, SIGNATURE_HEADER } from '@steading/contract/apiAccess/subscriptions'
import type { WebhookBody } from '@steading/contract/apiAccess/subscriptions'
import { apiUserActor, apiUserRow } from '../../apiAccess/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import { createGuardedClient, RequestFailed } from '../../platform/network/guardedRequest.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { PeriodicTask } from '../../platform/periodicTask.ts'
import type { World } from '../../platform/world.ts'
import type { Journal } from '../../readings/index.ts'
import { sequenceChanges } from '../items/items.sql.ts'
import { readItems } from '../items/items.ts'
import {
  deleteOld,
  dueWebhooks,
  insertDelivery,
  moveTo,
  pendingDelivery,
  recordDelivered,
  recordFailed,
  recordResent,
  resendDue,
  webhookById,
} from './deliveries.sql.ts'
import type { DeliveryRow, Outcome, Webhook } from './deliveries.sql.ts'
import { nextAttempt } from './retries.ts'
import { signatureKey, signatureOf } from './signature.ts'

const INTERVAL = 1_000
/** Receivers that are called at the same time: each holds the items of one delivery in memory. */
const MAX_RUNNING = 8
/** Deliveries to one receiver before others have their turn. */
const MAX_IN_TURN = 20
const CLEANUP_INTERVAL = 3_600_000
const RETENTION = 7 * 86_400_000

const system = systemActor('subscriptions')

/**
 * Delivers webhooks: for each subscription one delivery after another, so that items keep their order; at least once, since the cursor
 * moves after the receiver has accepted. A slow receiver delays no other.
 */
export function createWebhookSender(world: World, journal: Pick<Journal, 'settled'>): PeriodicTask {
  const { db, clock, log, secrets, config } = world
  const client = createGuardedClient(config.WEBHOOK_NETWORKS)
  const running = new Map<string, Promise<void>>()
  let isStopping = false
  let cleanedAt = -Infinity

  const lastPosition = (type: Webhook['type']) => (type === 'READINGS' ? journal.settled() : db.work(system, sequenceChanges))

  /** The API user of a subscription; undefined while it may not receive anything. */
  const actorOf = async (apiId: string): Promise<Actor | undefined> => {
    const row = await db.work(system, work => apiUserRow(work, apiId))
    return row && apiUserActor(row, clock.now())
  }

  const itemsOf = (webhook: Webhook, actor: Actor, range: { from: number; last: number; limit: number }) =>
    db.work(actor, work => readItems(work, webhook, range))

  const post = async (webhook: Webhook, delivery: DeliveryRow, actor: Actor, isResent: boolean): Promise<Outcome> => {
    const range = { from: Number(delivery.from_pos), last: Number(delivery.to_pos), limit: Number.MAX_SAFE_INTEGER }
    const { items } = await itemsOf(webhook, actor, range)
    // The API user may see none of them any more.
    if (items.length === 0) return { responseStatus: null, error: null }
    const message: WebhookBody = {
      deliveryId: delivery.id,
      subscriptionId: webhook.id,
      type: webhook.type,
      isResent,
      isIncomplete: range.from < Number(webhook.lost_pos),
      items,
    }
    const body = JSON.stringify(message)
    const key = signatureKey(secrets, webhook.id)
    try {
      const status = await client.post(webhook.url!, body, {
        'content-type': 'application/json',
        'user-agent': 'Steading',
        [DELIVERY_HEADER]: delivery.id,
        [SIGNATURE_HEADER]: signatureOf(key, { at: clock.now(), deliveryId: delivery.id, body }),
      })
      return { responseStatus: status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` }
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      return { responseStatus: null, error: error.message }
    }
  }

  /** The delivery that is to be sent; undefined: there is nothing. */
  const nextDelivery = async (webhook: Webhook, actor: Actor): Promise<DeliveryRow | undefined> => {
    const pending = await db.work(system, work => pendingDelivery(work, webhook.id))
    if (pending) return pending
    const from = Number(webhook.cursor)
    const last = await lastPosition(webhook.type)
    const { items, to } = await itemsOf(webhook, actor, { from, last, limit: MAX_ITEMS })
    if (items.length > 0)
      return db.work(system, work => insertDelivery(work, { subscriptionId: webhook.id, from, to, itemCount: items.length }))
    if (to > from) await db.work(system, work => moveTo(work, webhook.id, to))
    return undefined
  }

  /** Sends the next delivery; false: there was none, or it was not accepted. */
  const deliverNext = async (id: string): Promise<boolean> => {
    const webhook = await db.work(system, work => webhookById(work, id))
    const actor = webhook && (await actorOf(webhook.api_id))
    if (!webhook || !actor) return false
    const resend = await db.work(system, work => resendDue(work, id))
    if (resend) {
      const outcome = await post(webhook, resend, actor, true)
      await db.work(system, work => recordResent(work, resend.id, outcome))
      return true
    }
    const isDue = webhook.next_attempt_at === null || webhook.next_attempt_at.getTime() <= clock.now()
    const delivery = isDue ? await nextDelivery(webhook, actor) : undefined
    if (!delivery) return false
    const outcome = await post(webhook, delivery, actor, false)
    const now = clock.now()
    if (outcome.error === null) {
      await db.work(system, work => recordDelivered(work, id, delivery, outcome))
      return true
    }
    const failingSince = webhook.failing_since?.getTime() ?? now
    const next = nextAttempt({ now, failingSince, attempts: delivery.attempts + 1 })
    await db.work(system, work => recordFailed(work, { subscriptionId: id, delivery, outcome, failingSince, nextAttempt: next }))
    log.warn(
      { subscription: id, delivery: delivery.id, reason: outcome.error, next },
      'webhook not accepted, retrying as planned',
    )
    return false
  }

  const deliver = async (id: string) => {
    try {
      for (let turn = 0; turn < MAX_IN_TURN && !isStopping && (await deliverNext(id)); turn++);
    } catch (error) {
      log.error({ err: error, subscription: id }, 'webhook delivery failed, retrying in 1 s')
    } finally {
      running.delete(id)
    }
  }

  const run = async () => {
    const now = clock.now()
    if (now - cleanedAt >= CLEANUP_INTERVAL) {
      await db.work(system, work => deleteOld(work, new Date(now - RETENTION)))
      cleanedAt = now
    }
    const due = await db.work(system, dueWebhooks)
    if (due.length === 0) return
    const readings = journal.settled()
    const changes = due.some(({ type }) => type !== 'READINGS') ? await db.work(system, sequenceChanges) : 0
    for (const { id, type, cursor, hasDelivery } of due) {
      const last = type === 'READINGS' ? readings : changes
      if (running.has(id) || (!hasDelivery && Number(cursor) >= last)) continue
      while (running.size >= MAX_RUNNING) await Promise.race(running.values())
      if (isStopping) return
      running.set(id, deliver(id))
    }
  }

  const task = createPeriodicTask(world, 'subscriptions', INTERVAL, run)
  return {
    ...task,
    async stop() {
      isStopping = true
      await task.stop()
      await Promise.all(running.values())
    },
  }
}
