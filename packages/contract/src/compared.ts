import { kindOf } from './categories.ts'
import type { Cause } from './event-views.ts'

/** Whether not the reading was compared but its distance from a reference; cards of old don't say so themselves. */
export const isRelative = (cause: Cause): boolean =>
  cause.relativeTo !== undefined || (kindOf(cause) === 'GAUGE' && cause.reading !== cause.value)

/** Whether the reading itself was compared: neither the growth of a counter nor a distance from what was ordered or should be. */
export const comparesReading = (cause: Cause): boolean =>
  (kindOf(cause) === 'GAUGE' || kindOf(cause) === 'STATE') && !isRelative(cause)
