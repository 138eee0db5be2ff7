import type { Cell } from '@steading/locales/csv'
import { csvTime } from '@steading/locales/csv'
import { date, dateTime, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { ReportFormat } from '@steading/contract/reports/reportKinds'
import { MOST_REPORT_ROWS } from '@steading/contract/reports/reportKinds'
import type { Readable } from 'node:stream'
import type { DocumentWriter } from '../../platform/documents/documentWriter.ts'
import type { PdfBlock, PdfDocument, SheetCell, SheetColumn, Workbook } from '../../platform/documents/documents.types.ts'

export type Row = readonly SheetCell[]

/** A report that is a table, read portion by portion, with a few figures above it. */
export interface TableReport {
  readonly title: string
  readonly subtitle: string
  readonly figures: readonly { readonly label: string; readonly value: string }[]
  readonly columns: readonly (SheetColumn & { readonly isNumeric?: boolean })[]
  rows(): AsyncIterable<readonly Row[]>
}

interface WriteOptions {
  readonly format: ReportFormat
  readonly t: Translate
  readonly timeZone: string
  readonly createdAt: number
}

/** Longest time that the file of a job takes, ms: nobody waits for it. */
export const JOB_TIME = 120_000

/** Writes a table report. PDF and XLSX hold their rows in memory, CSV one portion. */
export async function writeTableReport(
  documents: Pick<DocumentWriter, 'write' | 'csv'>,
  report: TableReport,
  options: WriteOptions,
): Promise<Readable> {
  const { format, t } = options
  if (format === 'CSV') return documents.csv(csvPortions(report, options), semicolons(t))
  const rows: Row[] = []
  for await (const portion of limited(report, options)) for (const row of portion) rows.push(row)
  return documents.write(format === 'PDF' ? pdfOf(report, rows, options) : workbookOf(report, rows, options), JOB_TIME)
}

const pdfOf = (report: TableReport, rows: readonly Row[], options: WriteOptions): PdfDocument => ({
  kind: 'PDF',
  title: report.title,
  subtitle: report.subtitle,
  footer: createdText(options),
  language: options.t.language,
  notation: options.t.notation,
  blocks: pdfBlocks(report, rows, options),
})

function workbookOf(report: TableReport, rows: readonly Row[], options: WriteOptions): Workbook {
  const { t } = options
  return {
    kind: 'XLSX',
    notation: t.notation,
    sheets: [
      {
        name: report.title,
        columns: [{ title: report.title }, { title: report.subtitle }],
        rows: [...report.figures.map(({ label, value }): Row => [label, value]), [createdText(options), null]],
      },
      { name: t('report.data'), columns: report.columns, rows },
    ],
  }
}

const createdText = ({ t, timeZone, createdAt }: WriteOptions) =>
  t('report.created', { at: dateTime(createdAt, timeZone, t), zone: timeZone })

/** The CSV of a report has semicolons and a decimal comma in every language. */
const semicolons = (t: Translate) => ({ notation: { ...t.notation, number: 'COMMA_DOT' as const } })

/** At most as many rows as the format holds; a last row says how many those are. */
async function* limited({ rows }: TableReport, { format, t }: WriteOptions): AsyncGenerator<readonly Row[]> {
  const most = MOST_REPORT_ROWS[format]
  let count = 0
  for await (const portion of rows()) {
    if (count + portion.length > most) {
      yield portion.slice(0, most - count)
      yield [[t('report.cut', { count: most })]]
      return
    }
    count += portion.length
    yield portion
  }
}

async function* csvPortions(report: TableReport, options: WriteOptions): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [report.columns.map(({ title }) => title)]
  for await (const portion of limited(report, options)) yield portion.map(row => row.map(cell => csvCell(cell, options)))
}

function csvCell(cell: SheetCell, { t }: WriteOptions): Cell {
  if (cell === null || typeof cell !== 'object') return cell
  return 'day' in cell ? date(`${cell.day}T00:00:00Z`, 'UTC', t) : csvTime(cell.instant, cell.timeZone, t)
}

function pdfBlocks({ figures, columns, title }: TableReport, rows: readonly Row[], options: WriteOptions): PdfBlock[] {
  const { t } = options
  const table: PdfBlock = {
    kind: 'TABLE',
    title: rows.length === 0 ? t('report.empty') : title,
    columns: columns.map(({ title: name, isNumeric }) => ({ title: name, ...(isNumeric && { isNumeric }) })),
    rows: rows.map(row => columns.map((column, at) => pdfCell(row[at] ?? null, column, options))),
  }
  return [...(figures.length > 0 ? [{ kind: 'FIELDS' as const, title: t('report.summary'), items: figures }] : []), table]
}

function pdfCell(cell: SheetCell, { decimals }: SheetColumn, { t }: WriteOptions): string {
  if (cell === null) return missing
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return number(cell, t, decimals ?? [0, 3])
  return 'day' in cell ? date(`${cell.day}T00:00:00Z`, 'UTC', t) : dateTime(cell.instant, cell.timeZone, t)
}
