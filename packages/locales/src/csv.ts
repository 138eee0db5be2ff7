import { type Moment, dateTime } from './format.ts'
import { type Notated, numberMarks } from './notation.ts'
import { utcOffset } from './zones.ts'

/** A cell: text, a number, or nothing. */
export type Cell = string | number | null | undefined

/** A moment as files say it: wall time with its UTC offset, since clocks that go back show an hour twice. */
export const csvTime = (moment: Moment, timeZone: string, notated: Notated): Cell =>
  moment === null || moment === undefined
    ? null
    : `${dateTime(moment, timeZone, notated)} ${utcOffset(timeZone, new Date(moment))}`

/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

/** A text that no spreadsheet runs as a formula: an apostrophe before what looks like one. */
export const defuse = (text: string): string => (formula.test(text) ? `'${text}` : text)

function cell(value: Cell, decimal: string, separator: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('.', decimal) : ''
  const text = defuse(value)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Rows as a file that the reader's spreadsheet opens rightly: semicolons with a decimal comma, commas with a decimal point; UTF-8
 * with its mark, no text that would run as a formula.
 */
export function csv(rows: readonly (readonly Cell[])[], notated: Notated): string {
  const { decimal } = numberMarks(notated)
  const separator = decimal === ',' ? ';' : ','
  const line = (row: readonly Cell[]) => row.map(value => cell(value, decimal, separator)).join(separator)
  return `\uFEFF${rows.map(line).join('\r\n')}\r\n`
}
