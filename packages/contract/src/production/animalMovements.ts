import { z } from 'zod'
import { Attachment } from '../attachments.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, Done, flag, Id, Instant, many, Stamp, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BatchFiles } from './batches.ts'
import { BatchRef } from './batchRef.ts'
import { AgeUnit } from './curves.ts'
import { DeathReasonRef } from './deathReasons.ts'
import { Kilograms } from './quantities.ts'

export const MOVEMENT_ACTIONS = ['ENTRY', 'EXIT'] as const
export const MovementAction = z.enum(MOVEMENT_ACTIONS)
export type MovementAction = z.infer<typeof MovementAction>
export const ANIMAL_ACTION_TYPES = ['EXTERNAL_ENTRY', 'EXTERNAL_SALE', 'TRANSFER', 'DEATH'] as const
export const AnimalActionType = z.enum(ANIMAL_ACTION_TYPES)
export type AnimalActionType = z.infer<typeof AnimalActionType>

/** The types that each action has. */
export const ANIMAL_PAIRS = {
  ENTRY: ['EXTERNAL_ENTRY', 'TRANSFER'],
  EXIT: ['EXTERNAL_SALE', 'TRANSFER', 'DEATH'],
} as const satisfies Readonly<Record<MovementAction, readonly AnimalActionType[]>>

export const MOVEMENT_STATUSES = ['EFFECTIVE', 'PENDING'] as const
export const MovementStatus = z.enum(MOVEMENT_STATUSES)

/** The other half of a transfer. */
export const InverseTransaction = z.object({ batchId: Id, code: z.string() })

/** Animals that came, went or died. */
export const AnimalMovement = z.object({
  id: Id,
  batch: BatchRef,
  /** The house or room of the batch. */
  entity: EntityRef,
  timeZone: z.string(),
  timestamp: Stamp,
  action: MovementAction,
  actionType: AnimalActionType,
  typeDescription: z.string(),
  number: z.number().int(),
  /** kg, of all of them; null: not weighed. */
  weight: z.number().nullable(),
  /** days */
  age: z.number().int(),
  pending: z.boolean(),
  status: MovementStatus,
  deathReason: DeathReasonRef.nullable(),
  /** Null: no transfer, or the other batch is out of sight. */
  inverseTransaction: InverseTransaction.nullable(),
  attachments: z.array(Attachment),
  /** May the caller change it: by permission, or as the author within 24 h. */
  editable: z.boolean(),
  deletable: z.boolean(),
  version: z.number().int(),
  ...Audited.shape,
})
export type AnimalMovement = z.infer<typeof AnimalMovement>

const entered = {
  timestamp: Instant,
  typeDescription: z.string().trim().max(150).default(''),
  number: z.number().int().min(1).max(1_000_000),
  /** kg; of deaths it may be left out. */
  weight: Kilograms.optional(),
  /** In `ageUnit` days; left out: the age of the batch then. */
  age: z.number().int().min(0).max(2000).optional(),
  ageUnit: AgeUnit.default(1),
  pending: z.boolean().default(false),
  deathReasonId: Id.optional(),
}
export const CreateAnimalMovement = z.strictObject({
  batchId: Id,
  action: MovementAction,
  actionType: AnimalActionType,
  /** The other batch of a transfer. */
  inverseBatchId: Id.optional(),
  ...entered,
})
/** Both halves of a transfer change together. */
export const EditAnimalMovement = z.strictObject({
  ...entered,
  removedAttachments: z.array(z.string()).max(15).default([]),
  version: Version,
})

export const animalMovementPages = paging({
  sorts: ['timestamp', 'number', 'weight', 'creationTimestamp', 'id'],
  sort: 'timestamp',
  direction: 'DESC',
})

/** What movements are narrowed by. */
export const movementFilters = {
  /** At or below it. */
  entityId: Id.optional(),
  batchId: Id.optional(),
  action: MovementAction.optional(),
  pending: flag.optional(),
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
  /** A part of the batch's code or of what a person added to the type. */
  search: z.string().trim().max(150).optional(),
}
const filters = { ...movementFilters, actionType: many(AnimalActionType).optional(), deathReasonId: Id.optional() }

export const ANIMAL_MOVEMENT_REFUSALS = [
  'PRODUCTION_BATCH_NOT_FOUND',
  'ACTION_TYPE_NOT_FOUND',
  'DEATH_CAUSE_NOT_FOUND',
  'ORIGIN_BATCH_CLOSED',
  'DESTINATION_BATCH_CLOSED',
  'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS',
  'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE',
  'EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION',
  'WITHDRAWAL_PERIOD_NOT_OVER',
] as const

export const animalMovements = routes({
  list: {
    method: 'GET',
    path: '/batches/transactions',
    summary: 'Animal movements of a batch, paged',
    access: 'batches.transactions.read',
    query: animalMovementPages.query.extend({ ...filters, batchId: Id }),
    reply: animalMovementPages.of(AnimalMovement),
  },
  search: {
    method: 'GET',
    path: '/batches/transactions/search',
    summary: 'Animal movements of all batches in reach, paged',
    access: 'batches.transactions.read',
    query: animalMovementPages.query.extend(filters),
    reply: animalMovementPages.of(AnimalMovement),
  },
  aggregation: {
    method: 'GET',
    path: '/batches/transactions/aggregation',
    summary: 'Sums of animal movements by type, by cause of death and of sales by weight; pending ones apart',
    access: 'batches.transactions.read',
    query: z.object(filters),
    reply: z.object({
      types: z.array(
        z.object({ actionType: AnimalActionType, action: MovementAction, number: z.number().int(), weight: z.number() }),
      ),
      pending: z.number().int(),
      deathReasons: z.array(z.object({ deathReason: DeathReasonRef.nullable(), number: z.number().int() })),
      /** Effective sales with a weight, each as a whole by its average: groups from (included) to (not included) a weight, kg. */
      weightGroups: z.array(z.object({ from: z.number(), to: z.number(), animals: z.number().int(), weight: z.number() })),
    }),
  },
  balance: {
    method: 'GET',
    path: '/batches/transactions/balance',
    summary: 'Animals of a batch at a time, and how many of them may leave then',
    access: 'batches.read',
    query: z.object({
      batchId: Id,
      at: Instant,
      /** A movement that does not count: the one that is being changed. */
      movementId: Id.optional(),
    }),
    reply: z.object({
      present: z.number().int(),
      /** Neither reserved animals nor those of later exits. */
      available: z.number().int(),
    }),
  },
  details: {
    method: 'GET',
    path: '/batches/transactions/:id',
    summary: 'One animal movement',
    access: 'batches.transactions.read',
    params: byId,
    reply: AnimalMovement,
  },
  create: {
    method: 'POST',
    path: '/batches/transactions',
    summary: 'Book animals that came, went or died; a transfer books both batches',
    access: 'batches.transactions.create',
    idempotent: true,
    multipart: { json: 'createAnimalTransactionRequest', files: 'files', limits: 'batch' },
    body: CreateAnimalMovement,
    reply: AnimalMovement,
    refusals: ANIMAL_MOVEMENT_REFUSALS,
  },
  edit: {
    method: 'PUT',
    path: '/batches/transactions/:id',
    summary: 'Change an animal movement, both halves of a transfer; the author may within 24 h',
    access: ['batches.transactions.update', 'batches.transactions.create'],
    params: byId,
    multipart: { json: 'editAnimalTransactionRequest', files: 'files', limits: 'batch' },
    body: EditAnimalMovement,
    reply: AnimalMovement,
    refusals: ANIMAL_MOVEMENT_REFUSALS,
  },
  remove: {
    method: 'DELETE',
    path: '/batches/transactions/:id',
    summary: 'Delete an animal movement, both halves of a transfer; the author may within 24 h',
    access: ['batches.transactions.delete', 'batches.transactions.create'],
    params: byId,
    reply: Done,
    refusals: ANIMAL_MOVEMENT_REFUSALS,
  },
  attachments: {
    method: 'GET',
    path: '/batches/transactions/:id/attachments',
    summary: 'The files of an animal movement',
    access: 'batches.transactions.read',
    params: byId,
    reply: z.array(Attachment),
  },
  attachment: {
    method: 'GET',
    path: '/batches/transactions/:id/attachments/:name',
    summary: 'A file of an animal movement',
    access: 'batches.transactions.read',
    params: byId.extend({ name: z.string().min(1).max(255) }),
    reply: BatchFiles,
  },
})
