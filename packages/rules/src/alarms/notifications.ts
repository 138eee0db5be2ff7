import type { RuleLine } from '@steading/contract/rules/body'
import type { EventState } from './event.ts'
import { AT_ONCE } from './line.ts'
import type { Line } from './line.ts'
import { duration, NEVER } from '../values/time.ts'

/** Notifications of a line in an open event: once, then at each repetition time until the limit. */

/** The limit ends the notifications of a line. A critical line escalates instead. */
const isLimitReached = (settings: RuleLine, count: number, critical: boolean): boolean =>
  settings.notificationLimit !== 0 && count >= settings.notificationLimit && !critical

/** Schedules the next notification of a line that becomes active, no sooner than its repetition time. */
export const scheduleNotification = (line: Line, settings: RuleLine, critical: boolean): void => {
  const repetition = duration(settings.repetitionTime)
  if (line.count > 0 && isLimitReached(settings, line.count, critical)) line.due = NEVER
  else line.due = line.count === 0 || repetition === 0 ? AT_ONCE : line.sent + repetition
}

/** Reschedules under changed settings, from the last notification on. A line without one is due at once. */
export const rescheduleNotification = (line: Line, settings: RuleLine, critical: boolean): void => {
  const repetition = duration(settings.repetitionTime)
  if (line.count === 0) line.due = AT_ONCE
  else line.due = repetition === 0 || isLimitReached(settings, line.count, critical) ? NEVER : line.sent + repetition
}

/** An unknown value defers repetitions: overdue ones are sent with the next good reading. */
export const mayNotify = (line: Line): boolean => line.due !== NEVER && (line.raw !== 'UNKNOWN' || line.count === 0)

/** Counts a notification at `ts`. Returns whether it was the last. */
export const countNotification = (line: Line, settings: RuleLine, event: EventState, ts: number, critical: boolean): boolean => {
  const repetition = duration(settings.repetitionTime)
  line.count++
  line.sent = ts
  if (settings.notificationLimit !== 0) event.escalation = Math.max(event.escalation, line.count - settings.notificationLimit)
  const last = isLimitReached(settings, line.count, critical)
  line.due = repetition === 0 || last ? NEVER : ts + repetition
  return last
}

/** Resets the count for a new event. */
export const resetNotifications = (line: Line): void => {
  line.count = 0
  line.sent = NEVER
  line.due = NEVER
}
