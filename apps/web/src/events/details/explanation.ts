import { isRelative } from '@steading/contract/events/comparison'
import { kindOf } from '@steading/contract/devices/categories'
import type { Cause, EventDetails } from '@steading/contract/events/events'
import { comparedWords, limitWords, readingWords } from '@steading/locales/condition'
import { duration, since } from '@steading/locales/format'
import type { TextKey, TextValues, Translate } from '@steading/locales/text'

/** A sentence: its text, and the figures that stand in it. */
export interface Sentence {
  readonly key: TextKey
  readonly values: TextValues
}

interface TimeContext {
  readonly now: number
  readonly zone: string
}

/** Why a condition opened the event, as its frozen card tells it. */
export function explainCause(cause: Cause, openDate: string, { now, zone }: TimeContext, t: Translate): Sentence {
  const lasted = (Date.parse(openDate) - Date.parse(cause.sinceUtc)) / 1000
  const values = {
    sensor: cause.interfaceName,
    limit: limitWords(cause, t),
    duration: duration(lasted, t),
    from: since(cause.sinceUtc, now, zone, t),
    to: since(openDate, now, zone, t),
  }
  const kind = kindOf(cause)
  if (typeof cause.value !== 'number') {
    const state = { ...values, state: readingWords(cause, cause.value, t) }
    return { key: lasted > 0 ? 'event.why.state' : 'event.why.stateAt', values: state }
  }
  if (kind === 'COMMAND') return { key: 'event.why.feedback', values }
  if (kind === 'COUNTER' && cause.operator === 'EQUAL' && cause.threshold === 0) return { key: 'event.why.noFlow', values }
  if (isRelative(cause))
    return {
      key: cause.percent ? 'event.why.share' : 'event.why.reference',
      values: { ...values, reading: readingWords(cause, cause.reading, t), value: comparedWords(cause, cause.value, t) },
    }
  return { key: lasted > 0 ? 'event.why.stayed' : 'event.why.reached', values }
}

/** When in the life of its batch an event opened; undefined: of no batch, or of one that the reader does not see. */
export function explainBatchDay({ batch, batchDay }: Pick<EventDetails, 'batch' | 'batchDay'>): Sentence | undefined {
  if (batch === null || batchDay === null) return undefined
  const { day, age } = batchDay
  return age === null
    ? { key: 'event.why.batchDay', values: { batch: batch.code, day } }
    : { key: 'event.why.batchAge', values: { batch: batch.code, day, age } }
}

/** Why an event of the platform without any condition is there. */
export const explainPlatformEvent = ({ openDate }: EventDetails, { now, zone }: TimeContext, t: Translate): Sentence => ({
  key: 'event.why.platform',
  values: { time: since(openDate, now, zone, t) },
})

/** What it reads now, and where that is going; undefined where a value does not say it (states, registers, commands). */
export function describeReading(
  cause: Cause,
  last: number | undefined,
  perHour: number | undefined,
  t: Translate,
): Sentence | undefined {
  if (last === undefined || kindOf(cause) !== 'GAUGE') return undefined
  const value = readingWords(cause, last, t)
  // A rate is compared with no limit.
  const { category, unit } = cause
  const words = (rate: number) => readingWords({ category, unit }, rate, t)
  if (perHour === undefined || words(Math.abs(perHour)) === words(0)) return { key: 'event.why.now', values: { value } }
  const rate = `${words(Math.abs(perHour))}/h`
  return { key: perHour > 0 ? 'event.why.rising' : 'event.why.falling', values: { value, rate } }
}
