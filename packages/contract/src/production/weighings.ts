import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, Done, Id, Instant, Stamp, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BatchRef } from './batchRef.ts'
import { Kilograms } from './quantities.ts'

export const WEIGHING_METHODS = ['MANUAL', 'SCALE'] as const
export const WeighingMethod = z.enum(WEIGHING_METHODS)
export type WeighingMethod = z.infer<typeof WeighingMethod>
/** Animals weighed one by one, at most. */
export const SINGLE_WEIGHTS = 1000

/** Animals that were put on a scale. */
export const Weighing = z.object({
  id: Id,
  batch: BatchRef,
  entity: EntityRef,
  timeZone: z.string(),
  timestamp: Stamp,
  number: z.number().int(),
  /** kg */
  totalWeight: z.number(),
  /** kg of each animal; null: they were weighed together. */
  weights: z.array(z.number()).nullable(),
  /** kg */
  average: z.number(),
  /** Coefficient of variation of single weights, %. */
  cv: z.number().nullable(),
  /** days, of the batch then; null: no animals entered yet. */
  age: z.number().int().nullable(),
  /** kg that the curve of the batch says at that age. */
  curveWeight: z.number().nullable(),
  /** 100 · (average − curve) / curve, %. */
  curveDeviation: z.number().nullable(),
  method: WeighingMethod,
  notes: z.string(),
  editable: z.boolean(),
  deletable: z.boolean(),
  version: z.number().int(),
  ...Audited.shape,
})
export type Weighing = z.infer<typeof Weighing>

const entered = {
  timestamp: Instant,
  /** Of single weights: left out, or their number. */
  number: z.number().int().min(1).max(1_000_000).optional(),
  /** kg; of single weights: left out, or their sum. */
  totalWeight: Kilograms.optional(),
  weights: z.array(Kilograms).min(1).max(SINGLE_WEIGHTS).optional(),
  method: WeighingMethod.default('MANUAL'),
  notes: z.string().trim().max(500).default(''),
}
interface Entered {
  readonly number?: number | undefined
  readonly totalWeight?: number | undefined
  readonly weights?: readonly number[] | undefined
}
const isWeighed = ({ number, totalWeight, weights }: Entered, context: z.RefinementCtx) => {
  if (weights) {
    if (number !== undefined && number !== weights.length)
      context.addIssue({ code: 'custom', message: 'weightsDiffer', path: ['number'] })
    const sum = weights.reduce((total, weight) => total + weight, 0)
    // To the gram: sums of decimals deviate in the last bits.
    if (totalWeight !== undefined && Math.abs(totalWeight - sum) >= 0.0005)
      context.addIssue({ code: 'custom', message: 'weightsDiffer', path: ['totalWeight'] })
    return
  }
  if (number === undefined) context.addIssue({ code: 'custom', message: 'required', path: ['number'] })
  if (totalWeight === undefined) context.addIssue({ code: 'custom', message: 'required', path: ['totalWeight'] })
}
export const CreateWeighing = z.strictObject({ batchId: Id, ...entered }).superRefine(isWeighed)
export const EditWeighing = z.strictObject({ ...entered, version: Version }).superRefine(isWeighed)

export const weighingPages = paging({
  sorts: ['timestamp', 'number', 'average', 'creationTimestamp', 'id'],
  sort: 'timestamp',
  direction: 'DESC',
})

export const WEIGHING_REFUSALS = [
  'PRODUCTION_BATCH_NOT_FOUND',
  'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE',
  'DESTINATION_BATCH_CLOSED',
] as const

export const weighings = routes({
  search: {
    method: 'GET',
    path: '/batches/manualWeighing/search',
    summary: 'Weighings by hand, paged',
    access: 'batches.read',
    query: weighingPages.query.extend({
      entityId: Id.optional(),
      batchId: Id.optional(),
      fromDate: Instant.optional(),
      toDate: Instant.optional(),
      /** A part of the batch's code or of the notes. */
      search: z.string().trim().max(150).optional(),
    }),
    reply: weighingPages.of(Weighing),
  },
  details: {
    method: 'GET',
    path: '/batches/manualWeighing/:id',
    summary: 'One weighing',
    access: 'batches.read',
    params: byId,
    reply: Weighing,
  },
  create: {
    method: 'POST',
    path: '/batches/manualWeighing',
    summary: 'Write down a weighing: single weights, or a number and their total',
    access: 'batches.transactions.create',
    idempotent: true,
    body: CreateWeighing,
    reply: Weighing,
    refusals: WEIGHING_REFUSALS,
  },
  edit: {
    method: 'PUT',
    path: '/batches/manualWeighing/:id',
    summary: 'Change a weighing; the author may within 24 h',
    access: ['batches.transactions.update', 'batches.transactions.create'],
    params: byId,
    body: EditWeighing,
    reply: Weighing,
    refusals: WEIGHING_REFUSALS,
  },
  remove: {
    method: 'DELETE',
    path: '/batches/manualWeighing/:id',
    summary: 'Delete a weighing; the author may within 24 h',
    access: ['batches.transactions.delete', 'batches.transactions.create'],
    params: byId,
    reply: Done,
    refusals: WEIGHING_REFUSALS,
  },
})
