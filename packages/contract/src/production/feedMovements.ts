import { z } from 'zod'
import { Attachment } from '../attachments.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, Done, flag, Id, Instant, many, Stamp, Translations, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { InverseTransaction, MovementAction, movementFilters, MovementStatus } from './animalMovements.ts'
import { BatchFiles } from './batches.ts'
import { BatchRef } from './batchRef.ts'
import { Kilograms } from './quantities.ts'

export const FEED_ACTION_TYPES = ['BUY', 'TRANSFER'] as const
export const FeedActionType = z.enum(FEED_ACTION_TYPES)
export type FeedActionType = z.infer<typeof FeedActionType>
export const FEED_PAIRS = { ENTRY: ['BUY', 'TRANSFER'], EXIT: ['TRANSFER'] } as const

export const FeedTypeRef = z.object({
  id: Id,
  code: z.string(),
  displayName: z.string(),
  translations: Translations,
  medicated: z.boolean(),
})
export const FeedFactoryRef = z.object({ id: Id, displayName: z.string() })

/** Feed that was bought, or that went from one batch to another. */
export const FeedMovement = z.object({
  id: Id,
  /** Null: a delivery that a silo showed while no batch was there. */
  batch: BatchRef.nullable(),
  entity: EntityRef,
  timeZone: z.string(),
  timestamp: Stamp,
  action: MovementAction,
  actionType: FeedActionType,
  typeDescription: z.string(),
  /** kg */
  weight: z.number(),
  feedType: FeedTypeRef.nullable(),
  feedFactory: FeedFactoryRef.nullable(),
  pending: z.boolean(),
  status: MovementStatus,
  inverseTransaction: InverseTransaction.nullable(),
  /** The silo that showed the delivery; null: a person entered it. */
  silo: z
    .object({
      id: Id,
      displayName: z.string(),
      /** kg, as the silo showed it; null: not known. */
      detectedWeight: z.number().nullable(),
      /** The booked weight and the silo's disagree, by more than 5 % of the delivery or 2 % of the capacity. */
      disagrees: z.boolean(),
    })
    .nullable(),
  attachments: z.array(Attachment),
  editable: z.boolean(),
  deletable: z.boolean(),
  version: z.number().int(),
  ...Audited.shape,
})
export type FeedMovement = z.infer<typeof FeedMovement>

const entered = {
  timestamp: Instant,
  typeDescription: z.string().trim().max(150).default(''),
  weight: Kilograms,
  feedTypeId: Id,
  feedFactoryId: Id.optional(),
  pending: z.boolean().default(false),
}
export const CreateFeedMovement = z.strictObject({
  batchId: Id,
  action: MovementAction,
  actionType: FeedActionType,
  inverseBatchId: Id.optional(),
  ...entered,
})
export const EditFeedMovement = z.strictObject({
  ...entered,
  removedAttachments: z.array(z.string()).max(15).default([]),
  version: Version,
})
/** How far a purchase and the delivery that a silo showed may differ and be the same: ms; kg, or a share of the delivery. */
export const DELIVERY_MATCH = { time: 6 * 3_600_000, weight: 300, share: 0.1 } as const
/** Movements entered together: all are stored, or none. */
export const FEED_MOVEMENTS_AT_ONCE = 50

export const feedMovementPages = paging({
  sorts: ['timestamp', 'weight', 'creationTimestamp', 'id'],
  sort: 'timestamp',
  direction: 'DESC',
})
const filters = {
  ...movementFilters,
  actionType: many(FeedActionType).optional(),
  feedTypeId: Id.optional(),
  feedFactoryId: Id.optional(),
}

export const FEED_MOVEMENT_REFUSALS = [
  'PRODUCTION_BATCH_NOT_FOUND',
  'ACTION_TYPE_NOT_FOUND',
  'FEED_TYPE_NOT_FOUND',
  'FEED_FACTORY_NOT_FOUND',
  'ORIGIN_BATCH_CLOSED',
  'DESTINATION_BATCH_CLOSED',
  'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE',
] as const

export const feedMovements = routes({
  list: {
    method: 'GET',
    path: '/batches/feedTransactions',
    summary: 'Feed movements of a batch, paged',
    access: 'batches.feedMovements.read',
    query: feedMovementPages.query.extend({ ...filters, batchId: Id }),
    reply: feedMovementPages.of(FeedMovement),
  },
  search: {
    method: 'GET',
    path: '/batches/feedTransactions/search',
    summary: 'Feed movements of all batches in reach, paged',
    access: 'batches.feedMovements.read',
    query: feedMovementPages.query.extend(filters),
    reply: feedMovementPages.of(FeedMovement),
  },
  aggregation: {
    method: 'GET',
    path: '/batches/feedTransactions/aggregation',
    summary: 'Sums of feed movements by type of feed, and the stock that is left',
    access: 'batches.feedMovements.read',
    query: z.object(filters),
    reply: z.object({
      feedTypes: z.array(
        z.object({ feedType: FeedTypeRef.nullable(), entered: z.number(), left: z.number(), movements: z.number().int() }),
      ),
      /** kg that came, that went, and that is pending. */
      entered: z.number(),
      left: z.number(),
      pending: z.number(),
    }),
  },
  lastOfEachType: {
    method: 'GET',
    path: '/batches/:id/last-feedTransactions',
    summary: 'The last movement of each type of feed of a batch',
    access: 'batches.feedMovements.read',
    params: byId,
    reply: z.array(FeedMovement),
  },
  details: {
    method: 'GET',
    path: '/batches/feedTransactions/:id',
    summary: 'One feed movement',
    access: 'batches.feedMovements.read',
    params: byId,
    reply: FeedMovement,
  },
  create: {
    method: 'POST',
    path: '/batches/feedTransactions',
    summary: 'Book feed that came or went; a transfer books both batches',
    access: 'batches.feedMovements.create',
    idempotent: true,
    multipart: { json: 'createFeedTransactionRequest', files: 'files', limits: 'batch' },
    body: CreateFeedMovement,
    reply: FeedMovement,
    refusals: FEED_MOVEMENT_REFUSALS,
  },
  createMany: {
    method: 'POST',
    path: '/batches/feedTransactions/many',
    summary: 'Book several feed movements at once: all of them, or none',
    access: 'batches.feedMovements.create',
    idempotent: true,
    body: z.strictObject({ movements: z.array(CreateFeedMovement).min(1).max(FEED_MOVEMENTS_AT_ONCE) }),
    reply: z.array(FeedMovement),
    refusals: FEED_MOVEMENT_REFUSALS,
  },
  edit: {
    method: 'PUT',
    path: '/batches/feedTransactions/:id',
    summary: 'Change a feed movement, both halves of a transfer; the author may within 24 h',
    access: ['batches.feedMovements.update', 'batches.feedMovements.create'],
    params: byId,
    multipart: { json: 'editFeedTransactionRequest', files: 'files', limits: 'batch' },
    body: EditFeedMovement,
    reply: FeedMovement,
    refusals: FEED_MOVEMENT_REFUSALS,
  },
  remove: {
    method: 'DELETE',
    path: '/batches/feedTransactions/:id',
    summary: 'Delete a feed movement, both halves of a transfer; the author may within 24 h',
    access: ['batches.feedMovements.delete', 'batches.feedMovements.create'],
    params: byId,
    reply: Done,
    refusals: FEED_MOVEMENT_REFUSALS,
  },
  attachments: {
    method: 'GET',
    path: '/batches/feedTransactions/:id/attachments',
    summary: 'The files of a feed movement',
    access: 'batches.feedMovements.read',
    params: byId,
    reply: z.array(Attachment),
  },
  attachment: {
    method: 'GET',
    path: '/static/batches/feedTransactions/:id/attachments/:name',
    summary: 'A file of a feed movement',
    access: 'batches.feedMovements.read',
    params: byId.extend({ name: z.string().min(1).max(255) }),
    reply: BatchFiles,
  },
  searchAutomatic: {
    method: 'GET',
    path: '/automatic-feed-movements/search',
    summary: 'Deliveries that silos showed, paged',
    access: 'batches.feedMovements.read',
    query: feedMovementPages.query.extend({
      entityId: Id.optional(),
      pending: flag.optional(),
      fromDate: Instant.optional(),
      toDate: Instant.optional(),
    }),
    reply: feedMovementPages.of(FeedMovement),
  },
  automaticMatches: {
    method: 'GET',
    path: '/automatic-feed-movements/:id/matches',
    summary: 'Purchases that people entered and that may be a delivery which a silo showed, the likeliest first',
    access: 'batches.feedMovements.read',
    params: byId,
    reply: z.array(FeedMovement),
  },
  matchAutomatic: {
    method: 'PUT',
    path: '/automatic-feed-movements/:id/match',
    summary: 'Name the purchase that a delivery is: the two become one, and the feed counts once',
    access: ['batches.feedMovements.update', 'batches.feedMovements.create'],
    params: byId,
    body: z.strictObject({
      /** One of its matches. */
      movementId: Id,
      /** Of the delivery. */
      version: Version,
    }),
    reply: FeedMovement,
    refusals: FEED_MOVEMENT_REFUSALS,
  },
  confirmAutomatic: {
    method: 'PUT',
    path: '/automatic-feed-movements/:id/confirm',
    summary: 'Say what a delivery was; it counts from then on',
    access: ['batches.feedMovements.update', 'batches.feedMovements.create'],
    params: byId,
    body: z.strictObject({
      feedTypeId: Id,
      feedFactoryId: Id.optional(),
      /** kg by the delivery note; left out: what the silo showed. */
      weight: Kilograms.optional(),
      /** The batch that it was for, where none was there at its time. */
      batchId: Id.optional(),
      version: Version,
    }),
    reply: FeedMovement,
    refusals: FEED_MOVEMENT_REFUSALS,
  },
})
