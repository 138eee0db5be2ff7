import type { Severity } from '@steading/contract/events'

export interface Telling {
  /** The shortest time between two of a channel, s; 0: each is sent. */
  readonly recurrence: number
  /** Steps up the list of people. */
  readonly escalation: number
  readonly severity: Severity
  /** Of the occurrence, ms. */
  readonly at: number
}

/**
 * Whom a channel does not disturb again so soon. `told`: when it last told whom of the event, ms. Up the list of people only those
 * are spared who were told themselves, and of what is CRITICAL nobody: it never falls silent.
 */
export function sparedBy<Who>(
  { recurrence, escalation, severity, at }: Telling,
  told: ReadonlyMap<Who, number>,
): (who: Who) => boolean {
  if (recurrence === 0 || (escalation > 0 && severity === 'CRITICAL')) return () => false
  const isRecent = (last = -Infinity) => last > at - recurrence * 1000
  const isAny = [...told.values()].some(last => isRecent(last))
  return who => (escalation > 0 ? isRecent(told.get(who)) : isAny)
}
