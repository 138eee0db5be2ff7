import type { Cause } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import { comparedWords, limitWords, matterWords, readingWords } from '@steading/locales/condition'
import type { Translate } from '@steading/locales/text'
import { type Alarm, isPast } from '../../interfaces/index.ts'

/** Cause of an open alarm, since when, and the current value; `now` undefined: no comparable value. */
export function matterNow(cause: Cause, now: Value | undefined, alarm: Alarm | undefined, time: string, t: Translate): string {
  const { interfaceName: sensor, value } = cause
  const matter = matterWords(cause, t)
  if (matter && now !== undefined && now !== value)
    return t('pinned.stateBack', { sensor, now: readingWords(cause, now, t), state: readingWords(cause, value, t), time })
  if (matter) return `${matter} ${t('pinned.since', { time })}`
  const words = now === undefined ? 'pinned.was' : alarm && !isPast(alarm, now) ? 'pinned.back' : 'pinned.why'
  return t(words, { sensor, value: comparedWords(cause, now ?? value, t), limit: limitWords(cause, t), time })
}
