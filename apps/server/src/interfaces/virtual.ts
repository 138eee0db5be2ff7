import { CATEGORIES } from '@steading/contract/categories'
import type { CategoryId } from '@steading/contract/categories'
import { unitOf } from '@steading/contract/interfaces'
import type { Virtual } from '@steading/contract/virtual'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { sourcesAt } from './needs.sql.ts'

const ADDS: ReadonlySet<Virtual['operation']> = new Set(['SUM', 'DIFF', 'SCALE'])

/** What a virtual interface is to be. */
export interface VirtualWish {
  readonly terminalId: string
  readonly category: CategoryId
  readonly max: number | null
  readonly how: Virtual
}

/**
 * Figures that are measured, of one terminal; all in the unit of the result, unless they are scaled. Registers add up to a
 * register, and to nothing else.
 * @throws Failed that names what does not fit
 */
export async function checkVirtual(work: Work, { terminalId, category, max, how }: VirtualWish) {
  const { direction, min, vectorMean, kind } = CATEGORIES[category]
  if (direction !== 'IN' || min === null || vectorMean) throw invalid('category', 'type')
  const isRegister = kind === 'COUNTER'
  if (isRegister && !ADDS.has(how.operation)) throw invalid('virtual.operation', 'type')
  const sources = new Map((await sourcesAt(work, terminalId, how.sourceIds)).map(one => [one.id, one]))
  for (const [at, id] of how.sourceIds.entries()) {
    const field = `virtual.sourceIds.${at}`
    const source = sources.get(id)
    if (!source) throw invalid(field, 'notFound')
    if (how.sourceIds.indexOf(id) !== at) throw invalid(field, 'DUPLICATE_INTERFACE')
    const of = CATEGORIES[source.category as CategoryId] // safe: createInterface writes no other
    if (of.min === null) throw invalid(field, 'SENSOR_NOT_NUMERIC')
    const sameUnit = unitOf(of.id, source.max)?.key === unitOf(category, max)?.key
    if (of.vectorMean || (of.kind === 'COUNTER') !== isRegister || (how.operation !== 'SCALE' && !sameUnit))
      throw invalid(field, 'VALUE_NOT_COMPARABLE')
  }
}
