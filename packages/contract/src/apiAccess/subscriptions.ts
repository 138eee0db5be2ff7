import { z } from 'zod'
import { DisplayName, Done, Id, Stamp, Version, whole, Audited } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import type { Permission } from '../users/permissions.ts'

export const SUBSCRIPTION_TYPES = ['READINGS', 'EVENTS', 'BATCH_MOVEMENTS', 'RULE_STATUS'] as const
export const SubscriptionType = z.enum(SUBSCRIPTION_TYPES)
export type SubscriptionType = z.infer<typeof SubscriptionType>
export const DELIVERY_METHODS = ['WEBHOOK', 'PULL'] as const
export const DeliveryMethod = z.enum(DELIVERY_METHODS)
export type DeliveryMethod = z.infer<typeof DeliveryMethod>
/** FAILED: a webhook could not be delivered for 24 h; it is resumed by hand. */
export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'PAUSED', 'FAILED'] as const
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)

/** The kinds of items of a type, each with the permission that the API user needs to receive it. */
export const ITEM_KINDS = {
  READINGS: { READING: 'interfaces.read' },
  EVENTS: { EVENT: 'events.read' },
  BATCH_MOVEMENTS: {
    ANIMAL_MOVEMENT: 'batches.transactions.read',
    FEED_MOVEMENT: 'batches.feedMovements.read',
    WEIGHING: 'batches.read',
  },
  RULE_STATUS: { RULE: 'rules.read' },
} as const satisfies Readonly<Record<SubscriptionType, Readonly<Record<string, Permission>>>>

export const MAX_SUBJECTS = 200
/** Items of one delivery or page, about: readings that were received together stay together. */
export const MAX_ITEMS = 500
/** Longest URL of a receiver. */
const MAX_URL = 500

/** A header of each webhook: `t=<seconds since 1970>,v1=<hex>`, HMAC-SHA-256 of `<t>.<delivery id>.<body>`. */
export const SIGNATURE_HEADER = 'x-steading-signature'
export const DELIVERY_HEADER = 'x-steading-delivery'
/** Receivers refuse a signature whose time is further off, s: a delivery that was recorded is not accepted again later. */
export const REPLAY_WINDOW = 300

export const Subscription = z.object({
  id: Id,
  displayName: z.string(),
  apiId: Id,
  type: SubscriptionType,
  /** READINGS: the interfaces. */
  interfaceIds: z.array(Id),
  /** Other types: these entities and those below; none: all that the API user sees. */
  entityIds: z.array(Id),
  delivery: DeliveryMethod,
  url: z.string().nullable(),
  status: SubscriptionStatus,
  /** Since when deliveries fail; null: the last one was accepted. */
  failingSinceUtc: Stamp.nullable(),
  /** When the next attempt is due. */
  nextAttemptUtc: Stamp.nullable(),
  /** Why the last attempt failed, as a technician reads it. */
  lastError: z.string().nullable(),
  version: z.number().int(),
})
export type Subscription = z.infer<typeof Subscription>
export const SubscriptionDetails = z.object({ ...Subscription.shape, ...Audited.shape })
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>
/** With the key of its signatures, which is shown only in this answer. */
export const SubscriptionWithSecret = z.object({
  ...SubscriptionDetails.shape,
  /** null: of a subscription that is pulled. */
  hmacSecret: z.string().nullable(),
})
export type SubscriptionWithSecret = z.infer<typeof SubscriptionWithSecret>

/** A reading, as it was received. */
export const ReadingItem = z.object({
  kind: z.literal('READING'),
  interfaceId: Id,
  timestampUtc: Stamp,
  value: z.union([z.number(), z.string(), z.null()]),
  /** False: out of the range or type of the interface. */
  isGood: z.boolean(),
})
/** A change of an object, with what the object was then. */
export const ChangeItem = z.object({
  kind: z.enum(['EVENT', 'ANIMAL_MOVEMENT', 'FEED_MOVEMENT', 'WEIGHING', 'RULE']),
  change: z.enum(['CREATED', 'UPDATED', 'DELETED']),
  timestampUtc: Stamp,
  id: Id,
  entityId: Id,
  batchId: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
})
export const SubscriptionItem = z.union([ReadingItem, ChangeItem])
export type SubscriptionItem = z.infer<typeof SubscriptionItem>

/** The body of a webhook. */
export const WebhookBody = z.object({
  /** The same at each attempt of the same items: a receiver that has it already answers 200 and does nothing. */
  deliveryId: Id,
  subscriptionId: Id,
  type: SubscriptionType,
  /** A person asked for it once more: it does not come in order. */
  isResent: z.boolean(),
  /** As of a page that is pulled. */
  isIncomplete: z.boolean(),
  items: z.array(SubscriptionItem),
})
export type WebhookBody = z.infer<typeof WebhookBody>

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const
/** One group of items that was sent, or is to be sent, to a receiver. */
export const Delivery = z.object({
  id: Id,
  status: z.enum(DELIVERY_STATUSES),
  itemCount: z.number().int(),
  attempts: z.number().int(),
  createdUtc: Stamp,
  lastAttemptUtc: Stamp.nullable(),
  /** The HTTP status of the last answer; null: there was none. */
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  /** When a person last asked to send it once more. */
  resendRequestedUtc: Stamp.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const subscriptionPages = paging({ sorts: ['displayName', 'id'], sort: 'displayName', direction: 'ASC' })
export const deliveryPages = paging({ sorts: ['createdUtc', 'id'], sort: 'createdUtc', direction: 'DESC' })

const url = z.url({ protocol: /^https?$/, error: 'httpsUrl' }).max(MAX_URL)
const subjects = {
  interfaceIds: z.array(Id).max(MAX_SUBJECTS),
  entityIds: z.array(Id).max(MAX_SUBJECTS),
}
const ofApi = z.object({ apiId: Id })
const ofSubscription = z.object({ apiId: Id, id: Id })
const manage = 'api.update'

export const subscriptions = routes({
  search: {
    method: 'GET',
    path: '/apiAccess/:apiId/subscriptions/search',
    summary: 'Subscriptions of an API user, paged',
    access: ['api.read', 'api.update'],
    params: ofApi,
    query: subscriptionPages.query,
    reply: subscriptionPages.of(Subscription),
  },
  details: {
    method: 'GET',
    path: '/apiAccess/:apiId/subscriptions/:id',
    summary: 'One subscription',
    access: ['api.read', 'api.update'],
    params: ofSubscription,
    reply: SubscriptionDetails,
  },
  create: {
    method: 'POST',
    path: '/apiAccess/:apiId/subscriptions',
    summary: 'Subscribe an API user, from now on; the answer carries the key of the signatures of a webhook, once',
    access: manage,
    params: ofApi,
    body: z.strictObject({
      displayName: DisplayName,
      type: SubscriptionType,
      ...subjects,
      delivery: DeliveryMethod,
      url: url.nullable(),
    }),
    reply: SubscriptionWithSecret,
  },
  edit: {
    method: 'PUT',
    path: '/apiAccess/:apiId/subscriptions/:id',
    summary: 'Change a subscription; pausing keeps its place',
    access: manage,
    params: ofSubscription,
    body: z.strictObject({
      displayName: DisplayName,
      ...subjects,
      url: url.nullable(),
      status: z.enum(['ACTIVE', 'PAUSED']),
      version: Version,
    }),
    reply: SubscriptionDetails,
  },
  remove: {
    method: 'DELETE',
    path: '/apiAccess/:apiId/subscriptions/:id',
    summary: 'Delete a subscription with its delivery log',
    access: manage,
    params: ofSubscription,
    reply: Done,
  },
  resume: {
    method: 'POST',
    path: '/apiAccess/:apiId/subscriptions/:id/resume',
    summary: 'Resume a paused or failed subscription where it stopped; its next attempt is due at once',
    access: manage,
    params: ofSubscription,
    reply: SubscriptionDetails,
  },
  deliveries: {
    method: 'GET',
    path: '/apiAccess/:apiId/subscriptions/:id/deliveries',
    summary: 'The delivery log of a webhook, of 7 days, paged',
    access: ['api.read', 'api.update'],
    params: ofSubscription,
    query: deliveryPages.query,
    reply: deliveryPages.of(Delivery),
  },
  resend: {
    method: 'POST',
    path: '/apiAccess/:apiId/subscriptions/:id/deliveries/:deliveryId/resend',
    summary: 'Send a delivery once more, beside the order of the others; one that was not accepted is attempted at once',
    access: manage,
    params: z.object({ apiId: Id, id: Id, deliveryId: Id }),
    reply: Done,
  },
  pull: {
    method: 'GET',
    path: '/subscriptions/:id/items',
    summary: 'The next items of a subscription of the calling API user. Without a cursor: from the last one that was confirmed',
    access: [
      'interfaces.read',
      'events.read',
      'batches.read',
      'batches.transactions.read',
      'batches.feedMovements.read',
      'rules.read',
    ],
    params: z.object({ id: Id }),
    query: z.object({
      /** The cursor of the page before: confirms it. */
      cursor: z
        .string()
        .regex(/^\d{1,18}$/, 'format')
        .optional(),
      limit: whole(1, MAX_ITEMS).prefault(MAX_ITEMS),
    }),
    reply: z.object({
      items: z.array(SubscriptionItem),
      cursor: z.string(),
      /** There are more now: ask again at once. */
      hasMore: z.boolean(),
      /** Items after the cursor were removed before they were fetched: readings with their journal, changes after 7 days. */
      isIncomplete: z.boolean(),
    }),
  },
})
