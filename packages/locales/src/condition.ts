import { CATEGORIES, type CategoryId, isCategory, kindOf, labelKeys } from '@steading/contract/categories'
import { feedbackOf } from '@steading/contract/compared'
import type { Cause } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import { type Operator, canonicalOperator } from '@steading/contract/operators'
import { quantity, signed } from './numbers.ts'
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
const unitOf = (of: Compared) => (of.unit === undefined ? tableOf(of)?.unit?.symbol : of.unit) ?? ''

/** The unit of what is compared, and its decimals: a share is in percent, a counter is told by its growth in an hour. */
export function scaleOf(of: Compared): { readonly unit: string; readonly decimals: number } {
  const decimals = tableOf(of)?.decimals ?? 2
  if (of.percent) return { unit: '%', decimals: 1 }
  return { unit: kindOf(of) === 'COUNTER' ? `${unitOf(of)}/h` : unitOf(of), decimals }
}

const labelled = (category: CategoryId | undefined, value: boolean, t: Translate) => {
  const labels = category && labelKeys(category)
  return labels ? t(labels[`${value}`] as TextKey) : t(value ? 'ui.yes' : 'ui.no') // safe: a test walks every category
}

/** A reading as it is measured: "26,0 °C", "1.400 kg", "Open". */
export function readingWords(of: Compared, value: Value, t: Translate): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return labelled(isCategory(of.category) ? of.category : undefined, value, t)
  return quantity(value, unitOf(of), tableOf(of)?.decimals ?? 2)
}

/** What is compared: "26,0 °C", "120 L/h", "+4,5 °C" from a reference or from what was ordered, "9,3 %" of it. */
export function comparedWords(of: Compared, value: Value, t: Translate): string {
  if (typeof value !== 'number') return readingWords(of, value, t)
  if (of.percent) return quantity(value, '%', [0, 1])
  const kind = kindOf(of)
  if (kind === 'COUNTER') return quantity(value, scaleOf(of).unit)
  if (kind !== 'COMMAND' && of.relativeTo === undefined) return readingWords(of, value, t)
  // 87 % less of what is measured in % itself would be another thing.
  if (unitOf(of) === '%')
    return t('rule.value.points', { value: signed(value, tableOf(of)?.decimals ?? 2), count: Math.abs(value) })
  const [text, unit] = [signed(value, tableOf(of)?.decimals ?? 2), unitOf(of)]
  return unit ? `${text}\u00a0${unit}` : text
}

const references = {
  CURVE: { whole: 'rule.value.curve', share: 'rule.value.ofCurve' },
  CAPACITY: { whole: 'rule.value.capacity', share: 'rule.value.ofCapacity' },
} as const

/** What it is compared with: "26,0 °C", "the age curve +4,0 °C", "10 % of the capacity". */
export function thresholdWords(of: Compared & Pick<Condition, 'threshold'>, t: Translate): string {
  const value = comparedWords(of, of.threshold, t)
  if (of.relativeTo === undefined) return value
  return t(references[of.relativeTo][of.percent ? 'share' : 'whole'], { value })
}

/** The condition: "above 26,0 °C". */
export function limitWords(of: Condition, t: Translate): string {
  const operator = operatorWords(of.operator, t)
  const threshold = thresholdWords(of, t)
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
