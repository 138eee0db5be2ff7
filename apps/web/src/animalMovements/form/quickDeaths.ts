import type { Batch } from '@steading/contract/production/batches'
import { dayOf, dayStart } from '../../ui/moment/zoned.ts'
import { nowToMinute } from '../common/validation.ts'
import { type AnimalFormValues, emptyValues } from './animalForm.ts'

/** Deaths as the quick form holds them. */
export interface QuickDeathValues {
  day: 'TODAY' | 'YESTERDAY'
  number: number | undefined
  deathReasonId: string | null
}

export const emptyDeaths: QuickDeathValues = { day: 'TODAY', number: undefined, deathReasonId: null }

const HALF_DAY = 12 * 3_600_000

/** Today means now. Yesterday means its noon in the zone of the house, but never before the batch opened. */
function deathTime(
  day: QuickDeathValues['day'],
  { timeZone, openDate }: Pick<Batch, 'timeZone' | 'openDate'>,
  now: number,
): string {
  const today = dayStart(dayOf(now, timeZone), timeZone)
  if (day === 'TODAY' || today === undefined) return nowToMinute(now)
  const noon = new Date(Date.parse(today) - HALF_DAY).toISOString()
  return noon < openDate && openDate < today ? openDate : noon
}

/** The movement that the quick form stands for. */
export const toDeathValues = (
  { day, number, deathReasonId }: QuickDeathValues,
  batch: Pick<Batch, 'id' | 'timeZone' | 'openDate'>,
  now: number,
): AnimalFormValues => ({
  ...emptyValues(batch.id, now),
  kind: 'DEATH',
  timestamp: deathTime(day, batch, now),
  number,
  deathReasonId,
})
