import { CATEGORIES } from '@steading/contract/devices/categories'
import { ARRIVES_IN_BY_CALL } from '@steading/contract/events/events'
import type { Severity } from '@steading/contract/events/events'
import { camel } from '@steading/locales/camel'
import { dateTime, ungrouped } from '@steading/locales/format'
import { notationOf } from '@steading/locales/notation'
import type { TextKey, Translate } from '@steading/locales/text'
import { dangerSentence, factsOf, placeOf, titleOf } from './alarmEmail.ts'
import type { AlarmContent } from './alarmEmail.ts'

/** Characters of two SMS in the GSM alphabet, less room for the answer link, which is longer than the stored one. */
const MOST = 260

/** Truncates the words at a word boundary; the link stays whole. */
export function withLink(words: string, link: string): string {
  const room = MOST - link.length - 1
  if (words.length <= room) return `${words}\n${link}`
  const cut = words.slice(0, room - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), room - 30)).trimEnd()}…\n${link}`
}

const severityIn = (severity: Severity, t: Translate) => t(`event.severity.${camel(severity)}`)

/** Text of an SMS: severity, title, entity, time, and the link. */
export function shortText(alarm: AlarmContent, t: Translate, timeZone: string): string {
  const values = { severity: severityIn(alarm.severity, t), title: titleOf(alarm, t), place: placeOf(alarm) }
  const head = alarm.own?.subject ? alarm.own.subject : t('mail.alarm.subject', values)
  const own = alarm.own?.body ? [alarm.own.body] : []
  const since = alarm.cause ? [] : [t('mail.alarm.opened', { time: dateTime(alarm.openedAt, timeZone, t) })]
  const danger = dangerSentence(alarm.danger, t)
  return withLink(oneSpaced([`${head}.`, ...danger, ...own, ...factsOf(alarm, t, timeZone), ...since].join(' ')), alarm.link)
}

/** Text of a call: a sentence or two, and how to acknowledge. */
export function spokenText(alarm: AlarmContent, reader: Translate, timeZone: string): string {
  const t = voiced(reader)
  const values = { severity: severityIn(alarm.severity, t), title: titleOf(alarm, t), place: placeOf(alarm) }
  const head = alarm.own?.subject ? [alarm.own.subject, '.'].join('') : ''
  return [
    speakable(
      [head, t('voice.alarm', values), ...dangerSentence(alarm.danger, t), ...factsOf(alarm, t, timeZone)].join(' '),
      t,
    ).slice(0, 700),
    t('voice.press', { count: ARRIVES_IN_BY_CALL }),
  ].join(' ')
}

const units = new Map<string, TextKey>(
  Object.values(CATEGORIES).flatMap(({ unit }) => (unit?.symbol ? [[unit.symbol, unit.key as TextKey] as const] : [])), // safe: a test walks every category
)
// "% relative humidity" would be read out literally.
units.set('%', 'unit.percent')

/** Speech uses the number format of its language, whatever the recipient chose for display. */
export const voiced = (t: Translate): Translate => t.withNotation(notationOf(t.language))

/** Turns text into speech: units as words, numbers without grouping, no punctuation that a voice would name. */
export function speakable(text: string, t: Translate): string {
  const symbols = [...units.keys()].toSorted((a, b) => b.length - a.length)
  const measured = new RegExp(String.raw`(\d)\s?(${symbols.join('|')})(/h)?(?![\p{L}\d/])`, 'gu')
  const spokenText = ungrouped(text, t)
    .replaceAll(measured, (_, digit: string, symbol: string, hourly?: string) =>
      [digit, t(units.get(symbol)!), ...(hourly ? [t('voice.perHour')] : [])].join(' '),
    )
    .replaceAll(/\s*\|\s*/g, ', ')
    .replaceAll(/[“”„«»"<>*_#]/g, '')
  return oneSpaced(spokenText)
}

const oneSpaced = (text: string) => text.replaceAll(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
