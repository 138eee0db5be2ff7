import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import { OPERATIONS, RESOLUTIONS, type Resolution } from '@steading/contract/devices/readings'
import { duration, number } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { valueWords } from '../words.ts'

export type Operation = (typeof OPERATIONS)[number]
type AggregatedInterface = Pick<Interface, 'category' | 'decimals' | 'unit' | 'terminalInterfaceDataType'>

const operationKeys = {
  AVERAGE: 'virtual.avg',
  SUM: 'virtual.sum',
  MIN: 'virtual.min',
  MAX: 'virtual.max',
} as const satisfies Record<Operation, TextKey>
export const operationName = (operation: Operation, t: Translate): string => t(operationKeys[operation])

const resolutionKeys = {
  RAW: 'history.all',
  FIVE_MIN: 'reading.fiveMinutes',
  HOUR: 'reading.hour',
  DAY: 'reading.day',
} as const satisfies Record<Resolution, TextKey>
export const resolutionName = (resolution: Resolution, t: Translate): string => t(resolutionKeys[resolution])

/** Texts have readings, and nothing else. */
export const resolutionsOf = ({ terminalInterfaceDataType }: AggregatedInterface): readonly Resolution[] =>
  terminalInterfaceDataType === 'STRING' ? ['RAW'] : RESOLUTIONS

/** What can be asked of several readings: a counter has a sum, a direction a mean, anything else all four. */
export function operationsOf({ category }: AggregatedInterface): readonly [Operation, ...Operation[]] {
  if (CATEGORIES[category].kind === 'COUNTER') return ['SUM']
  return CATEGORIES[category].vectorMean ? ['AVERAGE'] : OPERATIONS
}

/** The operation that applies: the one chosen, if the interface has it. */
export function operationFor(iface: AggregatedInterface, chosen: Operation | undefined): Operation {
  const known = operationsOf(iface)
  return known.find(value => value === chosen) ?? known[0]
}

/**
 * A value of several readings in words. A boolean is 0 or 1: its mean is the share of time true in percent, its sum the time true.
 */
export function aggregateWords(iface: AggregatedInterface, value: number, operation: Operation, t: Translate): string {
  if (iface.terminalInterfaceDataType !== 'BOOLEAN') return valueWords(iface, value, t)
  if (operation === 'AVERAGE') return `${number(value * 100, t, 0)}\u00a0%`
  return operation === 'SUM' ? duration(value, t) : valueWords(iface, value === 1, t)
}
