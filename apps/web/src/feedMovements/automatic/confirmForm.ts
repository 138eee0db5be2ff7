import { type FeedMovement, feedMovements } from '@steading/contract/production/feedMovements'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { messagesOf, requiredProblem } from '../../animalMovements/index.ts'

/** What a delivery was, as its dialog holds it; the weight in kg by the delivery note. */
export interface ConfirmValues {
  feedTypeId: string | null
  feedFactoryId: string | null
  weight: number | undefined
  batchId: string | null
}

const schema = feedMovements.confirmAutomatic.body

export const confirmValuesOf = ({ feedType, feedFactory }: FeedMovement): ConfirmValues => ({
  feedTypeId: feedType?.id ?? null,
  feedFactoryId: feedFactory?.id ?? null,
  weight: undefined,
  batchId: null,
})

const confirmFields = (values: ConfirmValues, movement: FeedMovement) => ({
  feedTypeId: values.feedTypeId ?? undefined,
  ...(values.feedFactoryId !== null && { feedFactoryId: values.feedFactoryId }),
  ...(values.weight !== undefined && { weight: values.weight }),
  ...(movement.batch === null && values.batchId !== null && { batchId: values.batchId }),
  version: movement.version,
})

/** @throws ZodError where `validate` has messages */
export const toConfirmRequest = (values: ConfirmValues, movement: FeedMovement): z.output<typeof schema> =>
  schema.parse(confirmFields(values, movement))

/** Messages by field; a delivery counts for a batch. */
export const validate = (values: ConfirmValues, movement: FeedMovement, t: Translate): Readonly<Record<string, string>> =>
  messagesOf(
    schema,
    confirmFields(values, movement),
    movement.batch === null && values.batchId === null ? [requiredProblem('batchId')] : [],
    t,
  )
