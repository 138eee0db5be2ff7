import type { RuleLine } from '@steading/contract/rulebody'
import type { EventState } from './event.ts'
import { AT_ONCE } from './line.ts'
import type { Line } from './line.ts'
import { duration, NEVER } from './time.ts'

/** How often a line tells people of an open event: once, then each repetition time until its limit. */

/** The limit silences a line, but not a critical one: that goes on up the escalation list. */
const silenced = (of: RuleLine, count: number, critical: boolean): boolean =>
  of.notificationLimit !== 0 && count >= of.notificationLimit && !critical

/** The line begins to hold in an open event, or goes on in a reopened one; never sooner than its repetition time. */
export const schedule = (line: Line, of: RuleLine, critical: boolean): void => {
  const repetition = duration(of.repetitionTime)
  if (line.count > 0 && silenced(of, line.count, critical)) line.due = NEVER
  else line.due = line.count === 0 || repetition === 0 ? AT_ONCE : line.sent + repetition
}

/** Other settings are in force: they count from the last notification; a line that was never told of is told of. */
export const reschedule = (line: Line, of: RuleLine, critical: boolean): void => {
  const repetition = duration(of.repetitionTime)
  if (line.count === 0) line.due = AT_ONCE
  else line.due = repetition === 0 || silenced(of, line.count, critical) ? NEVER : line.sent + repetition
}

/** An unknown value holds repetitions back: overdue, they come with the next good reading. */
export const mayTell = (line: Line): boolean => line.due !== NEVER && (line.raw !== 'UNKNOWN' || line.count === 0)

/** Counts a notification at `ts`. Answers whether it was the last. */
export const tell = (line: Line, of: RuleLine, event: EventState, ts: number, critical: boolean): boolean => {
  const repetition = duration(of.repetitionTime)
  line.count++
  line.sent = ts
  if (of.notificationLimit !== 0) event.escalation = Math.max(event.escalation, line.count - of.notificationLimit)
  const last = silenced(of, line.count, critical)
  line.due = repetition === 0 || last ? NEVER : ts + repetition
  return last
}

/** A new event counts from the start. */
export const forgetNotifications = (line: Line): void => {
  line.count = 0
  line.sent = NEVER
  line.due = NEVER
}
