import { type Moment, dateTime } from './format.ts'
import { utcOffset } from './zones.ts'

/** A cell: text, a number, or nothing. */
export type Cell = string | number | null | undefined

/** A moment as files say it: wall time with its UTC offset, since clocks that go back show an hour twice. */
export const csvTime = (moment: Moment, timeZone: string): Cell =>
  moment === null || moment === undefined ? null : `${dateTime(moment, timeZone)} ${utcOffset(timeZone, new Date(moment))}`

/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('.', ',') : ''
  const text = formula.test(value) ? `'${value}` : value
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Rows as a file that spreadsheets open rightly: semicolons, decimal comma, UTF-8 with its mark, no text that would run as a
 * formula.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map(row => row.map(cell).join(';')).join('\r\n')}\r\n`
