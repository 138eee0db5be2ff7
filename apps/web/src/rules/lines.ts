import type { BodyOf, CyclicalLine, RuleLine } from '@steading/contract/rulebody'
import type { Translate } from '@steading/locales/text'
import { lineWords, tellingWords } from './condition.ts'
import type { KnownOf } from './known.ts'
import { type LimitStep, limitSteps, limitToday, unwatchedWords } from './watch.ts'

export type AlarmBody = BodyOf<'ALARM_WITHOUT_ACTUATION' | 'ALARM_WITH_ACTUATION' | 'CLOUD_ALARM'>
type Line = AlarmBody['inputs']['lines'][number]

const isCyclical = (line: Line): line is CyclicalLine => 'isCyclical' in line && line.isCyclical === true

/** The lines of an alarm that are watched at `now` (ms UTC), each with the limit in force. */
export const linesAt = (body: AlarmBody, now: number): readonly RuleLine[] =>
  body.inputs.lines.flatMap((line: Line) => {
    if (!isCyclical(line)) return [line]
    const today = body.template === 'CLOUD_ALARM' ? limitToday(line, body.offsets, now) : null
    return today ? [today] : []
  })

export interface SpokenLine {
  readonly words: string
  readonly telling: string
  /** Of a line whose limit follows the calendar: every limit. */
  readonly steps: readonly LimitStep[]
}

/** The conditions of an alarm as they stand at `now` (ms UTC), each with how often people are told. */
export const spokenLines = (body: AlarmBody, knownOf: KnownOf, t: Translate, now: number): readonly SpokenLine[] =>
  body.inputs.lines.map((line: Line) => {
    const of = knownOf(line.interfaceId)
    const kind = body.interfaces.find(one => one.id === line.interfaceId)?.kind ?? 'GAUGE'
    const telling = tellingWords(line, t, body.event.severityLevel === 'CRITICAL')
    if (!isCyclical(line)) return { words: lineWords(line, of, kind, t), telling, steps: [] }
    const offsets = body.template === 'CLOUD_ALARM' ? body.offsets : []
    const today = limitToday(line, offsets, now)
    return {
      words: today ? lineWords(today, of, kind, t) : unwatchedWords(line, offsets, of, now, t),
      telling,
      steps: limitSteps(line, offsets, of, now, t),
    }
  })

/** The reading at which a condition turns true at `now`; null: it is not told in readings, or not known then. */
export function limitAt({ inputValue, relativeTo, percent, reference }: RuleLine, now: number): number | null {
  if (typeof inputValue !== 'number') return null
  if (relativeTo === undefined) return inputValue
  const base = reference.findLast(one => one.from <= now)?.value
  if (base === undefined) return null
  return percent ? (base * inputValue) / 100 : base + inputValue
}
