import type { RuleBody, RuleLine } from '@steading/contract/rulebody'
import type { TextKey, Translate } from '@steading/locales/text'
import { type AlarmLinesBody, readingLimits } from '@steading/rules/limits'
import { inForce } from '@steading/rules/templates/cycle'
import type { Limit } from '../ui/chart/lines.ts'
import { limitWords } from './condition.ts'
import { type DoublePoints, sidesAt } from './double.ts'
import type { KnownOf } from './known.ts'
import { type ProportionalPoints, fullAt, pointsOf } from './proportional.ts'
import { type ThermostatPoints, switchesAt } from './thermostat.ts'
import { degrees, percent } from './wiring.ts'

type Mode = 'COOL' | 'HEAT'
type Limits = ReadonlyMap<string, readonly Limit[]>

const tones = { CRITICAL: 'critical', MAJOR: 'major', MODERATE: 'pending', LOW: 'ink-3' } as const

const beyond = (operator: RuleLine['logicOperator']): Limit['beyond'] =>
  operator.startsWith('GREATER') ? 'above' : operator.startsWith('LESS') ? 'below' : undefined

const none: Limits = new Map()

/**
 * The lines across a chart of a rule's sensors, by sensor: set points, and limits that are figures of the sensor itself, as they
 * are at `now` (ms UTC).
 */
export function limitsOf(body: RuleBody, knownOf: KnownOf, t: Translate, now: number): Limits {
  switch (body.template) {
    case 'THERMOSTAT':
      // With a reference the set point moves; a line would lie.
      return body.inputs.reference === 'SENSOR' ? none : forAll(body, thermostatLimits(body.inputs.mode, body.inputs, t))
    case 'DOUBLE_THERMOSTAT':
      return forAll(body, doubleLimits(body.inputs, t))
    case 'PROPORTIONAL':
      return forAll(body, proportionalLimits(body.inputs.mode, pointsOf(body.inputs), t))
    case 'CYCLE_THERMOSTAT': {
      const points = inForce<ThermostatPoints>(body, now)
      return points ? forAll(body, ofToday(thermostatLimits(body.inputs.mode, points, t), t)) : none
    }
    case 'CYCLE_DOUBLE_THERMOSTAT': {
      const points = inForce<DoublePoints>(body, now)
      return points ? forAll(body, ofToday(doubleLimits(points, t), t)) : none
    }
    case 'CYCLE_PROPORTIONAL': {
      const points = inForce<ProportionalPoints>(body, now)
      return points ? forAll(body, ofToday(proportionalLimits(body.inputs.mode, points, t), t)) : none
    }
    case 'ALARM_WITHOUT_ACTUATION':
    case 'ALARM_WITH_ACTUATION':
    case 'CLOUD_ALARM':
      return alarmLimits(body, knownOf, t, now)
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER':
      return none
  }
}

const forAll = ({ inputs }: { readonly inputs: { readonly sensors: readonly string[] } }, limits: readonly Limit[]): Limits =>
  new Map(inputs.sensors.map(id => [id, limits]))

/** Another day had others: their words say so. */
const ofToday = (limits: readonly Limit[], t: Translate): readonly Limit[] =>
  limits.map(limit => ({ ...limit, words: t('rule.chart.today', { words: limit.words }) }))

const at = (value: number, words: TextKey, t: Translate): Limit => ({
  value,
  words: t(words, { value: degrees(value, t) }),
  tone: 'ink-3',
})

const thermostatLimits = (mode: Mode, points: ThermostatPoints, t: Translate): readonly Limit[] => [
  at(points.setPoint, 'rule.chart.setPoint', t),
  { ...at(switchesAt(mode, points), 'rule.chart.on', t), dashed: true },
]

function doubleLimits(points: DoublePoints, t: Translate): readonly Limit[] {
  const { heatOn, coolOn } = sidesAt(points)
  return [
    { ...at(heatOn, 'rule.chart.heatOn', t), dashed: true },
    at(points.heatSetPoint, 'rule.chart.heatSetPoint', t),
    at(points.coolSetPoint, 'rule.chart.coolSetPoint', t),
    { ...at(coolOn, 'rule.chart.coolOn', t), dashed: true },
  ]
}

function proportionalLimits(mode: Mode, points: ProportionalPoints, t: Translate): readonly Limit[] {
  const full = fullAt(mode, points)
  const words = t('rule.chart.full', { output: percent(points.maxOutput, t), value: degrees(full, t) })
  return [at(points.setPoint, 'rule.chart.setPoint', t), { value: full, words, tone: 'ink-3', dashed: true }]
}

function alarmLimits(body: AlarmLinesBody, knownOf: KnownOf, t: Translate, now: number): Limits {
  const found = new Map<string, Limit[]>()
  for (const { line, value } of readingLimits(body, now)) {
    const { interfaceId: id, logicOperator } = line
    const side = beyond(logicOperator)
    const words = { value: limitWords(line, knownOf(id), t) }
    const limit: Limit = {
      value,
      words: side === 'below' ? t('tile.alarmBelow', words) : side === 'above' ? t('tile.alarmAbove', words) : words.value,
      tone: tones[body.event.severityLevel],
      ...(side && { beyond: side }),
    }
    found.set(id, [...(found.get(id) ?? []), limit])
  }
  return found
}
