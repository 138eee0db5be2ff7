import type { CategoryId } from '@steading/contract/categories'
import type { Virtual } from '@steading/contract/virtual'
import { operationsOf, sourceProblem } from '@steading/contract/virtual-sources'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { sourcesAt } from './needs.sql.ts'

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
  const operations = operationsOf(category)
  if (operations.length === 0) throw invalid('category', 'type')
  if (!operations.includes(how.operation)) throw invalid('virtual.operation', 'type')
  const sources = new Map((await sourcesAt(work, terminalId, how.sourceIds)).map(one => [one.id, one]))
  for (const [at, id] of how.sourceIds.entries()) {
    const field = `virtual.sourceIds.${at}`
    const source = sources.get(id)
    if (!source) throw invalid(field, 'notFound')
    if (how.sourceIds.indexOf(id) !== at) throw invalid(field, 'DUPLICATE_INTERFACE')
    const measured = { category: source.category as CategoryId, max: source.max } // safe: createInterface writes no other
    const problem = sourceProblem({ category, max }, how.operation, measured)
    if (problem) throw invalid(field, problem)
  }
}
