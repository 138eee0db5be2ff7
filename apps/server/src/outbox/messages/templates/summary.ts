import { SEVERITIES } from '@steading/contract/events/events'
import type { Severity } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import { camel } from '@steading/locales/camel'
import { readingWords } from '@steading/locales/condition'
import { date, dateTime, missing, since } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { dateOfDay, localDayIn } from '../../../platform/time/localDay.ts'
import { translateWording } from '../../../platform/text/wording.ts'
import type { Wording } from '../../../platform/text/wording.ts'
import { timesIn } from '../email.ts'
import type { Email } from '../email.ts'
import { eventsUrl } from '../linkTokens.ts'
import { defineTemplate, emailContent } from '../template.ts'

export interface SummaryEvent {
  readonly title: string
  readonly wording: Wording | null
  readonly place: string
  readonly severity: Severity
  /** UTC ms. */
  readonly openedAt: number
}

export interface SummaryTask {
  readonly title: string
  readonly place: string
  /** UTC ms. */
  readonly dueAt: number
}

/** An output that people control by hand. */
export interface SummaryOverride {
  readonly name: string
  readonly place: string
  readonly category: string
  readonly unit: string | null
  readonly value: Value
  readonly by: string | null
  /** UTC ms. */
  readonly until: number
}

export interface SummarySensor {
  readonly name: string
  readonly place: string
  /** Last contact, UTC ms. */
  readonly since: number
}

export interface SummarySilo {
  readonly name: string
  readonly place: string
  /** The local dates on which it will be empty, and by which feed is to be ordered: today or before is now. */
  readonly emptyDay: string
  readonly orderDay: string
}

/** How many there are, and the first of them. */
export interface SummaryList<Item> {
  readonly all: number
  readonly first: readonly Item[]
}

export interface SummaryValues {
  readonly span: 'DAY' | 'WEEK'
  /** Local midnights of the recipient, UTC ms. */
  readonly from: number
  readonly to: number
  /** When it was written, UTC ms. */
  readonly at: number
  /** Events that opened in that time, by severity; absent, with the next two: the recipient may not see events. */
  readonly opened?: Readonly<Partial<Record<Severity, number>>>
  /** Number of events that are still open, and the most severe of them. */
  readonly open?: number
  readonly gravest?: readonly SummaryEvent[]
  /** Own tasks that are due by the end of the day, and the first of them; absent: none, or of a week. So are the next three. */
  readonly tasks?: { readonly due: number; readonly first: readonly SummaryTask[] }
  readonly overrides?: SummaryList<SummaryOverride>
  readonly silent?: SummaryList<SummarySensor>
  /** Those whose day is known, the soonest first. */
  readonly silos?: SummaryList<SummarySilo>
}

/** Half a day before the end falls on the last day, in every time zone. */
const HALF_DAY = 12 * 3_600_000

/** Longest WhatsApp message of a provider is 1600 characters. */
const MOST_CHARACTERS = 1500

/** Daily or weekly summary: events, and of a day what the farm needs this morning. */
export const summaryTemplate = defineTemplate<SummaryValues>({
  name: 'summary',
  render(values, { t, timeZone, baseUrl }) {
    const { span, from, to, at, opened } = values
    const days = { from: date(from, timeZone, t), to: date(to - HALF_DAY, timeZone, t) }
    const title = span === 'DAY' ? t('summary.day', { date: days.to }) : t('summary.week', days)
    const lines = [...eventLines(values, t, timeZone), ...morningLines(values, t, timeZone)]
    const email: Email = {
      subject: opened ? `${title}: ${t('summary.opened', { count: countOf(opened) })}` : title,
      title,
      lines: lines.length > 0 ? lines : [t('summary.nothing')],
      link: opened ? { words: t('digest.link'), href: eventsUrl(baseUrl) } : { words: t('summary.link'), href: `${baseUrl}/` },
      times: timesIn(timeZone, new Date(at), t),
      footer: t('summary.footer'),
    }
    return { ...emailContent(email, t), short: () => wholeText(email) }
  },
})

const countOf = (opened: NonNullable<SummaryValues['opened']>) =>
  SEVERITIES.reduce((sum, severity) => sum + (opened[severity] ?? 0), 0)

function eventLines({ at, opened, open = 0, gravest = [] }: SummaryValues, t: Translate, timeZone: string): string[] {
  if (!opened) return []
  const severities = SEVERITIES.toReversed().flatMap(severity =>
    opened[severity] ? [`${t(`event.severity.${camel(severity)}`)} ${opened[severity]}`] : [],
  )
  const line = (event: SummaryEvent) => {
    const what = t('mail.alarm.subject', {
      severity: t(`event.severity.${camel(event.severity)}`),
      title: event.wording ? translateWording(t, event.wording) : event.title,
      place: event.place,
    })
    return `${what}. ${t('mail.alarm.at', { time: since(event.openedAt, at, timeZone, t) })}`
  }
  return [
    `${[t('summary.opened', { count: countOf(opened) }), severities.join(', ')].filter(Boolean).join(': ')}.`,
    ...listLines(t('summary.standing', { count: open }), { all: open, first: gravest }, line, t),
  ]
}

function morningLines({ at, tasks, overrides, silent, silos }: SummaryValues, t: Translate, timeZone: string): string[] {
  const day = (text: string) => date(`${text}T00:00:00Z`, 'UTC', t)
  const today = dateOfDay(localDayIn(timeZone)(at)).toISOString().slice(0, 10)
  return [
    ...(tasks
      ? listLines(
          t('summary.tasks', { count: tasks.due }),
          { all: tasks.due, first: tasks.first },
          task => t('summary.task', { title: task.title, place: task.place, time: dateTime(task.dueAt, timeZone, t) }),
          t,
        )
      : []),
    ...(overrides
      ? listLines(
          t('summary.overrides', { count: overrides.all }),
          overrides,
          override =>
            t('summary.override', {
              name: override.name,
              place: override.place,
              value: readingWords(override, override.value, t),
              person: override.by ?? missing,
              time: since(override.until, at, timeZone, t),
            }),
          t,
        )
      : []),
    ...(silent
      ? listLines(
          t('summary.silent', { count: silent.all }),
          silent,
          sensor => t('summary.sensor', { name: sensor.name, place: sensor.place, time: since(sensor.since, at, timeZone, t) }),
          t,
        )
      : []),
    ...(silos
      ? listLines(
          t('summary.silos'),
          silos,
          silo => {
            const { name, place, emptyDay, orderDay } = silo
            return orderDay <= today
              ? t('summary.siloNow', { name, place, empty: day(emptyDay) })
              : t('summary.silo', { name, place, empty: day(emptyDay), order: day(orderDay) })
          },
          t,
        )
      : []),
  ]
}

/** A heading, a line for each of the first, and how many more there are. */
const listLines = <Item>(heading: string, { all, first }: SummaryList<Item>, line: (item: Item) => string, t: Translate) => [
  heading,
  ...first.map(line),
  ...(all > first.length ? [t('digest.more', { count: all - first.length })] : []),
]

/** Title, lines and link in one message; lines beyond its room are left out. */
function wholeText({ subject, lines, link }: Email): string {
  let text = subject
  for (const line of lines) {
    if (text.length + line.length + link.href.length + 4 > MOST_CHARACTERS) {
      text += '\n…'
      break
    }
    text += `\n${line}`
  }
  return `${text}\n${link.href}`
}
