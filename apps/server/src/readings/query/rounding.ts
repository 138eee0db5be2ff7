import type { CategoryId } from '@steading/contract/devices/categories'
import { round, roundDirection } from '@steading/contract/round'
import type { Spec } from '../spec.ts'

/** Categories shown without decimals, averages included. */
const WHOLE: ReadonlySet<string> = new Set<CategoryId>([
  'PERCENTAGE',
  'VENTILATION_CONTROL',
  'HEATING_CONTROL',
  'ILLUMINATION_CONTROL',
  'WINDOW_CONTROL',
  'LANTERN_CONTROL',
])
/** A share of time, between 0 and 1. */
const SHARE_DECIMALS = 4

/**
 * Readings have two decimals, some categories none; shares of time during which a state was true have four. Directions stay within
 * a full turn.
 */
export function rounder({ dataType, category }: Pick<Spec, 'dataType' | 'category'>): (value: number) => number {
  const decimals = dataType === 'BOOLEAN' ? SHARE_DECIMALS : WHOLE.has(category.id) ? 0 : 2
  return category.vectorMean ? value => roundDirection(value, decimals) : value => round(value, decimals)
}
