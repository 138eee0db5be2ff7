import { CATEGORIES, isCategory, labelKeys } from '@steading/contract/categories'
import type { Cause, Event, EventCategory, EventStatus, LastTime } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import { type Operator, canonicalOperator } from '@steading/contract/operators'
import { number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import type { z } from 'zod'
import type { EventStep } from '../ui/marks/EventState.tsx'

export const statusWord = {
  OPEN: 'event.status.open',
  PENDING: 'event.status.pending',
  CLOSED: 'event.status.closed',
} as const satisfies Record<EventStatus, TextKey>

/** How the mark of a state draws a status. */
export const markOf = { OPEN: 'open', PENDING: 'pending', CLOSED: 'closed' } as const satisfies Record<EventStatus, EventStep>

export const categoryWord = {
  CLIMATE: 'event.category.climate',
  AIR_QUALITY: 'event.category.airQuality',
  WATER: 'event.category.water',
  FEED: 'event.category.feed',
  POWER: 'event.category.power',
  ANIMAL_HEALTH: 'event.category.animalHealth',
  SECURITY: 'event.category.security',
  TECHNICAL: 'event.category.technical',
  NOTIFICATION: 'event.category.notification',
  HELPDESK: 'helpdesk.ticket',
  HELPDESK_MALFUNCTIONS: 'helpdesk.malfunction',
  HELPDESK_DEVELOPMENT: 'helpdesk.development',
  HELPDESK_SYSTEM: 'helpdesk.system',
} as const satisfies Record<EventCategory, TextKey>

export const originWord = { MANUAL: 'event.origin.manual', AUTOMATIC: 'event.origin.automatic' } as const satisfies Record<
  Event['origin'],
  TextKey
>

export const lastTimeWord = {
  ONE: 'period.one',
  SIX: 'period.six',
  TWELVE: 'period.twelve',
  TWENTYFOUR: 'period.twentyFour',
  WEEK: 'period.week',
  MONTH: 'period.month',
} as const satisfies Record<z.output<typeof LastTime>, TextKey>

export const operatorWord = {
  EQUAL: 'rule.operator.equal',
  NOT_EQUAL: 'rule.operator.notEqual',
  GREATER: 'rule.operator.greater',
  GREATER_EQUAL: 'rule.operator.greaterEqual',
  LESS: 'rule.operator.less',
  LESS_EQUAL: 'rule.operator.lessEqual',
} as const satisfies Record<Operator, TextKey>

/** The unit of what a condition compares: of a counter, its growth in an hour. */
export function unitOfCause({ category }: Pick<Cause, 'category'>): { readonly unit: string; readonly decimals: number } {
  if (!isCategory(category)) return { unit: '', decimals: 2 }
  const { unit, kind, decimals } = CATEGORIES[category]
  const symbol = unit?.symbol ?? ''
  return { unit: kind === 'COUNTER' ? `${symbol}/h` : symbol, decimals }
}

/** A value as people read it: with its unit, or in the words of its kind: "26,0 °C", "120 L/h", "Open". */
export function causeValue(of: Pick<Cause, 'category'>, value: Value, t: Translate): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') {
    const labels = isCategory(of.category) ? labelKeys(of.category) : null
    return labels ? t(labels[`${value}`] as TextKey) : t(value ? 'ui.yes' : 'ui.no') // safe: a test walks every category
  }
  const { unit, decimals } = unitOfCause(of)
  return unit ? quantity(value, unit, decimals) : number(value, decimals)
}

/** The condition: "above 26,0 °C". */
export function limitWords(cause: Pick<Cause, 'category' | 'operator' | 'threshold'>, t: Translate): string {
  const operator = canonicalOperator(cause.operator)
  const threshold = causeValue(cause, cause.threshold, t)
  return operator ? `${t(operatorWord[operator])} ${threshold}` : threshold
}

/** Who opened it: a person, a rule by its name, or the platform. */
export const openerOf = ({ createdBy, ruleName }: Pick<Event, 'createdBy' | 'ruleName'>, t: Translate): string =>
  createdBy?.shortName ?? ruleName ?? t('ui.system')

/** Who closed it; undefined while it is not closed. */
export function closerOf(
  { closeDate, closedBy, ruleId }: Pick<Event, 'closeDate' | 'closedBy' | 'ruleId'>,
  t: Translate,
): string | undefined {
  if (closeDate === null) return undefined
  return closedBy?.shortName ?? t(ruleId === null ? 'event.by.platform' : 'event.by.rule')
}
