import type { Translate } from './text.ts'

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
