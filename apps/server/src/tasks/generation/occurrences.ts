import type { TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import { DateTime } from 'luxon'
import { dateOfDay, localDayIn, midnightOf } from '../../platform/time/localDay.ts'

/** A due trigger. `date`: its local day, of which there is one occurrence at most. */
export interface Occurrence {
  readonly date: string
  /** UTC ms */
  readonly at: number
}

/** Instants (UTC ms); `after` is outside, `until` inside. */
export interface Period {
  readonly after: number
  readonly until: number
}

/** Times of a batch, UTC ms; closeAt and closedAt null: it is open. */
export interface BatchDates {
  readonly openAt: number
  readonly closeAt: number | null
  /** When the closing was entered, which may be long after closeAt. */
  readonly closedAt: number | null
}

const dateText = (day: number) => dateOfDay(day).toISOString().slice(0, 10)
const isWithin = (at: number, { after, until }: Period) => after < at && at <= until
/** 1 is Monday; day 0 of the calendar, 1970-01-01, was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

/**
 * The instant (UTC ms) of a wall-clock time on a calendar day of a zone. A time that the clock change skips is the instant that
 * much later; of a time that occurs twice it is one of the two, always the same.
 */
function instantOf(zone: string, day: number, time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return DateTime.fromMillis(dateOfDay(day).getTime() + (hour! * 60 + minute!) * 60_000, { zone: 'utc' }) // safe: the contract checked the time
    .setZone(zone, { keepLocalTime: true })
    .toMillis()
}

/** Occurrences of a weekly trigger within a period, oldest first. */
export function weeklyOccurrences(
  { weekdays, time }: Pick<Extract<TaskTrigger, { type: 'WEEKLY' }>, 'weekdays' | 'time'>,
  timeZone: string,
  period: Period,
): Occurrence[] {
  const dayOf = localDayIn(timeZone)
  const occurrences: Occurrence[] = []
  for (let day = dayOf(period.after) - 1; day <= dayOf(period.until) + 1; day++) {
    if (!weekdays.includes(weekdayOf(day))) continue
    const at = instantOf(timeZone, day, time)
    if (isWithin(at, period)) occurrences.push({ date: dateText(day), at })
  }
  return occurrences
}

/**
 * The occurrence of a trigger of batches within a period. A day of a batch begins at midnight, day 0 with the opening. A closing
 * is due when it is entered, whatever its date, and stays one occurrence if its date is corrected.
 */
export function batchOccurrence(
  trigger: Extract<TaskTrigger, { type: 'BATCH_DAY' | 'BATCH_CLOSE' }>,
  timeZone: string,
  { openAt, closeAt, closedAt }: BatchDates,
  period: Period,
): Occurrence | null {
  const dayOf = localDayIn(timeZone)
  if (trigger.type === 'BATCH_CLOSE')
    return closeAt !== null && closedAt !== null && isWithin(closedAt, period)
      ? { date: dateText(dayOf(closedAt)), at: closeAt }
      : null
  const day = dayOf(openAt) + trigger.day
  const at = Math.max(midnightOf(timeZone, day), openAt)
  const isOpen = closeAt === null || at < closeAt
  return isOpen && isWithin(at, period) ? { date: dateText(day), at } : null
}
