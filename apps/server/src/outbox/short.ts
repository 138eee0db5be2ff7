import { CATEGORIES } from '@steading/contract/categories'
import type { Severity } from '@steading/contract/events'
import { camel } from '@steading/locales/camel'
import { dateTime, ungrouped } from '@steading/locales/format'
import { notationOf } from '@steading/locales/notation'
import type { TextKey, Translate } from '@steading/locales/text'
import { factsOf, placeOf, titleOf } from './alarm-mail.ts'
import type { AlarmNews } from './alarm-mail.ts'

/** As much as two SMS carry in their own letters, and room for the link that it is given as it leaves, which is longer. */
const MOST = 260

/** Words cut at a place where words end, and the link whole: it is what one needs. */
export function withLink(words: string, link: string): string {
  const room = MOST - link.length - 1
  if (words.length <= room) return `${words}\n${link}`
  const cut = words.slice(0, room - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), room - 30)).trimEnd()}…\n${link}`
}

const severityIn = (severity: Severity, t: Translate) => t(`event.severity.${camel(severity)}`)

/** One short message: how grave, what, where, since when, and where to read on. */
export function shortText(news: AlarmNews, t: Translate, timeZone: string): string {
  const said = { severity: severityIn(news.severity, t), title: titleOf(news, t), place: placeOf(news) }
  const head = news.own?.subject ? news.own.subject : t('mail.alarm.subject', said)
  const own = news.own?.body ? [news.own.body] : []
  const since = news.cause ? [] : [t('mail.alarm.opened', { time: dateTime(news.openedAt, timeZone, t) })]
  return withLink(oneSpaced([`${head}.`, ...own, ...factsOf(news, t, timeZone), ...since].join(' ')), news.link)
}

/** A sentence or two that can be spoken, and how to say that one takes care of it. */
export function spokenText(news: AlarmNews, reader: Translate, timeZone: string): string {
  const t = voiced(reader)
  const said = { severity: severityIn(news.severity, t), title: titleOf(news, t), place: placeOf(news) }
  const head = news.own?.subject ? [news.own.subject, '.'].join('') : ''
  return [
    speakable([head, t('voice.alarm', said), ...factsOf(news, t, timeZone)].join(' '), t).slice(0, 700),
    t('voice.press'),
  ].join(' ')
}

const units = new Map<string, TextKey>(
  Object.values(CATEGORIES).flatMap(({ unit }) => (unit?.symbol ? [[unit.symbol, unit.key as TextKey] as const] : [])), // safe: a test walks every category
)
// "% relative humidity" would be read as it is written.
units.set('%', 'unit.percent')

/** A voice reads the marks of its own language, whatever the reader chose to see. */
export const voiced = (t: Translate): Translate => t.withNotation(notationOf(t.language))

/** What is written in the notation of its language, as it is said: units in words, figures as the language reads them, no marks that a voice would name. */
export function speakable(text: string, t: Translate): string {
  const symbols = [...units.keys()].toSorted((a, b) => b.length - a.length)
  const measured = new RegExp(String.raw`(\d)\s?(${symbols.join('|')})(/h)?(?![\p{L}\d/])`, 'gu')
  const said = ungrouped(text, t)
    .replaceAll(measured, (_, digit: string, symbol: string, hourly?: string) =>
      [digit, t(units.get(symbol)!), ...(hourly ? [t('voice.perHour')] : [])].join(' '),
    )
    .replaceAll(/\s*\|\s*/g, ', ')
    .replaceAll(/[“”„«»"<>*_#]/g, '')
  return oneSpaced(said)
}

const oneSpaced = (text: string) => text.replaceAll(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
