import type { Translate } from '@steading/locales/text'
import { type AlarmLinesBody, isCyclical, lineInForce } from '@steading/rules/limits'
import { lineWords, tellingWords } from './condition.ts'
import type { KnownOf } from './known.ts'
import { type LimitStep, limitSteps, unwatchedWords } from './watch.ts'

export interface SpokenLine {
  readonly words: string
  readonly telling: string
  /** Of a line whose limit follows the calendar: every limit. */
  readonly steps: readonly LimitStep[]
}

/** The conditions of an alarm as they stand at `now` (ms UTC), each with how often people are told. */
export const spokenLines = (body: AlarmLinesBody, knownOf: KnownOf, t: Translate, now: number): readonly SpokenLine[] =>
  body.inputs.lines.map(line => {
    const of = knownOf(line.interfaceId)
    const kind = body.interfaces.find(one => one.id === line.interfaceId)?.kind ?? 'GAUGE'
    const telling = tellingWords(line, t, body.event.severityLevel === 'CRITICAL')
    if (!isCyclical(line)) return { words: lineWords(line, of, kind, t), telling, steps: [] }
    const offsets = body.template === 'CLOUD_ALARM' ? body.offsets : []
    const today = lineInForce(line, offsets, now)
    return {
      words: today ? lineWords(today, of, kind, t) : unwatchedWords(line, offsets, of, now, t),
      telling,
      steps: limitSteps(line, offsets, of, now, t),
    }
  })
