import type { RuleInterface, RuleLine } from '@steading/contract/rules/body'
import { operatorWords, thresholdWords } from '@steading/locales/condition'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { InterfaceInfo } from '../interfaceLookup.ts'

type Kind = RuleInterface['kind']

/** Seconds of an HH:mm. */
export const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

type LimitFields = Pick<RuleLine, 'inputValue' | 'relativeTo' | 'percent'>

/** The limit of a line as it is compared: a value, a rate per hour, a distance from a curve, a share of a capacity. */
export const limitWords = (
  { inputValue, relativeTo, percent }: LimitFields,
  { category, unit }: InterfaceInfo,
  t: Translate,
): string => thresholdWords({ category, unit, relativeTo, percent, threshold: inputValue }, t)

/** A condition as people say it: "Temperature above 26,0 °C for 10 min". */
export function conditionWords(line: RuleLine, info: InterfaceInfo, kind: Kind, t: Translate): string {
  const lasting = secondsOf(line.permanenceTime)
  const values = {
    sensor: kind === 'COMMAND' ? t('rule.deviation', { device: info.name }) : info.name,
    operator: operatorWords(line.logicOperator, t) ?? '',
    value: limitWords(line, info, t),
    duration: duration(lasting, t),
  }
  if (kind === 'COMMAND' && line.logicOperator === 'NOT_EQUAL' && line.inputValue === 0)
    return t(lasting > 0 ? 'rule.feedback.lasting' : 'rule.feedback.atOnce', { device: info.name, duration: values.duration })
  if (typeof line.inputValue === 'boolean') return t(lasting > 0 ? 'rule.state.lasting' : 'rule.state.atOnce', values)
  return t(lasting > 0 ? 'rule.line.lasting' : 'rule.line.atOnce', values)
}

/** How often notifications repeat while a condition holds. A critical alarm is never silenced: after the limit it escalates. */
export function repetitionWords(
  { repetitionTime, notificationLimit }: Pick<RuleLine, 'repetitionTime' | 'notificationLimit'>,
  t: Translate,
  isCritical = false,
): string {
  const every = secondsOf(repetitionTime)
  if (every === 0 || (notificationLimit === 1 && !isCritical)) return t('rule.told.once')
  const values = { duration: duration(every, t), count: notificationLimit }
  if (notificationLimit === 0) return t('rule.told.always', values)
  return t(isCritical ? 'rule.told.critical' : 'rule.told.limited', values)
}
