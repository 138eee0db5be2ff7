import type { SubscriptionType } from '@steading/contract/apiAccess/subscriptions'

/** What a subscription is about. */
export interface Subject {
  readonly type: SubscriptionType
  readonly interface_ids: readonly string[]
  readonly entity_ids: readonly string[]
}
