import { CATEGORIES, type CategoryId, isCategory, kindOf, labelKeys } from '@steading/contract/devices/categories'
import { feedbackOf } from '@steading/contract/events/comparison'
import type { Cause } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import { type Operator, canonicalOperator } from '@steading/contract/rules/operators'
import { decimalsApart, exactDecimals, quantity, signed } from './numbers.ts'
import type { TextKey, Translate } from './text.ts'

/** What a condition looks at: of a rule's line, or of the frozen card of an event. */
export interface Compared {
  /** An id of the table; of what no version knows any more, only the figures are said. */
  readonly category: string
  /** The unit of its readings; left out: that of the category. */
  readonly unit?: string | null | undefined
  /** Not the reading is compared but its distance from a reference, or its share of that. */
  readonly relativeTo?: 'CURVE' | 'CAPACITY' | undefined
  readonly percent?: boolean | undefined
  /** Of a frozen card: what was compared, and with what. Figures have as many decimals as tell the two apart. */
  readonly value?: Value | undefined
  readonly threshold?: Value | undefined
}

export interface Condition extends Compared {
  readonly operator: string
  readonly threshold: Value
}

const operators = {
  EQUAL: 'rule.operator.equal',
  NOT_EQUAL: 'rule.operator.notEqual',
  GREATER: 'rule.operator.greater',
  GREATER_EQUAL: 'rule.operator.greaterEqual',
  LESS: 'rule.operator.less',
  LESS_EQUAL: 'rule.operator.lessEqual',
} as const satisfies Record<Operator, TextKey>

/** "above", in either spelling; undefined for what is no operator. */
export const operatorWords = (operator: string, t: Translate): string | undefined => {
  const known = canonicalOperator(operator)
  return known && t(operators[known])
}

const tableOf = ({ category }: Pick<Compared, 'category'>) => (isCategory(category) ? CATEGORIES[category] : undefined)
const unitOf = (compared: Compared) => (compared.unit === undefined ? tableOf(compared)?.unit?.symbol : compared.unit) ?? ''

/** The unit of what is compared, and its decimals: a share is in percent, a counter is told by its growth in an hour. */
export function scaleOf(compared: Compared): { readonly unit: string; readonly decimals: number } {
  const decimals = tableOf(compared)?.decimals ?? 2
  if (compared.percent) return { unit: '%', decimals: 1 }
  return { unit: kindOf(compared) === 'COUNTER' ? `${unitOf(compared)}/h` : unitOf(compared), decimals }
}

/**
 * The decimals of a limit, and of a figure beside it: all those of the limit, and enough to tell the two apart ("30,02 °C", not
 * "30,0 °C", where the limit is 30).
 */
function decimalsBeside({ value, threshold }: Compared, reading: number, least: number): number {
  if (typeof threshold !== 'number') return least
  const exact = exactDecimals(threshold, least)
  if (typeof value !== 'number') return exact
  return Math.max(decimalsApart(value, threshold, exact), decimalsApart(reading, threshold, exact))
}

const labelled = (category: CategoryId | undefined, value: boolean, t: Translate) => {
  const labels = category && labelKeys(category)
  return labels ? t(labels[`${value}`] as TextKey) : t(value ? 'ui.yes' : 'ui.no') // safe: a test walks every category
}

/** A reading as it is measured: "26,0 °C", "1.400 kg", "Open". */
export function readingWords(compared: Compared, value: Value, t: Translate): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return labelled(isCategory(compared.category) ? compared.category : undefined, value, t)
  const decimals = tableOf(compared)?.decimals ?? 2
  const isCompared = kindOf(compared) === 'GAUGE' && compared.relativeTo === undefined
  return quantity(value, unitOf(compared), t, isCompared ? decimalsBeside(compared, value, decimals) : decimals)
}

/** What is compared: "26,0 °C", "120 L/h", "+4,5 °C" from a reference or from what was ordered, "9,3 %" of it. */
export function comparedWords(compared: Compared, value: Value, t: Translate): string {
  if (typeof value !== 'number') return readingWords(compared, value, t)
  if (compared.percent) return quantity(value, '%', t, [0, decimalsBeside(compared, value, 1)])
  const kind = kindOf(compared)
  if (kind === 'COUNTER') return quantity(value, scaleOf(compared).unit, t, [0, decimalsBeside(compared, value, 2)])
  if (kind !== 'COMMAND' && compared.relativeTo === undefined) return readingWords(compared, value, t)
  const difference = signed(value, t, decimalsBeside(compared, value, tableOf(compared)?.decimals ?? 2))
  // 87 % less of what is measured in % itself would be another thing.
  if (unitOf(compared) === '%') return t('rule.value.points', { value: difference, count: Math.abs(value) })
  const unit = unitOf(compared)
  return unit ? `${difference}\u00a0${unit}` : difference
}

const references = {
  CURVE: { whole: 'rule.value.curve', share: 'rule.value.ofCurve' },
  CAPACITY: { whole: 'rule.value.capacity', share: 'rule.value.ofCapacity' },
} as const

/** A value with what it is relative to: "26,0 °C", "the age curve +4,0 °C", "10 % of the capacity". */
export function relativeWords(compared: Compared, value: Value, t: Translate): string {
  const words = comparedWords(compared, value, t)
  if (compared.relativeTo === undefined) return words
  return t(references[compared.relativeTo][compared.percent ? 'share' : 'whole'], { value: words })
}

/** What it is compared with. */
export const thresholdWords = (condition: Compared & Pick<Condition, 'threshold'>, t: Translate): string =>
  relativeWords(condition, condition.threshold, t)

/** The condition: "above 26,0 °C". */
export function limitWords(condition: Condition, t: Translate): string {
  const operator = operatorWords(condition.operator, t)
  const threshold = thresholdWords(condition, t)
  return operator ? `${operator} ${threshold}` : threshold
}

/** What is the matter where a limit tells nobody: a state, a device that does not follow, a counter that stands; else undefined. */
export function matterWords(cause: Cause, t: Translate): string | undefined {
  const { interfaceName: sensor, reading, value, threshold } = cause
  const state = readingWords(cause, reading, t)
  if (typeof value !== 'number') return t('alarm.matter.state', { sensor, state })
  const feedback = feedbackOf(cause)
  if (feedback) return t('alarm.matter.feedback', { sensor, state, command: readingWords(cause, feedback.ordered, t) })
  return kindOf(cause) === 'COUNTER' && value === 0 && threshold === 0 ? t('alarm.matter.noFlow', { sensor }) : undefined
}
