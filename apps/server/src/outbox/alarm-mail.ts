import type { Cause, Severity } from '@steading/contract/events'
import { comparedWords, operatorWords, thresholdWords } from '@steading/locales/condition'
import { dateTime, duration } from '@steading/locales/format'
import { camel } from '@steading/locales/camel'
import type { Translate } from '@steading/locales/text'
import { say } from '../platform/wording.ts'
import type { Wording } from '../platform/wording.ts'
import { letterOf } from './letter.ts'

/** What an alarm mail tells, in nobody's language yet. */
export interface AlarmNews {
  readonly severity: Severity
  readonly title: string | Wording
  readonly place: string
  readonly openedAt: Date
  /** Of this occurrence. */
  readonly at: Date
  /** Counts the occurrences of the condition from 1. */
  readonly n: number
  /** No more of this condition will come. */
  readonly last: boolean
  readonly cause: Cause | null
  /** A sentence instead of a cause. */
  readonly fact: Wording | null
  readonly link: string
}

function sentence(cause: Cause, at: Date, place: string, t: Translate): string {
  const held = { sensor: cause.interfaceName, duration: duration((at.getTime() - Date.parse(cause.sinceUtc)) / 1000, t) }
  if (typeof cause.value !== 'number')
    return t('why.sensorState', { ...held, place, state: comparedWords(cause, cause.value, t) })
  return t('mail.alarm.cause', {
    ...held,
    value: comparedWords(cause, cause.value, t),
    operator: operatorWords(cause.operator, t) ?? '',
    threshold: thresholdWords(cause, t),
  })
}

/** The mail in one language, times in the reader's zone. */
export function alarmMail(news: AlarmNews, t: Translate, timeZone: string) {
  const title = typeof news.title === 'string' ? news.title : say(t, news.title)
  const severity = t(`event.severity.${camel(news.severity)}`)
  const subject = t('mail.alarm.subject', { severity, title, place: news.place })
  const lines = [
    t('mail.alarm.opened', { time: dateTime(news.openedAt, timeZone), place: news.place }),
    ...(news.cause ? [sentence(news.cause, news.at, news.place, t)] : []),
    ...(news.fact ? [factIn(news.fact, t, timeZone)] : []),
    ...(news.n > 1 ? [t('mail.alarm.repeat', { count: news.n })] : []),
    ...(news.last ? [t('mail.alarm.last')] : []),
  ]
  const link = { words: t('mail.alarm.link'), href: news.link }
  return letterOf({ subject, above: severity, title, lines, link, footer: t('mail.alarm.footer') }, t.language)
}

/** An instant among the values of a fact is ms under the name `time`. */
const factIn = ({ key, values }: Wording, t: Translate, timeZone: string) =>
  t(key, typeof values.time === 'number' ? { ...values, time: dateTime(values.time, timeZone) } : values)
