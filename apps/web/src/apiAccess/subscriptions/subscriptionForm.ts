import { subscriptions } from '@steading/contract/apiAccess/subscriptions'
import type { DeliveryMethod, Subscription, SubscriptionType } from '@steading/contract/apiAccess/subscriptions'
import type { z } from 'zod'

export interface SubscriptionFormValues {
  readonly displayName: string
  readonly type: SubscriptionType
  readonly interfaceIds: readonly string[]
  readonly entityIds: readonly string[]
  readonly delivery: DeliveryMethod
  readonly url: string
}

export const initialValues = (of?: Subscription): SubscriptionFormValues => ({
  displayName: of?.displayName ?? '',
  type: of?.type ?? 'EVENTS',
  interfaceIds: of?.interfaceIds ?? [],
  entityIds: of?.entityIds ?? [],
  delivery: of?.delivery ?? 'WEBHOOK',
  url: of?.url ?? '',
})

/** What a request says of the subjects and the receiver: without what the type or the delivery does not have. */
const subjectsOf = ({ type, interfaceIds, entityIds, delivery, url }: SubscriptionFormValues) => ({
  interfaceIds: type === 'READINGS' ? [...interfaceIds] : [],
  entityIds: type === 'READINGS' ? [] : [...entityIds],
  url: delivery === 'WEBHOOK' ? url.trim() : null,
})

export function toCreateBody(values: SubscriptionFormValues): z.input<typeof subscriptions.create.body> {
  const { displayName, type, delivery } = values
  return { displayName, type, delivery, ...subjectsOf(values) }
}

/** The request of a change; type and delivery stay. */
export const toEditBody = (
  values: SubscriptionFormValues,
  { status, version }: Pick<Subscription, 'status' | 'version'>,
): z.input<typeof subscriptions.edit.body> => ({
  displayName: values.displayName,
  ...subjectsOf(values),
  status: status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
  version,
})
