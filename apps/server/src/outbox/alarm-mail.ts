import { kindOf } from '@steading/contract/categories'
import type { Cause, Severity } from '@steading/contract/events'
import { comparedWords, limitWords, matterWords, readingWords, thresholdWords } from '@steading/locales/condition'
import { dateTime, duration, since } from '@steading/locales/format'
import { camel } from '@steading/locales/camel'
import type { Translate } from '@steading/locales/text'
import { say } from '../platform/wording.ts'
import type { Wording } from '../platform/wording.ts'
import { adviceFor, adviceForFact } from './advice.ts'
import { letterOf, timesIn } from './letter.ts'

/** What an alarm mail tells, in nobody's language yet. */
export interface AlarmNews {
  readonly severity: Severity
  readonly title: string | Wording
  /** Of the event, for what no sensor tells. */
  readonly place: string
  readonly openedAt: Date
  /** Of this occurrence. */
  readonly at: Date
  /** Counts the occurrences of the condition from 1. */
  readonly n: number
  /** No more of this condition will come. */
  readonly last: boolean
  readonly cause: ToldCause | null
  /** A sentence instead of a cause. */
  readonly fact: Wording | null
  /** Of what a person wrote down: in which words, and who; instead of both. */
  readonly written: { readonly description: string; readonly notes: string; readonly by: string } | null
  readonly link: string
  /** What the rule's author says of it in words of his own; an empty one says nothing. */
  readonly own: { readonly subject: string; readonly body: string } | null
}

/** A card with where its sensor stood; on cards of old the place of the event tells it. */
export type ToldCause = Cause & { readonly place?: string | undefined }

/** What is the matter and since when, one sentence each; what somebody does first who hears of it. */
export const matterOf = ({ cause, fact, at }: Pick<AlarmNews, 'cause' | 'fact' | 'at'>, t: Translate, timeZone: string) => ({
  facts: [
    ...(cause ? [sentence(cause, t), sinceWords(cause, at, timeZone, t)] : []),
    ...(fact ? [factIn(fact, t, timeZone)] : []),
  ],
  advice: [...(cause ? [t(adviceFor(cause))] : []), ...(fact ? [t(adviceForFact(fact.key))] : [])],
})

/** The same facts, beside the title; for what no sensor tells, what is known of it. */
export const factsOf = (news: AlarmNews, t: Translate, timeZone: string): string[] => [
  ...matterOf(news, t, timeZone).facts.filter(one => one !== titleOf(news, t)),
  ...(news.written ? paragraphs(news.written.description) : []),
]

export const titleOf = ({ title }: Pick<AlarmNews, 'title'>, t: Translate) => (typeof title === 'string' ? title : say(t, title))
export const placeOf = ({ cause, place }: Pick<AlarmNews, 'cause' | 'place'>) => cause?.place ?? place

/** What the sensor says, as short as a subject has room for. */
const nowWords = (cause: Cause, t: Translate) =>
  kindOf(cause) === 'COUNTER' ? comparedWords(cause, cause.value, t) : readingWords(cause, cause.reading, t)

/** What is the matter, in a sentence that needs no knowledge of rules. */
function sentence(cause: Cause, t: Translate): string {
  const matter = matterWords(cause, t)
  if (matter) return matter
  const { interfaceName: sensor, reading, value, threshold } = cause
  const now = nowWords(cause, t)
  const compared = cause.relativeTo !== undefined && reading !== value
  const words = compared ? `${now} (${thresholdWords({ ...cause, threshold: value, value: threshold }, t)})` : now
  return t('mail.alarm.cause', { sensor, value: words, limit: limitWords(cause, t) })
}

/** Since when it has been so; the day only where it is another one. */
function sinceWords({ sinceUtc }: Cause, at: Date, timeZone: string, t: Translate): string {
  const lasted = (at.getTime() - Date.parse(sinceUtc)) / 1000
  const time = since(sinceUtc, at, timeZone, t)
  return lasted > 0 ? t('mail.alarm.since', { time, duration: duration(lasted, t) }) : t('mail.alarm.at', { time })
}

/** Of severities, as the screens have them. */
const COLOURS: Readonly<Record<Severity, string>> = { LOW: '#4b6a88', MODERATE: '#826400', MAJOR: '#a54f01', CRITICAL: '#c9222b' }

/** The mail in one language, times in the reader's zone. The subject tells any two alarms apart. */
export function alarmMail(news: AlarmNews, t: Translate, timeZone: string) {
  const { cause, written, at, n, last } = news
  const title = titleOf(news, t)
  const severity = t(`event.severity.${camel(news.severity)}`)
  const place = placeOf(news)
  const what = { severity, title, place }
  const matter = matterOf(news, t, timeZone)
  const told = cause
    ? t('mail.alarm.subjectOf', { ...what, sensor: cause.interfaceName, value: nowWords(cause, t) })
    : t('mail.alarm.subject', what)
  const subject = news.own?.subject ? news.own.subject : told
  const lines = [
    ...paragraphs(news.own?.body ?? ''),
    ...(written ? paragraphs(written.description) : []),
    t('mail.alarm.where', { place }),
    ...matter.facts,
    ...matter.advice,
    ...(written ? [...paragraphs(written.notes), t('mail.event.by', { name: written.by })] : [t('mail.alarm.do.take')]),
    t(written ? 'mail.event.opened' : 'mail.alarm.opened', { time: dateTime(news.openedAt, timeZone, t) }),
    ...(n > 1 ? [t('mail.alarm.repeat', { count: n })] : []),
    ...(last ? [t('mail.alarm.last')] : []),
  ]
  const link = { words: t('mail.alarm.link'), href: news.link }
  return letterOf(
    {
      ...{ subject, above: { words: severity, colour: COLOURS[news.severity] }, title, lines, link },
      ...{ times: timesIn(timeZone, at, t), footer: t(written ? 'mail.event.footer' : 'mail.alarm.footer') },
    },
    t.language,
  )
}

const paragraphs = (text: string) => (text ? text.split('\n') : [])

/** An instant among the values of a fact is ms under the name `time`. */
const factIn = ({ key, values }: Wording, t: Translate, timeZone: string) =>
  t(key, typeof values.time === 'number' ? { ...values, time: dateTime(values.time, timeZone, t) } : values)
