import type { Batch } from '@steading/contract/batches'
import { dayOf } from '../ui/moment/zoned.ts'

/** The open batch of a house as a rule counts its age: `dayOne` is the day on which it came, YYYY-MM-DD by the rule's clock. */
export interface BatchDay {
  readonly code: string
  readonly dayOne: string
}

export const batchDayOf = (batch: Pick<Batch, 'code' | 'openDate'>, timeZone: string): BatchDay => ({
  code: batch.code,
  dayOne: dayOf(batch.openDate, timeZone),
})

/** Day one of a new cycle: that of the open batch; without a batch the first of the month. */
export const firstDay = (batch: BatchDay | undefined, today: string): string => batch?.dayOne ?? `${today.slice(0, 7)}-01`

/** The age in days on a date, where day one is day 1. */
export const ageOn = (today: string, dayOne: string): number =>
  Math.round((Date.parse(today) - Date.parse(dayOne)) / 86_400_000) + 1
