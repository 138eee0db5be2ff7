import type { Delivery, DeliveryMethod, Subscription, SubscriptionType } from '@steading/contract/apiAccess/subscriptions'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../../ui/marks/StatusPill.tsx'

export const typeWords = {
  READINGS: 'subscription.type.readings',
  EVENTS: 'subscription.type.events',
  BATCH_MOVEMENTS: 'subscription.type.batchMovements',
  RULE_STATUS: 'subscription.type.ruleStatus',
} as const satisfies Record<SubscriptionType, TextKey>

export const deliveryWords = {
  WEBHOOK: 'subscription.delivery.webhook',
  PULL: 'subscription.delivery.pull',
} as const satisfies Record<DeliveryMethod, TextKey>

type Look = readonly [word: TextKey, tone: StatusTone]
const STATUS: Readonly<Record<Subscription['status'], Look>> = {
  ACTIVE: ['subscription.status.active', 'ok'],
  PAUSED: ['subscription.status.paused', 'idle'],
  FAILED: ['subscription.status.failed', 'error'],
}
const DELIVERY: Readonly<Record<Delivery['status'], Look>> = {
  PENDING: ['subscription.log.pending', 'pending'],
  DELIVERED: ['subscription.log.delivered', 'ok'],
  FAILED: ['subscription.log.failed', 'error'],
}

/** Active, but what is sent is not accepted: not yet failed, and not well. */
const FAILING: Look = ['subscription.status.active', 'pending']

export const SubscriptionStatusPill = ({ status, failingSinceUtc }: Pick<Subscription, 'status' | 'failingSinceUtc'>) => (
  <Pill of={status === 'ACTIVE' && failingSinceUtc !== null ? FAILING : STATUS[status]} />
)
export const DeliveryStatusPill = ({ status }: Pick<Delivery, 'status'>) => <Pill of={DELIVERY[status]} />

function Pill({ of: [word, tone] }: { of: Look }) {
  const t = useText()
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}
