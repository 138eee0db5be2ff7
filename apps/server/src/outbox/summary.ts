import { SEVERITIES } from '@steading/contract/events'
import { camel } from '@steading/locales/camel'
import { date, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { letterOf, timesIn } from './letter.ts'
import { say, wordingOf } from '../platform/wording.ts'
import type { Due, Facts, Standing } from './summaries.sql.ts'

/** A night before the end of the time that a letter tells of, ms. */
const NIGHT = 12 * 3_600_000

/** What a day or a week brought, and what still stands: the events tell the rest. `now` is when it is written. */
export function summaryLetter(
  { span, from, to, timeZone }: Pick<Due, 'span' | 'from' | 'to' | 'timeZone'>,
  { opened, standing, gravest }: Facts,
  { now, link }: { readonly now: Date; readonly link: string },
  t: Translate,
) {
  const days = { from: date(from.getTime(), timeZone, t), to: date(to.getTime() - NIGHT, timeZone, t) }
  const count = SEVERITIES.reduce((sum, level) => sum + (opened[level] ?? 0), 0)
  const title = span === 'DAY' ? t('summary.day', { date: days.to }) : t('summary.week', days)
  const levels = SEVERITIES.toReversed().flatMap(level =>
    opened[level] ? [`${t(`event.severity.${camel(level)}`)} ${opened[level]}`] : [],
  )
  const line = ({ title: own, wording, severity, place, openedAt }: Standing) => {
    const worded = wordingOf(wording)
    const what = t('mail.alarm.subject', {
      ...{ severity: t(`event.severity.${camel(severity)}`), title: worded ? say(t, worded) : own, place },
    })
    return `${what}. ${t('mail.alarm.at', { time: since(openedAt, now, timeZone, t) })}`
  }
  const more = standing - gravest.length
  return letterOf(
    {
      subject: `${title}: ${t('summary.opened', { count })}`,
      title,
      lines: [
        `${[t('summary.opened', { count }), levels.join(', ')].filter(Boolean).join(': ')}.`,
        t('summary.standing', { count: standing }),
        ...gravest.map(line),
        ...(more > 0 ? [t('digest.more', { count: more })] : []),
      ],
      link: { words: t('digest.link'), href: link },
      times: timesIn(timeZone, now, t),
      footer: t('summary.footer'),
    },
    t.language,
  )
}
