import { kindOf } from '@steading/contract/devices/categories'
import type { Danger } from '@steading/contract/events/danger'
import type { Cause, Severity } from '@steading/contract/events/events'
import { comparedWords, limitWords, matterWords, readingWords, relativeWords } from '@steading/locales/condition'
import { dangerWords } from '@steading/locales/events/danger'
import { dateTime, duration, since } from '@steading/locales/format'
import { camel } from '@steading/locales/camel'
import type { Translate } from '@steading/locales/text'
import { translateWording } from '../../platform/text/wording.ts'
import type { Wording } from '../../platform/text/wording.ts'
import { adviceFor, adviceForFact } from './advice.ts'
import { timesIn } from './email.ts'
import type { Email } from './email.ts'

/** Content of an alarm message, independent of the language. */
export interface AlarmContent {
  readonly severity: Severity
  readonly title: string | Wording
  /** Entity of the event, for alarms without a sensor. */
  readonly place: string
  readonly openedAt: Date
  /** Time of this occurrence. */
  readonly at: Date
  /** Number of the notification about the condition, from 1. */
  readonly n: number
  /** The last notification about the condition. */
  readonly last: boolean
  readonly cause: LocatedCause | null
  /** A sentence instead of a cause. */
  readonly fact: Wording | null
  /** Text of a manual event and its author; instead of a cause and a fact. */
  readonly written: { readonly description: string; readonly notes: string; readonly by: string } | null
  /** How long the animals have, as estimated when the message was made; absent in older ones. */
  readonly danger?: Danger | null
  /** What people found or did meanwhile, a sentence each; before the facts. */
  readonly news?: readonly Wording[]
  readonly link: string
  /** Text that the author of the rule wrote; empty parts are ignored. */
  readonly own: { readonly subject: string; readonly body: string } | null
}

/** A cause with the entity of its sensor; older ones lack it, then the entity of the event is shown. */
export type LocatedCause = Cause & { readonly place?: string | undefined }

/** Facts: cause and time, a sentence each. Advice: what to do first. */
export const matterOf = (
  { cause, fact, at, news = [] }: Pick<AlarmContent, 'cause' | 'fact' | 'at' | 'news'>,
  t: Translate,
  timeZone: string,
) => ({
  facts: [
    ...news.map(one => newsIn(one, at, t, timeZone)),
    ...(cause ? [sentence(cause, t), sinceWords(cause, at, timeZone, t)] : []),
    ...(fact ? [factIn(fact, t, timeZone)] : []),
  ],
  advice: [...(cause ? [t(adviceFor(cause))] : []), ...(fact ? [t(adviceForFact(fact.key))] : [])],
})

/** The facts without the title; of a manual event its description. */
export const factsOf = (alarm: AlarmContent, t: Translate, timeZone: string): string[] => [
  ...matterOf(alarm, t, timeZone).facts.filter(fact => fact !== titleOf(alarm, t)),
  ...(alarm.written ? paragraphs(alarm.written.description) : []),
]

export const titleOf = ({ title }: Pick<AlarmContent, 'title'>, t: Translate) =>
  typeof title === 'string' ? title : translateWording(t, title)
export const placeOf = ({ cause, place }: Pick<AlarmContent, 'cause' | 'place'>) => cause?.place ?? place

/** The reading, short enough for a subject. */
const nowWords = (cause: Cause, t: Translate) =>
  kindOf(cause) === 'COUNTER' ? comparedWords(cause, cause.value, t) : readingWords(cause, cause.reading, t)

/** The cause in a sentence that needs no knowledge of rules. */
function sentence(cause: Cause, t: Translate): string {
  const matter = matterWords(cause, t)
  if (matter) return matter
  const { interfaceName: sensor, reading, value } = cause
  const now = nowWords(cause, t)
  const compared = cause.relativeTo !== undefined && reading !== value
  const words = compared ? `${now} (${relativeWords(cause, value, t)})` : now
  return t('mail.alarm.cause', { sensor, value: words, limit: limitWords(cause, t) })
}

/** Start and duration of the condition; the date only if it is another day. */
function sinceWords({ sinceUtc }: Cause, at: Date, timeZone: string, t: Translate): string {
  const lasted = (at.getTime() - Date.parse(sinceUtc)) / 1000
  const time = since(sinceUtc, at, timeZone, t)
  return lasted > 0 ? t('mail.alarm.since', { time, duration: duration(lasted, t) }) : t('mail.alarm.at', { time })
}

/** Colours of severities, the same as in the screens. */
const COLOURS: Readonly<Record<Severity, string>> = { LOW: '#4b6a88', MODERATE: '#826400', MAJOR: '#a54f01', CRITICAL: '#c9222b' }

/** The e-mail in the language and time zone of the recipient. Its subject distinguishes any two alarms. */
export function alarmEmail(alarm: AlarmContent, t: Translate, timeZone: string): Email {
  const { cause, written, at, n, last } = alarm
  const title = titleOf(alarm, t)
  const severity = t(`event.severity.${camel(alarm.severity)}`)
  const place = placeOf(alarm)
  const what = { severity, title, place }
  const matter = matterOf(alarm, t, timeZone)
  const defaultSubject = cause
    ? t('mail.alarm.subjectOf', { ...what, sensor: cause.interfaceName, value: nowWords(cause, t) })
    : t('mail.alarm.subject', what)
  const subject = alarm.own?.subject ? alarm.own.subject : defaultSubject
  const lines = [
    ...paragraphs(alarm.own?.body ?? ''),
    ...(written ? paragraphs(written.description) : []),
    t('mail.alarm.where', { place }),
    ...matter.facts,
    ...dangerLines(alarm.danger, t),
    ...matter.advice,
    ...(written ? [...paragraphs(written.notes), t('mail.event.by', { name: written.by })] : [t('mail.alarm.do.take')]),
    t(written ? 'mail.event.opened' : 'mail.alarm.opened', { time: dateTime(alarm.openedAt, timeZone, t) }),
    ...(n > 1 ? [t('mail.alarm.repeat', { count: n })] : []),
    ...(last ? [t('mail.alarm.last')] : []),
  ]
  const link = { words: t('mail.alarm.link'), href: alarm.link }
  return {
    subject,
    above: { words: severity, colour: COLOURS[alarm.severity] },
    title,
    lines,
    link,
    times: timesIn(timeZone, at, t),
    footer: t(written ? 'mail.event.footer' : 'mail.alarm.footer'),
  }
}

/** The estimate with its error; none: nothing is said. */
export function dangerLines(danger: Danger | null | undefined, t: Translate): string[] {
  if (!danger) return []
  const { estimate, band } = dangerWords(danger, t)
  return [band === null ? estimate : `${estimate} ${band}`]
}

/** The estimate alone, for messages that are read aloud or are short. */
export const dangerSentence = (danger: Danger | null | undefined, t: Translate): string[] =>
  danger ? [dangerWords(danger, t).estimate] : []

const paragraphs = (text: string) => (text ? text.split('\n') : [])

/** Renders news; its value `time` is an instant in ms, of the same day mostly. */
const newsIn = ({ key, values }: Wording, at: Date, t: Translate, timeZone: string) =>
  t(key, typeof values.time === 'number' ? { ...values, time: since(new Date(values.time), at, timeZone, t) } : values)

/** Renders a fact; its value `time` is an instant in ms. */
const factIn = ({ key, values }: Wording, t: Translate, timeZone: string) =>
  t(key, typeof values.time === 'number' ? { ...values, time: dateTime(values.time, timeZone, t) } : values)
