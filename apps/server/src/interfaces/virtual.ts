import type { CategoryId } from '@steading/contract/devices/categories'
import { check } from '@steading/contract/http/problem'
import type { ProblemCode } from '@steading/contract/http/problem'
import { Virtual } from '@steading/contract/devices/virtual'
import { operationsOf, sourceProblem } from '@steading/contract/devices/virtualSources'
import { z } from 'zod'
import { withUnseen } from '../entities/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../platform/failures.ts'
import type { InterfaceDetailsRow } from './interfaces.sql.ts'
import { sourcesAt } from './needs.sql.ts'

/** What a virtual interface is to be. */
export interface VirtualWish {
  readonly terminalId: string
  readonly category: CategoryId
  readonly max: number | null
  readonly how: Virtual
  /** Sources that the caller does not see, and that stay: each with its place. */
  readonly unseen?: ReadonlyMap<string, number>
}

/**
 * Figures that are measured, of one terminal; all in the unit of the result, unless they are scaled. Registers add up to a
 * register, and to nothing else.
 * @throws Failed that names all that does not fit
 */
export async function checkVirtual(work: UnitOfWork, { terminalId, category, max, how, unseen = new Map() }: VirtualWish) {
  const operations = operationsOf(category)
  if (operations.length === 0) throw invalid('category', 'type')
  if (!operations.includes(how.operation)) throw invalid('virtual.operation', 'type')
  const seen = how.sourceIds.filter(id => !unseen.has(id))
  const rows = [
    ...(await sourcesAt(work, terminalId, seen)),
    ...(await work.withSystemScope(systemWork => sourcesAt(systemWork, terminalId, [...unseen.keys()]))),
  ]
  const sources = new Map(rows.map(row => [row.id, row]))
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

/** The sources of an interface that the caller does not see, each with its place. */
export const unseenSources = ({ sourceIds, seenSourceIds }: Pick<InterfaceDetailsRow, 'sourceIds' | 'seenSourceIds'>) =>
  new Map(sourceIds.map((id, at) => [id, at] as const).filter(([id]) => !seenSourceIds.includes(id)))

const Whole = z.object({ virtual: Virtual })

/** What somebody wishes who does not see all of it. @throws Failed where it is not whole even so */
export function wholeVirtual(wish: Virtual, unseen: ReadonlyMap<string, number>): Virtual {
  const checked = check(Whole, { virtual: { ...wish, sourceIds: withUnseen(wish.sourceIds, unseen) } })
  if (!checked.ok) throw new Failed('INVALID_INPUT', checked.problems)
  return checked.value.virtual
}
