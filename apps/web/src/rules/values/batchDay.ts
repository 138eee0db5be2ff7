import type { Batch } from '@steading/contract/production/batches'

/** The open batch of a house as a rule counts its age: on `dayOne`, YYYY-MM-DD, its animals are of age 0. */
export interface BatchDay {
  readonly code: string
  readonly dayOne: string
}

export const toBatchDay = ({ code, dayOne }: Pick<Batch, 'code' | 'dayOne'>): BatchDay => ({ code, dayOne })

/** Day one of a new cycle: that of the open batch; without a batch the first of the month. */
export const firstCycleDay = (batch: BatchDay | undefined, today: string): string => batch?.dayOne ?? `${today.slice(0, 7)}-01`

/** The age in days on a date, where day one is day 1. */
export const ageOnDate = (today: string, dayOne: string): number =>
  Math.round((Date.parse(today) - Date.parse(dayOne)) / 86_400_000) + 1
