import { CreateWeighing, EditWeighing, type Weighing, type WeighingMethod } from '@steading/contract/production/weighings'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { futureProblems, messagesOf, nowToMinute, requiredProblem } from '../animalMovements/index.ts'

/** Whether animals are weighed one by one, or together. */
export const WEIGHED_AS = ['SINGLE', 'TOGETHER'] as const
export type WeighedAs = (typeof WEIGHED_AS)[number]

/** A weighing in its form; weights in kg. */
export interface WeighingFormValues {
  batchId: string | null
  timestamp: string | null
  weighedAs: WeighedAs
  weights: readonly number[]
  number: number | undefined
  totalWeight: number | undefined
  method: WeighingMethod
  notes: string
}

export const emptyValues = (batchId: string | null, now: number): WeighingFormValues => ({
  batchId,
  timestamp: nowToMinute(now),
  weighedAs: 'SINGLE',
  weights: [],
  number: undefined,
  totalWeight: undefined,
  method: 'MANUAL',
  notes: '',
})

/** The next of several that are entered together: batch, time and way of weighing stay. */
export const nextValues = ({ batchId, timestamp, weighedAs, method }: WeighingFormValues, now: number): WeighingFormValues => ({
  ...emptyValues(batchId, now),
  timestamp,
  weighedAs,
  method,
})

export const valuesOf = (weighing: Weighing): WeighingFormValues => ({
  batchId: weighing.batch.id,
  timestamp: weighing.timestamp,
  weighedAs: weighing.weights ? 'SINGLE' : 'TOGETHER',
  weights: weighing.weights ?? [],
  number: weighing.weights ? undefined : weighing.number,
  totalWeight: weighing.weights ? undefined : weighing.totalWeight,
  method: weighing.method,
  notes: weighing.notes,
})

const enteredFields = ({ timestamp, weighedAs, weights, number, totalWeight, method, notes }: WeighingFormValues) => ({
  timestamp: timestamp ?? undefined,
  ...(weighedAs === 'SINGLE' ? { weights } : { number, totalWeight }),
  method,
  notes,
})

/** @throws ZodError where `validate` has messages */
export const toCreateRequest = (values: WeighingFormValues): z.output<typeof CreateWeighing> =>
  CreateWeighing.parse({ batchId: values.batchId ?? undefined, ...enteredFields(values) })

/** @throws ZodError where `validate` has messages */
export const toEditRequest = (values: WeighingFormValues, version: number): z.output<typeof EditWeighing> =>
  EditWeighing.parse({ ...enteredFields(values), version })

export const validate = (values: WeighingFormValues, now: number, t: Translate): Readonly<Record<string, string>> =>
  messagesOf(
    CreateWeighing,
    { batchId: values.batchId ?? undefined, ...enteredFields(values) },
    [
      ...(values.weighedAs === 'SINGLE' && values.weights.length === 0 ? [requiredProblem('weights')] : []),
      ...futureProblems('timestamp', values.timestamp, now),
    ],
    t,
  )

/** Refusals that concern one field. */
export const refusedAt = {
  PRODUCTION_BATCH_NOT_FOUND: 'batchId',
  TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE: 'timestamp',
  DESTINATION_BATCH_CLOSED: 'timestamp',
} as const
