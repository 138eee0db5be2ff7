import { kindOf } from '../devices/categories.ts'
import type { Cause } from './views.ts'
import type { Value } from '../devices/interfaces.ts'

/** Whether not the reading was compared but its distance from a reference; cards of old don't say so themselves. */
export const isRelative = (cause: Cause): boolean =>
  cause.relativeTo !== undefined || (kindOf(cause) === 'GAUGE' && cause.reading !== cause.value)

/** Whether the reading itself was compared: neither the growth of a counter nor a distance from what was ordered or should be. */
export const comparesReading = (cause: Cause): boolean =>
  (kindOf(cause) === 'GAUGE' || kindOf(cause) === 'STATE') && !isRelative(cause)

/** Command and feedback of a device that does not follow: the command is the feedback less the compared difference. */
export function feedbackOf(
  cause: Pick<Cause, 'category' | 'reading' | 'value'>,
): { ordered: Value; feedback: Value } | undefined {
  const { reading, value } = cause
  if (kindOf(cause) !== 'COMMAND' || typeof value !== 'number') return undefined
  if (typeof reading === 'number') return { ordered: reading - value, feedback: reading }
  return typeof reading === 'boolean' ? { ordered: Number(reading) !== value, feedback: reading } : undefined
}
