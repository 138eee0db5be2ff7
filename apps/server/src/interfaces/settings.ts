import { CATEGORIES } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
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
  readonly capacity: number | null
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
export function checkSettings(settings: Settings) {
  const { kind, dataType, direction, min: usual, poultry } = CATEGORIES[settings.category]
  const isNumber = usual !== null
  for (const field of ['modulus', 'maxRate'] as const)
    if (settings[field] !== null && kind !== 'COUNTER') throw invalid(field, 'unknownField')
  if (settings.capacity !== null && settings.category !== 'SILO_WEIGHT') throw invalid('capacity', 'unknownField')
  for (const field of ['min', 'max'] as const) if (settings[field] !== null && !isNumber) throw invalid(field, 'unknownField')
  if (!isNumber && settings.factor !== 1) throw invalid('factor', 'unknownField')
  if (!isNumber && settings.offset !== 0) throw invalid('offset', 'unknownField')
  if (settings.min !== null && settings.max !== null && settings.min >= settings.max) throw invalid('max', 'rangeEmpty')
  // Whether it weighs in grams is told by its range.
  if (poultry && ![CATEGORIES[settings.category].max, poultry.max].includes(settings.max)) throw invalid('max', 'unknownField')
  if (settings.safeValue === null) return
  if (direction === 'IN') throw invalid('safeValue', 'unknownField')
  if (dataType === 'BOOLEAN' && settings.safeValue !== 0 && settings.safeValue !== 1)
    throw invalid('safeValue', 'notOneOf', { options: '0, 1' })
  if (settings.min !== null && settings.safeValue < settings.min) throw invalid('safeValue', 'tooSmall', { min: settings.min })
  if (settings.max !== null && settings.safeValue > settings.max) throw invalid('safeValue', 'tooBig', { max: settings.max })
}

/** Two rules, each the only one of its output, would switch one device. @throws Failed that names the other output, if one sees it */
export async function checkAddress(work: UnitOfWork, terminalId: string, address: string) {
  const other = await work.withSystemScope(systemWork => outputAt(systemWork, terminalId, address))
  if (!other) return
  const isSeen = (await interfacesByIds(work, [other.id])).length > 0
  throw isSeen ? invalid('address', 'addressInUse', { name: other.displayName }) : invalid('address', 'addressTaken')
}

/** @throws Failed if an interval is given where the history has none */
export function checkHistory(history: Interface['historyConfiguration'], seconds: number | undefined) {
  if (seconds !== undefined && history !== 'TIME_INTERVAL') throw invalid('historySeconds', 'unknownField')
}
