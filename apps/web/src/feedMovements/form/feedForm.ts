import { CreateFeedMovement, EditFeedMovement, type FeedMovement } from '@steading/contract/production/feedMovements'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { futureProblems, messagesOf, nowToMinute, requiredProblem } from '../../animalMovements/index.ts'
import { type FeedKind, feedKindOf, feedPair } from '../feedKinds.ts'

/** A feed movement in its form, without its files; times as ISO UTC, weights in kg. */
export interface FeedValues {
  batchId: string | null
  kind: FeedKind
  /** The other batch of a transfer. */
  inverseBatchId: string | null
  timestamp: string | null
  typeDescription: string
  weight: number | undefined
  feedTypeId: string | null
  feedFactoryId: string | null
  pending: boolean
}
export interface FeedFormValues extends FeedValues {
  files: readonly File[]
  removed: readonly string[]
}

export const emptyFeed = (batchId: string | null, now: number): FeedValues => ({
  batchId,
  kind: 'BUY',
  inverseBatchId: null,
  timestamp: nowToMinute(now),
  typeDescription: '',
  weight: undefined,
  feedTypeId: null,
  feedFactoryId: null,
  pending: false,
})
export const emptyValues = (batchId: string | null, now: number): FeedFormValues => ({
  ...emptyFeed(batchId, now),
  files: [],
  removed: [],
})

/** The next of several that are entered together: batch, time, type and mill stay. */
export const nextFeed = ({ batchId, kind, timestamp, feedFactoryId }: FeedValues, now: number): FeedValues => ({
  ...emptyFeed(batchId, now),
  kind,
  timestamp,
  feedFactoryId,
})

export const valuesOf = (movement: FeedMovement): FeedFormValues => ({
  batchId: movement.batch?.id ?? null,
  kind: feedKindOf(movement),
  inverseBatchId: movement.inverseTransaction?.batchId ?? null,
  timestamp: movement.timestamp,
  typeDescription: movement.typeDescription,
  weight: movement.weight,
  feedTypeId: movement.feedType?.id ?? null,
  feedFactoryId: movement.feedFactory?.id ?? null,
  pending: movement.pending,
  files: [],
  removed: [],
})

/** What people enter; a transfer has no mill. */
const enteredFields = (values: FeedValues) => ({
  timestamp: values.timestamp ?? undefined,
  typeDescription: values.typeDescription,
  weight: values.weight,
  feedTypeId: values.feedTypeId ?? undefined,
  ...(values.kind === 'BUY' && values.feedFactoryId !== null && { feedFactoryId: values.feedFactoryId }),
  pending: values.pending,
})

const createFields = (values: FeedValues) => ({
  batchId: values.batchId ?? undefined,
  ...feedPair[values.kind],
  ...(values.kind !== 'BUY' && values.inverseBatchId !== null && { inverseBatchId: values.inverseBatchId }),
  ...enteredFields(values),
})

/** @throws ZodError where `validate` has messages */
export const toCreateRequest = (values: FeedValues): z.output<typeof CreateFeedMovement> =>
  CreateFeedMovement.parse(createFields(values))

/** @throws ZodError where `validate` has messages */
export const toEditRequest = (values: FeedFormValues, version: number): z.output<typeof EditFeedMovement> =>
  EditFeedMovement.parse({ ...enteredFields(values), removedAttachments: values.removed, version })

/** Fields of the request that the form shows as one. */
export const toFormField = (field: string): string => (field === 'action' || field === 'actionType' ? 'kind' : field)

/** Messages by field. `isNew`: batches are chosen; later they stay. */
export const validate = (values: FeedValues, isNew: boolean, now: number, t: Translate): Readonly<Record<string, string>> =>
  messagesOf(
    isNew ? CreateFeedMovement : EditFeedMovement,
    isNew ? createFields(values) : { ...enteredFields(values), version: 1 },
    [
      ...(isNew && values.kind !== 'BUY' && values.inverseBatchId === null ? [requiredProblem('inverseBatchId')] : []),
      ...(values.pending ? [] : futureProblems('timestamp', values.timestamp, now)),
    ],
    t,
    toFormField,
  )

/** Messages of several movements, by row. */
export const validateRows = (rows: readonly FeedValues[], now: number, t: Translate): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.flatMap((row, at) =>
      Object.entries(validate(row, true, now, t)).map(([field, message]) => [`rows.${at}.${field}`, message] as const),
    ),
  )

/** A field of the request of several movements, in the form. */
export const toRowField = (field: string): string => field.replace(/^movements\./, 'rows.')

/** Refusals that concern one field. */
export const refusedAt = {
  PRODUCTION_BATCH_NOT_FOUND: 'batchId',
  ACTION_TYPE_NOT_FOUND: 'kind',
  FEED_TYPE_NOT_FOUND: 'feedTypeId',
  FEED_FACTORY_NOT_FOUND: 'feedFactoryId',
  ORIGIN_BATCH_CLOSED: 'timestamp',
  DESTINATION_BATCH_CLOSED: 'timestamp',
  TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE: 'timestamp',
} as const
