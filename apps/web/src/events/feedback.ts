import type { Cause } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import { kindOf } from '@steading/contract/categories'

/** Of a device that does not follow: what it was told, which is what it said less the difference that was compared. */
export function feedbackOf(cause: Pick<Cause, 'category' | 'reading' | 'value'>): { ordered: Value; said: Value } | undefined {
  const { reading, value } = cause
  if (kindOf(cause) !== 'COMMAND' || typeof value !== 'number') return undefined
  if (typeof reading === 'number') return { ordered: reading - value, said: reading }
  return typeof reading === 'boolean' ? { ordered: Number(reading) !== value, said: reading } : undefined
}
