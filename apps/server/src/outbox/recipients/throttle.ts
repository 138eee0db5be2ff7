import type { Severity } from '@steading/contract/events/events'

export interface ThrottleInput {
  /** Shortest interval between two messages of a channel, s; 0: not throttled. */
  readonly recurrence: number
  /** Escalation level. */
  readonly escalation: number
  readonly severity: Severity
  /** Time of the occurrence, ms. */
  readonly at: number
}

/**
 * Is a recipient throttled on a channel? `told`: time of the last message about the event, by recipient, ms. At level 0 a recent
 * message to anybody throttles all; at a higher level only those who received one, and none of a CRITICAL event.
 */
export function createThrottle<Who>(
  { recurrence, escalation, severity, at }: ThrottleInput,
  lastNotified: ReadonlyMap<Who, number>,
): (who: Who) => boolean {
  if (recurrence === 0 || (escalation > 0 && severity === 'CRITICAL')) return () => false
  const isRecent = (last = -Infinity) => last > at - recurrence * 1000
  const isAny = [...lastNotified.values()].some(last => isRecent(last))
  return who => (escalation > 0 ? isRecent(lastNotified.get(who)) : isAny)
}
