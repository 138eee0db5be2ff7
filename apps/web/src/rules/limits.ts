import type { RuleBody, RuleLine } from '@steading/contract/rulebody'
import { quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Limit } from '../ui/chart/lines.ts'
import { fullAt, switchesAt } from './control.ts'
import type { KnownOf } from './known.ts'
import { limitWords } from './lines.ts'

const degrees = (value: number) => quantity(value, '°C', 1)
const tones = { CRITICAL: 'critical', MAJOR: 'major', MODERATE: 'pending', LOW: 'ink-3' } as const

const beyond = (operator: RuleLine['logicOperator']): Limit['beyond'] =>
  operator.startsWith('GREATER') ? 'above' : operator.startsWith('LESS') ? 'below' : undefined

/** The lines across a chart of a rule's sensors, by sensor: set points, and limits that are figures of the sensor itself. */
export function limitsOf(body: RuleBody, knownOf: KnownOf, t: Translate): ReadonlyMap<string, readonly Limit[]> {
  if (body.template === 'ALARM_WITHOUT_ACTUATION') return alarmLimits(body, knownOf, t)
  const { setPoint } = body.inputs
  const edge = body.template === 'THERMOSTAT' ? switchesAt(body.inputs) : fullAt(body.inputs)
  const edgeWords =
    body.template === 'THERMOSTAT'
      ? t('rule.chart.on', { value: degrees(edge) })
      : t('rule.chart.full', { output: quantity(body.inputs.maxOutput, '%', 0), value: degrees(edge) })
  const limits: readonly Limit[] = [
    { value: setPoint, words: t('rule.chart.setPoint', { value: degrees(setPoint) }), tone: 'ink-3' },
    { value: edge, words: edgeWords, tone: 'ink-3', dashed: true },
  ]
  // With a reference the set point moves; a line would lie.
  const moves = body.template === 'THERMOSTAT' && body.inputs.reference === 'SENSOR'
  return new Map(moves ? [] : body.inputs.sensors.map(id => [id, limits]))
}

function alarmLimits(body: RuleBody & { template: 'ALARM_WITHOUT_ACTUATION' }, knownOf: KnownOf, t: Translate) {
  const found = new Map<string, Limit[]>()
  for (const line of body.inputs.lines) {
    const { interfaceId: id, inputValue: value, logicOperator, relativeTo } = line
    const kind = body.interfaces.find(one => one.id === id)?.kind
    if (typeof value !== 'number' || relativeTo !== undefined || kind !== 'GAUGE') continue
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
