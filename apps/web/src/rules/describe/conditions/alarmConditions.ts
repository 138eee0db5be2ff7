import type { Translate } from '@steading/locales/text'
import { type AlarmLinesBody, isCyclical, lineInForce } from '@steading/rules/alarms/limits'
import { conditionWords, repetitionWords } from './condition.ts'
import type { InterfaceLookup } from '../interfaceLookup.ts'
import { type LimitStep, limitSteps, unwatchedWords } from './calendarLimits.ts'

export interface AlarmCondition {
  readonly words: string
  readonly repetition: string
  /** Of a line whose limit follows the calendar: every limit. */
  readonly steps: readonly LimitStep[]
}

/** The conditions of an alarm as they stand at `now` (ms UTC), each with how often people are told. */
export const alarmConditions = (
  body: AlarmLinesBody,
  knownOf: InterfaceLookup,
  t: Translate,
  now: number,
): readonly AlarmCondition[] =>
  body.inputs.lines.map(line => {
    const info = knownOf(line.interfaceId)
    const kind = body.interfaces.find(iface => iface.id === line.interfaceId)?.kind ?? 'GAUGE'
    const repetition = repetitionWords(line, t, body.event.severityLevel === 'CRITICAL')
    if (!isCyclical(line)) return { words: conditionWords(line, info, kind, t), repetition, steps: [] }
    const offsets = body.template === 'CLOUD_ALARM' ? body.offsets : []
    const today = lineInForce(line, offsets, now)
    return {
      words: today ? conditionWords(today, info, kind, t) : unwatchedWords(line, offsets, info, now, t),
      repetition,
      steps: limitSteps(line, offsets, info, now, t),
    }
  })
