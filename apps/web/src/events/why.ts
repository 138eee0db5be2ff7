import { isRelative } from '@steading/contract/compared'
import { kindOf } from '@steading/contract/categories'
import type { Cause, EventDetails } from '@steading/contract/events'
import { comparedWords, limitWords, readingWords } from '@steading/locales/condition'
import { duration, since } from '@steading/locales/format'
import type { TextKey, TextValues, Translate } from '@steading/locales/text'

/** A sentence: its text, and the figures that stand in it. */
export interface Said {
  readonly key: TextKey
  readonly values: TextValues
}

interface When {
  readonly now: number
  readonly zone: string
}

/** Why a condition opened the event, as its frozen card tells it. */
export function whyOf(cause: Cause, openDate: string, { now, zone }: When, t: Translate): Said {
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

/** Why an event of the platform without any condition is there. */
export const whyWithout = ({ openDate }: EventDetails, { now, zone }: When, t: Translate): Said => ({
  key: 'event.why.platform',
  values: { time: since(openDate, now, zone, t) },
})

/** What it reads now, and where that is going; undefined where a value does not say it (states, registers, commands). */
export function nowOf(cause: Cause, last: number | undefined, perHour: number | undefined, t: Translate): Said | undefined {
  if (last === undefined || kindOf(cause) !== 'GAUGE') return undefined
  const value = readingWords(cause, last, t)
  // A rate is compared with no limit.
  const { category, unit } = cause
  const words = (rate: number) => readingWords({ category, unit }, rate, t)
  if (perHour === undefined || words(Math.abs(perHour)) === words(0)) return { key: 'event.why.now', values: { value } }
  const rate = `${words(Math.abs(perHour))}/h`
  return { key: perHour > 0 ? 'event.why.rising' : 'event.why.falling', values: { value, rate } }
}
