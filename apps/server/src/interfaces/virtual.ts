import type { CategoryId } from '@steading/contract/categories'
import type { ProblemCode } from '@steading/contract/problem'
import type { Virtual } from '@steading/contract/virtual'
import { operationsOf, sourceProblem } from '@steading/contract/virtual-sources'
import type { Work } from '../platform/database/work.ts'
import { Failed, invalid } from '../platform/failures.ts'
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
 * @throws Failed that names all that does not fit
 */
export async function checkVirtual(work: Work, { terminalId, category, max, how }: VirtualWish) {
  const operations = operationsOf(category)
  if (operations.length === 0) throw invalid('category', 'type')
  if (!operations.includes(how.operation)) throw invalid('virtual.operation', 'type')
  const sources = new Map((await sourcesAt(work, terminalId, how.sourceIds)).map(one => [one.id, one]))
  const problemOf = (id: string, at: number): ProblemCode | undefined => {
    const source = sources.get(id)
    if (!source) return 'notASource'
    if (how.sourceIds.indexOf(id) !== at) return 'DUPLICATE_INTERFACE'
    const measured = { category: source.category as CategoryId, max: source.max } // safe: createInterface writes no other
    return sourceProblem({ category, max }, how.operation, measured)
  }
  const problems = how.sourceIds.flatMap((id, at) => {
    const code = problemOf(id, at)
    return code ? [{ field: `virtual.sourceIds.${at}`, code }] : []
  })
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
}
