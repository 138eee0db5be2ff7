import type { WeekLine } from '@steading/contract/schedule'
import type { Translate } from '@steading/locales/text'
import type { KnownOf } from './known.ts'
import { type SchedulerBody, type Slot, type Week, weeksOf } from './week.ts'
import { namesOf, settingOf } from './wiring.ts'

const millisADay = 86_400_000
/** 1970-01-05 was a Monday. */
const monday = 4 * millisADay

/** A weekday in the person's language; 0 is Monday. */
export const weekdayName = (weekday: number, { language }: Translate, style: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(monday + weekday * millisADay)

/** "Mon–Fri", "Mon, Wed", "Every day": three and more in a row become a span. */
export function weekdaysWords(weekdays: readonly number[], t: Translate): string {
  if (weekdays.length === 7) return t('scheduler.everyDay')
  const rows: number[][] = []
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const row = rows.at(-1)
    if (row?.at(-1) === day - 1) row.push(day)
    else rows.push([day])
  }
  const name = (day: number | undefined) => (day === undefined ? '' : weekdayName(day, t))
  return rows
    .flatMap(row => (row.length > 2 ? [`${name(row[0])}–${name(row.at(-1))}`] : row.map(name)))
    .join(', ')
    .replace(/^\p{L}/u, letter => letter.toLocaleUpperCase(t.language))
}

const clockWords = (time: string): string => time.replace(/:00$/, '')

/** "06:00–21:59:59", with its last second as it was entered. */
export const slotTime = ({ startTime, endTime }: Pick<Slot, 'startTime' | 'endTime'>, t: Translate): string =>
  startTime === '00:00:00' && endTime === '23:59:59' ? t('scheduler.allDay') : `${clockWords(startTime)}–${clockWords(endTime)}`

type Say = (value: boolean | number) => string

/** What is set in a slot: "On", "On (Day light)". */
export const slotValue = ({ action, displayName }: Slot, say: Say): string =>
  displayName ? `${say(action)} (${displayName})` : say(action)

const lineWords = ({ weekdays, intervals }: WeekLine<Slot>, otherwise: boolean | number, say: Say, t: Translate): string =>
  t('scheduler.line', {
    days: weekdaysWords(weekdays, t),
    slots: intervals.map(slot => t('scheduler.slot', { time: slotTime(slot, t), value: slotValue(slot, say) })).join(', '),
    value: say(otherwise),
  })

/** A week in words, a sentence for the weekdays that are alike. */
export const weekWords = ({ outputs, lines }: Week, otherwise: boolean | number, knownOf: KnownOf, t: Translate): string[] =>
  lines.map(line => lineWords(line, otherwise, value => settingOf(outputs, value, knownOf, t), t))

/** What a scheduler does; where devices differ, each week is said with those that it is for. */
export function scheduleSentences(body: SchedulerBody, knownOf: KnownOf, t: Translate): string[] {
  const { inputs, timeZone, template } = body
  const weeks = weeksOf(inputs)
  return [
    ...weeks.flatMap(week => {
      const said = weekWords(week, inputs.callbackValue, knownOf, t)
      return weeks.length > 1 ? said.map(line => t('scheduler.lineFor', { devices: namesOf(week.outputs, knownOf), line })) : said
    }),
    t('rule.operates', { devices: namesOf(inputs.outputs, knownOf) }),
    t(template === 'FORCED_SCHEDULER' ? 'scheduler.insists' : 'scheduler.yields'),
    t('scheduler.clock', { timeZone }),
  ]
}
