import type { RuleBody, RuleLine } from '@steading/contract/rules/body'
import type { TextKey, Translate } from '@steading/locales/text'
import { type AlarmLinesBody, readingLimits } from '@steading/rules/alarms/limits'
import { setPointsAt } from '@steading/rules/templates/cycle'
import type { Limit } from '../../../ui/chart/draw/lines.ts'
import { limitWords } from './condition.ts'
import { type DoublePoints, switchOnTemperatures } from '../double.ts'
import type { InterfaceLookup } from '../interfaceLookup.ts'
import { type ProportionalPoints, fullOutputAt, toPoints } from '../proportional.ts'
import { type ThermostatPoints, switchOnAt } from '../thermostat.ts'
import { degrees, percent } from '../wiring.ts'

type Mode = 'COOL' | 'HEAT'
type Limits = ReadonlyMap<string, readonly Limit[]>

const tones = { CRITICAL: 'critical', MAJOR: 'major', MODERATE: 'pending', LOW: 'ink-3' } as const

const limitSide = (operator: RuleLine['logicOperator']): Limit['side'] =>
  operator.startsWith('GREATER') ? 'above' : operator.startsWith('LESS') ? 'below' : undefined

const none: Limits = new Map()

/**
 * The lines across a chart of a rule's sensors, by sensor: set points, and limits that are figures of the sensor itself, as they
 * are at `now` (ms UTC).
 */
export function chartLimits(body: RuleBody, knownOf: InterfaceLookup, t: Translate, now: number): Limits {
  switch (body.template) {
    case 'THERMOSTAT':
      // With a reference sensor the set point moves, so a fixed line would be wrong.
      return body.inputs.reference === 'SENSOR' ? none : forSensors(body, thermostatLimits(body.inputs.mode, body.inputs, t))
    case 'DOUBLE_THERMOSTAT':
      return forSensors(body, doubleLimits(body.inputs, t))
    case 'PROPORTIONAL':
      return forSensors(body, proportionalLimits(body.inputs.mode, toPoints(body.inputs), t))
    case 'CYCLE_THERMOSTAT': {
      const points = setPointsAt<ThermostatPoints>(body, now)
      return points ? forSensors(body, labelAsToday(thermostatLimits(body.inputs.mode, points, t), t)) : none
    }
    case 'CYCLE_DOUBLE_THERMOSTAT': {
      const points = setPointsAt<DoublePoints>(body, now)
      return points ? forSensors(body, labelAsToday(doubleLimits(points, t), t)) : none
    }
    case 'CYCLE_PROPORTIONAL': {
      const points = setPointsAt<ProportionalPoints>(body, now)
      return points ? forSensors(body, labelAsToday(proportionalLimits(body.inputs.mode, points, t), t)) : none
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

const forSensors = ({ inputs }: { readonly inputs: { readonly sensors: readonly string[] } }, limits: readonly Limit[]): Limits =>
  new Map(inputs.sensors.map(id => [id, limits]))

/** Labels the limits as those of today: they change with the age of the animals. */
const labelAsToday = (limits: readonly Limit[], t: Translate): readonly Limit[] =>
  limits.map(limit => ({ ...limit, words: t('rule.chart.today', { words: limit.words }) }))

const toLimit = (value: number, words: TextKey, t: Translate): Limit => ({
  value,
  words: t(words, { value: degrees(value, t) }),
  tone: 'ink-3',
})

const thermostatLimits = (mode: Mode, points: ThermostatPoints, t: Translate): readonly Limit[] => [
  toLimit(points.setPoint, 'rule.chart.setPoint', t),
  { ...toLimit(switchOnAt(mode, points), 'rule.chart.on', t), dashed: true },
]

function doubleLimits(points: DoublePoints, t: Translate): readonly Limit[] {
  const { heatOn, coolOn } = switchOnTemperatures(points)
  return [
    { ...toLimit(heatOn, 'rule.chart.heatOn', t), dashed: true },
    toLimit(points.heatSetPoint, 'rule.chart.heatSetPoint', t),
    toLimit(points.coolSetPoint, 'rule.chart.coolSetPoint', t),
    { ...toLimit(coolOn, 'rule.chart.coolOn', t), dashed: true },
  ]
}

function proportionalLimits(mode: Mode, points: ProportionalPoints, t: Translate): readonly Limit[] {
  const full = fullOutputAt(mode, points)
  const words = t('rule.chart.full', { output: percent(points.maxOutput, t), value: degrees(full, t) })
  return [toLimit(points.setPoint, 'rule.chart.setPoint', t), { value: full, words, tone: 'ink-3', dashed: true }]
}

function alarmLimits(body: AlarmLinesBody, knownOf: InterfaceLookup, t: Translate, now: number): Limits {
  const found = new Map<string, Limit[]>()
  for (const { line, value } of readingLimits(body, now)) {
    const { interfaceId: id, logicOperator } = line
    const side = limitSide(logicOperator)
    const words = { value: limitWords(line, knownOf(id), t) }
    const limit: Limit = {
      value,
      words: side === 'below' ? t('tile.alarmBelow', words) : side === 'above' ? t('tile.alarmAbove', words) : words.value,
      tone: tones[body.event.severityLevel],
      ...(side && { side }),
    }
    found.set(id, [...(found.get(id) ?? []), limit])
  }
  return found
}
