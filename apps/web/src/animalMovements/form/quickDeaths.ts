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

/** Noon of the day in the zone of the house, moved into the time from the first entry, or the opening, to now. */
function deathTime(
  day: QuickDeathValues['day'],
  { timeZone, openDate, firstEntry }: Pick<Batch, 'timeZone' | 'openDate' | 'firstEntry'>,
  now: number,
): string {
  const today = dayStart(dayOf(now, timeZone), timeZone)
  if (today === undefined) return nowToMinute(now)
  const isToday = day === 'TODAY'
  const noon = new Date(Date.parse(today) + (isToday ? HALF_DAY : -HALF_DAY)).toISOString()
  const first = firstEntry ?? openDate
  // Animals that came today cannot have died yesterday: the server says so.
  if (!isToday && first >= today) return noon
  const latest = [noon, nowToMinute(now)].toSorted()[0]!
  return [first, latest].toSorted()[1]!
}

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
