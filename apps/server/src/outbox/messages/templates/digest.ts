import { ARRIVES_IN_BY_CALL } from '@steading/contract/events/events'
import { SEVERITIES } from '@steading/contract/events/events'
import { camel } from '@steading/locales/camel'
import { since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Urgency } from '../../notification.ts'
import { placeOf, titleOf } from '../alarmEmail.ts'
import { timesIn } from '../email.ts'
import { eventsUrl } from '../linkTokens.ts'
import { speakable, voiced, withLink } from '../shortText.ts'
import { defineTemplate } from '../template.ts'
import type { AlarmValues } from './alarm.ts'

/** After this many other events within BURST ms, further messages to the same recipient on a channel wait for a digest. */
export const DIGEST_THRESHOLD: number = 4
export const BURST = 60_000
/** How long a digest collects messages, ms. */
export const digestDelay = (urgency: Urgency) => (urgency === 'CRITICAL' ? 5_000 : 60_000)

/** Most lines of a digest's e-mail; the list of events shows the rest. */
const LINES = 100
const PLACES = 3
/** Most alarms that a call names, and most characters. */
const SPOKEN = 3
const MOST_SPOKEN = 560

/** Each event once, with its latest occurrence, by descending severity. */
export const distinctAlarms = (all: readonly AlarmValues[]) =>
  [...new Map(all.map(alarm => [alarm.eventId, alarm])).values()].toSorted(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity),
  )

/** The alarms that a call names. The key press acknowledges these alone; a very long line is cut. */
export function spokenAlarms(all: readonly AlarmValues[], t: Translate) {
  const named: { readonly eventId: string; readonly words: string }[] = []
  let length = 0
  for (const alarm of distinctAlarms(all).slice(0, SPOKEN)) {
    const words = `${lineOf(alarm, t)}.`
    length += words.length
    if (named.length > 0 && length > MOST_SPOKEN) break
    named.push({ eventId: alarm.eventId, words: words.slice(0, MOST_SPOKEN) })
  }
  return named
}

/** Severity, title and place of an alarm in one line. */
export const lineOf = (alarm: AlarmValues, t: Translate) =>
  t('mail.alarm.subject', {
    severity: t(`event.severity.${camel(alarm.severity)}`),
    title: titleOf(alarm, t),
    place: placeOf(alarm),
  })

/** Not stored: the values are those of the messages that the digest carries. */
export interface DigestValues {
  readonly alarms: readonly AlarmValues[]
  /** When the digest was put together: days are named relative to it. */
  readonly at: Date
}

/** One message about many alarms. */
export const digestTemplate = defineTemplate<DigestValues>({
  name: 'digest',
  render({ alarms: all, at }, { t, timeZone, baseUrl }) {
    const alarms = distinctAlarms(all)
    const link = eventsUrl(baseUrl)
    const places = [...new Set(alarms.map(placeOf))]
    const more = places.length > PLACES ? ' …' : ''
    const count = alarms.length
    const critical = alarms.filter(alarm => alarm.severity === 'CRITICAL').length
    const subject = t('digest.subject', { count, critical, places: places.slice(0, PLACES).join(', ') + more })
    const timed = (alarm: AlarmValues) =>
      `${lineOf(alarm, t)}. ${t('mail.alarm.at', { time: since(alarm.cause?.sinceUtc ?? alarm.openedAt, at, timeZone, t) })}`
    const rest = (most: number) => (count > most ? [t('digest.more', { count: count - most })] : [])
    return {
      subject,
      mail: () => ({
        subject,
        title: subject,
        lines: [...alarms.slice(0, LINES).map(timed), ...rest(LINES)],
        link: { words: t('digest.link'), href: link },
        footer: t('digest.footer'),
        times: timesIn(timeZone, at, t),
      }),
      spoken() {
        const own = voiced(t)
        const named = spokenAlarms(all, own)
        const words = [own('voice.digest', { count, critical }), ...named.map(alarm => alarm.words), ...rest(named.length)]
        return [speakable(words.join(' '), own), t('voice.press', { count: ARRIVES_IN_BY_CALL })].join(' ')
      },
      short: () => withLink(`${subject}. ${alarms.map(alarm => lineOf(alarm, t)).join('; ')}`, link),
    }
  },
})
