import { CATEGORIES } from '@steading/contract/categories'
import type { CategoryId } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { interfacesByIds } from './interfaces.sql.ts'
import { outputAt } from './needs.sql.ts'

/** What can be set of an interface and must fit its category. */
export interface Settings {
  readonly category: CategoryId
  readonly factor: number
  readonly offset: number
  readonly min: number | null
  readonly max: number | null
  readonly safeValue: number | null
  readonly modulus: number | null
  readonly maxRate: number | null
}

/** The range that an interface has until somebody narrows it. Scales of poultry have their own. */
export const rangeOf = (category: CategoryId, poultry: boolean) =>
  (poultry && CATEGORIES[category].poultry) || CATEGORIES[category]

/** How often an interval belongs to the history, where nobody says so. */
export const usualSeconds = (category: CategoryId) => {
  const { history } = CATEGORIES[category]
  return history.mode === 'TIME_INTERVAL' ? history.seconds : 300
}

/** @throws Failed that names the first field which its category does not have, or which is out of its bounds */
export function checkSettings(of: Settings) {
  const { kind, dataType, direction, min: usual, poultry } = CATEGORIES[of.category]
  const isNumber = usual !== null
  for (const field of ['modulus', 'maxRate'] as const)
    if (of[field] !== null && kind !== 'COUNTER') throw invalid(field, 'unknownField')
  for (const field of ['min', 'max'] as const) if (of[field] !== null && !isNumber) throw invalid(field, 'unknownField')
  if (!isNumber && of.factor !== 1) throw invalid('factor', 'unknownField')
  if (!isNumber && of.offset !== 0) throw invalid('offset', 'unknownField')
  if (of.min !== null && of.max !== null && of.min >= of.max) throw invalid('max', 'tooSmall', { min: of.min })
  // Whether it weighs in grams is told by its range.
  if (poultry && ![CATEGORIES[of.category].max, poultry.max].includes(of.max)) throw invalid('max', 'unknownField')
  if (of.safeValue === null) return
  if (direction === 'IN') throw invalid('safeValue', 'unknownField')
  if (dataType === 'BOOLEAN' && of.safeValue !== 0 && of.safeValue !== 1)
    throw invalid('safeValue', 'notOneOf', { options: '0, 1' })
  if (of.min !== null && of.safeValue < of.min) throw invalid('safeValue', 'tooSmall', { min: of.min })
  if (of.max !== null && of.safeValue > of.max) throw invalid('safeValue', 'tooBig', { max: of.max })
}

/** Two rules, each the only one of its output, would switch one device. @throws Failed that names the other output, if one sees it */
export async function checkAddress(work: Work, terminalId: string, address: string) {
  const other = await work.beyond(whole => outputAt(whole, terminalId, address))
  if (!other) return
  const isSeen = (await interfacesByIds(work, [other.id])).length > 0
  throw isSeen ? invalid('address', 'addressInUse', { name: other.displayName }) : invalid('address', 'addressTaken')
}

/** @throws Failed if an interval is given where the history has none */
export function checkHistory(history: Interface['historyConfiguration'], seconds: number | undefined) {
  if (seconds !== undefined && history !== 'TIME_INTERVAL') throw invalid('historySeconds', 'unknownField')
}
