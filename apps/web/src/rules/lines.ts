import type { BodyOf, RuleLine } from '@steading/contract/rulebody'
import { duration, quantity, signed } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { valueWords } from '../interfaces/index.ts'
import type { Known, KnownOf } from './known.ts'

type Alarm = BodyOf<'ALARM_WITHOUT_ACTUATION'>
type Kind = Alarm['interfaces'][number]['kind']

const operators = {
  EQUAL: 'rule.operator.equal',
  NOT_EQUAL: 'rule.operator.notEqual',
  GREATER: 'rule.operator.greater',
  GREATER_EQUAL: 'rule.operator.greaterEqual',
  LESS: 'rule.operator.less',
  LESS_EQUAL: 'rule.operator.lessEqual',
} as const satisfies Record<RuleLine['logicOperator'], TextKey>

/** Seconds of an HH:mm. */
export const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

const withUnit = (text: string, unit: string | null) => (unit ? `${text}\u00a0${unit}` : text)

/** The limit of a line as it is compared: a value, a rate per hour, a distance from a curve, a share of a capacity. */
export function limitWords(line: RuleLine, of: Known, kind: Kind, t: Translate): string {
  const { inputValue: value, relativeTo, percent } = line
  if (typeof value !== 'number') return valueWords(of, value, t)
  if (relativeTo === 'CURVE')
    return percent
      ? t('rule.value.ofCurve', { value: quantity(value, '%') })
      : t('rule.value.curve', { value: withUnit(signed(value, of.decimals), of.unit) })
  if (relativeTo === 'CAPACITY')
    return percent
      ? t('rule.value.ofCapacity', { value: quantity(value, '%') })
      : t('rule.value.capacity', { value: withUnit(signed(value, of.decimals), of.unit) })
  if (kind === 'COUNTER') return quantity(value, `${of.unit ?? ''}/h`)
  if (kind === 'COMMAND') return signed(value)
  return valueWords(of, value, t)
}

/** A condition as people say it: "Temperature above 26,0 °C for 10 min". */
export function lineWords(line: RuleLine, of: Known, kind: Kind, t: Translate): string {
  const lasting = secondsOf(line.permanenceTime)
  const values = {
    sensor: kind === 'COMMAND' ? t('rule.deviation', { device: of.name }) : of.name,
    operator: t(operators[line.logicOperator]),
    value: limitWords(line, of, kind, t),
    duration: duration(lasting, t),
  }
  if (kind === 'COMMAND' && line.logicOperator === 'NOT_EQUAL' && line.inputValue === 0)
    return t(lasting > 0 ? 'rule.feedback.lasting' : 'rule.feedback.atOnce', { device: of.name, duration: values.duration })
  if (typeof line.inputValue === 'boolean') return t(lasting > 0 ? 'rule.state.lasting' : 'rule.state.atOnce', values)
  return t(lasting > 0 ? 'rule.line.lasting' : 'rule.line.atOnce', values)
}

/** How often people are told while a line holds. */
export function tellingWords({ repetitionTime, notificationLimit }: RuleLine, t: Translate): string {
  const every = secondsOf(repetitionTime)
  if (every === 0 || notificationLimit === 1) return t('rule.told.once')
  const values = { duration: duration(every, t), count: notificationLimit }
  return notificationLimit === 0 ? t('rule.told.always', values) : t('rule.told.limited', values)
}

export interface SpokenLine {
  readonly words: string
  readonly telling: string
}

/** The conditions of an alarm, each with how often people are told. */
export const spokenLines = (body: Alarm, knownOf: KnownOf, t: Translate): readonly SpokenLine[] =>
  body.inputs.lines.map(line => {
    const kind = body.interfaces.find(one => one.id === line.interfaceId)?.kind ?? 'GAUGE'
    return { words: lineWords(line, knownOf(line.interfaceId), kind, t), telling: tellingWords(line, t) }
  })
