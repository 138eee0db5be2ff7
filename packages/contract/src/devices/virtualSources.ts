import { CATEGORIES } from './categories.ts'
import type { CategoryId } from './categories.ts'
import { unitOf } from './interfaceShapes.ts'
import { VIRTUAL_OPERATIONS } from './virtual.ts'
import type { Virtual } from './virtual.ts'

export type Operation = Virtual['operation']

/** What an interface measures: its category, and the range that tells scales of poultry from others. */
export interface Measured {
  readonly category: CategoryId
  readonly max: number | null
}

const ADDS: ReadonlySet<Operation> = new Set(['SUM', 'DIFF', 'SCALE'])

/** How a virtual interface of this category may be computed; none where it cannot be. Registers only add up. */
export function operationsOf(category: CategoryId): readonly Operation[] {
  const { direction, min, vectorMean, kind } = CATEGORIES[category]
  if (direction !== 'IN' || min === null || vectorMean) return []
  return kind === 'COUNTER' ? VIRTUAL_OPERATIONS.filter(one => ADDS.has(one)) : VIRTUAL_OPERATIONS
}

/** Why a virtual interface cannot be computed of this source; undefined: it can. Units are the same, unless they are scaled. */
export function sourceProblem(virtual: Measured, operation: Operation, source: Measured) {
  const { min, vectorMean, kind } = CATEGORIES[source.category]
  if (min === null) return 'SENSOR_NOT_NUMERIC'
  const sameUnit = unitOf(source.category, source.max)?.key === unitOf(virtual.category, virtual.max)?.key
  const sameKind = (kind === 'COUNTER') === (CATEGORIES[virtual.category].kind === 'COUNTER')
  return vectorMean || !sameKind || (operation !== 'SCALE' && !sameUnit) ? 'VALUE_NOT_COMPARABLE' : undefined
}
