import { type AnimalMovement, CreateAnimalMovement, EditAnimalMovement } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import type { AgeUnit } from '@steading/contract/production/curves'
import { isPoultry } from '@steading/contract/production/species'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { isEntry, isTransfer, kindOf, kindPair, type MovementKind } from '../movementKinds.ts'
import { futureProblems, messagesOf, nowToMinute, requiredProblem } from '../common/validation.ts'

/** An animal movement in its form; times as ISO UTC, weights in kg. */
export interface AnimalFormValues {
  batchId: string | null
  kind: MovementKind | null
  /** The other batch of a transfer. */
  inverseBatchId: string | null
  timestamp: string | null
  typeDescription: string
  number: number | undefined
  weight: number | undefined
  /** In `ageUnit` days. */
  age: number | undefined
  ageUnit: AgeUnit
  pending: boolean
  deathReasonId: string | null
  files: readonly File[]
  removed: readonly string[]
}

export const emptyValues = (batchId: string | null, now: number): AnimalFormValues => ({
  batchId,
  kind: null,
  inverseBatchId: null,
  timestamp: nowToMinute(now),
  typeDescription: '',
  number: undefined,
  weight: undefined,
  age: undefined,
  ageUnit: 1,
  pending: false,
  deathReasonId: null,
  files: [],
  removed: [],
})

/** The next of several that are entered together: batch, time and type stay. */
export const nextValues = ({ batchId, kind, timestamp }: AnimalFormValues, now: number): AnimalFormValues => ({
  ...emptyValues(batchId, now),
  kind,
  timestamp,
})

export const valuesOf = (movement: AnimalMovement): AnimalFormValues => ({
  batchId: movement.batch.id,
  kind: kindOf(movement),
  inverseBatchId: movement.inverseTransaction?.batchId ?? null,
  timestamp: movement.timestamp,
  typeDescription: movement.typeDescription,
  number: movement.number,
  weight: movement.weight ?? undefined,
  age: movement.age,
  ageUnit: 1,
  pending: movement.pending,
  deathReasonId: movement.deathReason?.id ?? null,
  files: [],
  removed: [],
})

/** What people enter, without what does not belong to the kind. */
const enteredFields = (values: AnimalFormValues) => ({
  timestamp: values.timestamp ?? undefined,
  typeDescription: values.typeDescription,
  number: values.number,
  ...(values.weight !== undefined && { weight: values.weight }),
  ...(isEntry(values.kind) && values.age !== undefined && { age: values.age, ageUnit: values.ageUnit }),
  pending: values.pending,
  ...(values.kind === 'DEATH' && values.deathReasonId !== null && { deathReasonId: values.deathReasonId }),
})

const createFields = (values: AnimalFormValues) => ({
  batchId: values.batchId ?? undefined,
  ...(values.kind && kindPair[values.kind]),
  ...(isTransfer(values.kind) && values.inverseBatchId !== null && { inverseBatchId: values.inverseBatchId }),
  ...enteredFields(values),
})

/** @throws ZodError where `validate` has messages */
export const toCreateRequest = (values: AnimalFormValues): z.output<typeof CreateAnimalMovement> =>
  CreateAnimalMovement.parse(createFields(values))

/** @throws ZodError where `validate` has messages */
export const toEditRequest = (values: AnimalFormValues, version: number): z.output<typeof EditAnimalMovement> =>
  EditAnimalMovement.parse({ ...enteredFields(values), removedAttachments: values.removed, version })

/** The request that confirms a pending movement and changes nothing else. */
export const toConfirmRequest = (movement: AnimalMovement): z.output<typeof EditAnimalMovement> =>
  toEditRequest({ ...valuesOf(movement), pending: false }, movement.version)

/** Fields of the request that the form shows as one. */
export const toFormField = (field: string): string => (field === 'action' || field === 'actionType' ? 'kind' : field)

/** Do the animals open this batch, other than as birds, which come as chicks? Then nothing tells their age. */
export const opensWithoutAge = (kind: MovementKind | null, batch: Pick<Batch, 'batchAge' | 'species'> | undefined): boolean =>
  kind === 'EXTERNAL_ENTRY' && batch?.batchAge === null && !isPoultry(batch.species.value)

/** Messages by field. `isNew`: the other batch of a transfer is chosen; later it stays. `needsAge`: see `opensWithoutAge`. */
export const validate = (
  values: AnimalFormValues,
  { isNew, needsAge = false }: { readonly isNew: boolean; readonly needsAge?: boolean },
  now: number,
  t: Translate,
): Readonly<Record<string, string>> =>
  messagesOf(
    CreateAnimalMovement,
    createFields(values),
    [
      ...(values.kind !== null && values.kind !== 'DEATH' && values.weight === undefined ? [requiredProblem('weight')] : []),
      ...(needsAge && values.age === undefined ? [requiredProblem('age')] : []),
      ...(isNew && isTransfer(values.kind) && values.inverseBatchId === null ? [requiredProblem('inverseBatchId')] : []),
      ...(values.pending ? [] : futureProblems('timestamp', values.timestamp, now)),
    ],
    t,
    toFormField,
  )

/** Refusals that concern one field. */
export const refusedAt = {
  PRODUCTION_BATCH_NOT_FOUND: 'batchId',
  ACTION_TYPE_NOT_FOUND: 'kind',
  DEATH_CAUSE_NOT_FOUND: 'deathReasonId',
  ORIGIN_BATCH_CLOSED: 'timestamp',
  DESTINATION_BATCH_CLOSED: 'timestamp',
  TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS: 'number',
  TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE: 'timestamp',
  EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION: 'timestamp',
  WITHDRAWAL_PERIOD_NOT_OVER: 'timestamp',
} as const
