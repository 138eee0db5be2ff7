import { type DatePart, type Notated, arrangeDate, dateOrder } from '@steading/locales/notation'
import type { Translate } from '@steading/locales/text'

const entry = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/
const two = (text: string) => text.padStart(2, '0')
const yearFirst: readonly DatePart[] = ['year', 'month', 'day']

/** A day as somebody typed it, in their order or with the year first, as YYYY-MM-DD. '' is no day, undefined is nothing that can be read. */
export function readDay(typed: string, notated: Notated): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const found = entry.exec(text)?.slice(1) ?? []
  // Four digits in front are a year, whatever the order.
  const order = found[0]?.length === 4 ? yearFirst : dateOrder(notated)
  const [year = '', month = '', day = ''] = yearFirst.map(part => found[order.indexOf(part)])
  const read = `${year}-${two(month)}-${two(day)}`
  const at = Date.parse(`${read}T00:00:00Z`)
  // The calendar has it: the 31st of April is read as the 1st of May.
  return /^\d{4}$/.test(year) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(read) ? read : undefined
}

/** YYYY-MM-DD as the reader writes it; anything else as it is. */
export function writeDay(text: string | undefined, notated: Notated): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  return year && month && day ? arrangeDate({ year, month, day }, notated) : (text ?? '')
}

/** What stands in an empty field: DD-MM-YYYY in the letters of the language. */
export const dayPattern = (t: Translate): string =>
  arrangeDate({ day: t('form.pattern.day'), month: t('form.pattern.month'), year: t('form.pattern.year') }, t)
