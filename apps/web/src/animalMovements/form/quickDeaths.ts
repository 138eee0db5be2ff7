import type { Batch } from '@steading/contract/production/batches'
import { type AnimalFormValues, emptyValues } from './animalForm.ts'
import { deathTime } from './movementTime.ts'

/** Deaths as the quick form holds them. */
export interface QuickDeathValues {
  day: 'TODAY' | 'YESTERDAY'
  number: number | undefined
  deathReasonId: string | null
}

export const emptyDeaths: QuickDeathValues = { day: 'TODAY', number: undefined, deathReasonId: null }

/** The movement that the quick form stands for. */
export const toDeathValues = (
  { day, number, deathReasonId }: QuickDeathValues,
  batch: Pick<Batch, 'id' | 'timeZone' | 'openDate' | 'firstEntry'>,
  now: number,
): AnimalFormValues => ({
  ...emptyValues(batch.id, now),
  kind: 'DEATH',
  timestamp: deathTime(day, batch, now),
  number,
  deathReasonId,
})
