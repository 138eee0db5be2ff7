import type { CategoryId } from '@steading/contract/categories'
import { round } from '@steading/rules/round'
import type { Spec } from './specs.ts'

/** Shown without decimals, their averages too. */
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

/** Readings travel with two decimals, some categories with none; shares of time that something was true with four. */
export function rounder({ dataType, category }: Pick<Spec, 'dataType' | 'category'>): (value: number) => number {
  const decimals = dataType === 'BOOLEAN' ? SHARE_DECIMALS : WHOLE.has(category.id) ? 0 : 2
  return value => round(value, decimals)
}
