import type { Channel } from '@steading/contract/outbox'
import type { Severity } from '@steading/contract/events'
import { SEVERITIES } from '@steading/contract/events'
import { camel } from '@steading/locales/camel'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { placeOf, titleOf } from './alarm-mail.ts'
import { letterOf, timesIn } from './letter.ts'
import type { StoredNews } from './news.ts'
import { speakable, voiced, withLink } from './short.ts'

/** From so many other events in BURST ms on, what follows to the same recipient on the same channel is gathered. */
export const BEFORE_GATHERING = 4
export const BURST = 60_000
/** How long it is gathered, ms. */
export const gatheredFor = (severity: Severity) => (severity === 'CRITICAL' ? 5_000 : 60_000)

/** Lines of a digest's mail; the events tell the rest. */
const LINES = 100
const PLACES = 3
/** In a call: so many, in so many letters. */
const SPOKEN = 3
const MOST_SPOKEN = 560

/** The gravest first, each event once: as it was told last. */
export const alarmsIn = (all: readonly StoredNews[]) =>
  [...new Map(all.map(one => [one.eventId, one])).values()].toSorted(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity),
  )

/** What a call names of many alarms, whole: of a very long one only its beginning. Whoever presses the key takes care of no other. */
export function spokenOf(all: readonly StoredNews[], t: Translate) {
  const named: { readonly eventId: string; readonly words: string }[] = []
  let length = 0
  for (const one of alarmsIn(all).slice(0, SPOKEN)) {
    const words = `${lineOf(one, t)}.`
    length += words.length
    if (named.length > 0 && length > MOST_SPOKEN) break
    named.push({ eventId: one.eventId, words: words.slice(0, MOST_SPOKEN) })
  }
  return named
}

/** What is the matter where, in one line. */
export const lineOf = (one: StoredNews, t: Translate) =>
  t('mail.alarm.subject', { severity: t(`event.severity.${camel(one.severity)}`), title: titleOf(one, t), place: placeOf(one) })

interface Reading {
  readonly timeZone: string
  /** What goes out later than today tells the day. */
  readonly now: Date
  readonly link: string
}

/** One message of many alarms; the gravest come first, each event once. */
export function digest(channel: Channel, all: readonly StoredNews[], t: Translate, { timeZone, now, link }: Reading) {
  const alarms = alarmsIn(all)
  const places = [...new Set(alarms.map(placeOf))]
  const more = places.length > PLACES ? ' …' : ''
  const count = alarms.length
  const critical = alarms.filter(one => one.severity === 'CRITICAL').length
  const subject = t('digest.subject', { count, critical, places: places.slice(0, PLACES).join(', ') + more })
  const line = (one: StoredNews) => lineOf(one, t)
  const timed = (one: StoredNews) =>
    `${line(one)}. ${t('mail.alarm.at', { time: since(one.cause?.sinceUtc ?? one.openedAt, now, timeZone, t) })}`
  const rest = (most: number) => (count > most ? [t('digest.more', { count: count - most })] : [])
  if (channel === 'MAIL')
    return letterOf(
      {
        ...{ subject, title: subject, lines: [...alarms.slice(0, LINES).map(timed), ...rest(LINES)] },
        ...{ link: { words: t('digest.link'), href: link }, footer: t('digest.footer') },
        times: timesIn(timeZone, now, t),
      },
      t.language,
    )
  if (channel === 'VOICE') {
    const own = voiced(t)
    const named = spokenOf(all, own)
    const said = [own('voice.digest', { count, critical }), ...named.map(one => one.words), ...rest(named.length)]
    return { subject, text: [speakable(said.join(' '), own), t('voice.press')].join(' '), html: '' }
  }
  return { subject, text: withLink(`${subject}. ${alarms.map(line).join('; ')}`, link), html: '' }
}
