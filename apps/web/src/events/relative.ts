import { kindOf } from '@steading/contract/categories'
import type { Cause } from '@steading/contract/events'

/** Whether not the reading was compared but its distance from a reference; cards of old don't say so themselves. */
export const isRelative = (cause: Cause): boolean =>
  cause.relativeTo !== undefined || (kindOf(cause) === 'GAUGE' && cause.reading !== cause.value)
