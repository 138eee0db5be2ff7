import type { Batch } from '@steading/contract/production/batches'
import { dayOf, dayStart, unwall } from '../../ui/moment/zoned.ts'
import { nowToMinute } from '../common/validation.ts'
import type { MovementKind } from '../movementKinds.ts'

type BatchTimes = Pick<Batch, 'timeZone' | 'openDate' | 'firstEntry'>

const noonOf = (day: string, zone: string): string => new Date(unwall(Date.parse(`${day}T12:00:00Z`), zone)).toISOString()

/**
 * Noon of the day in the zone of the house, moved into the time from the first entry, or the opening, to now. Source: pitfalls, 6.
 */
export function deathTime(day: 'TODAY' | 'YESTERDAY', { timeZone, openDate, firstEntry }: BatchTimes, now: number): string {
  const today = dayStart(dayOf(now, timeZone), timeZone)
  if (today === undefined) return nowToMinute(now)
  const isToday = day === 'TODAY'
  const noon = noonOf(dayOf(isToday ? now : Date.parse(today) - 1, timeZone), timeZone)
  const first = firstEntry ?? openDate
  // Animals that came today cannot have died yesterday: the server says so.
  if (!isToday && first >= today) return noon
  const latest = [noon, nowToMinute(now)].toSorted()[0]!
  return [first, latest].toSorted()[1]!
}

/** The time of a new movement until somebody types one: of deaths the one of the day, of others now. */
export const usualTime = (kind: MovementKind | null, batch: BatchTimes | undefined, now: number): string =>
  kind === 'DEATH' && batch ? deathTime('TODAY', batch, now) : nowToMinute(now)
