// What a report costs: as many rows as each format takes, written by the thread of the product, beside the same rows joined as text.
import { MOST_REPORT_ROWS, REPORT_FORMATS } from '@steading/contract/reports/reportKinds'
import type { ReportFormat } from '@steading/contract/reports/reportKinds'
import { translators } from '@steading/locales/text'
import { createDocumentWriter } from '../apps/server/src/platform/documents/documentWriter.ts'
import { createLogger } from '../apps/server/src/platform/log.ts'
import { writeTableReport } from '../apps/server/src/reports/content/tableReport.ts'
import type { Row, TableReport } from '../apps/server/src/reports/content/tableReport.ts'

const PORTION = 500
/** The rows of a file that the figures are about; a CSV takes more. */
const ROWS = { PDF: MOST_REPORT_ROWS.PDF, XLSX: MOST_REPORT_ROWS.XLSX, CSV: 20_000 } as const satisfies Record<
  ReportFormat,
  number
>
/** A workbook, ms. */
const XLSX_GOAL = 5000
const MEGABYTE = 1_048_576

const row = (at: number): Row => [
  { instant: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(), timeZone: 'Europe/Lisbon' },
  'Quinta do Paul | Pavilhão 1',
  `=Sensor ${at % 20}`,
  20 + (at % 70) / 10,
  (at % 3) - 1.5,
  'Temperature above the limit',
]
const tableOf = (rows: number): TableReport => ({
  title: 'Bench',
  subtitle: '',
  figures: [],
  columns: ['Time', 'Place', 'Sensor', 'Mean', 'Change', 'Text'].map(title => ({ title })),
  async *rows() {
    for (let from = 0; from < rows; from += PORTION)
      yield Array.from({ length: Math.min(PORTION, rows - from) }, (_, index) => row(from + index))
  },
})

/** Joins the rows as text: the least that any format does. */
async function join(table: TableReport): Promise<number> {
  let bytes = 0
  for await (const portion of table.rows()) bytes += portion.map(cells => JSON.stringify(cells)).join('\n').length
  return bytes
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

export async function benchReports({ rounds }: { readonly rounds: number }): Promise<void> {
  const documents = createDocumentWriter(createLogger('silent'), { time: 600_000 })
  const t = (await translators())['en-US']
  const options = { t, timeZone: 'Europe/Lisbon', createdAt: Date.UTC(2026, 0, 1) }
  const times = new Map<string, number[]>()
  let highest = 0
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times.set(name, [...(times.get(name) ?? []), performance.now() - began])
  }
  const before = process.memoryUsage().rss
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss - before)), 20)
  for (let round = 0; round <= rounds; round++) {
    // The first round starts the thread.
    if (round === 1) times.clear()
    for (const format of REPORT_FORMATS) {
      const table = tableOf(ROWS[format])
      await measure(format, async () => {
        for await (const chunk of await writeTableReport(documents, table, { ...options, format })) void chunk
      })
      await measure(`${format} as text`, () => join(table))
    }
  }
  clearInterval(watch)
  await documents.close()
  for (const format of REPORT_FORMATS) {
    const [ours, least] = [format, `${format} as text`].map(name => median(times.get(name) ?? []))
    console.log(
      `reports: ${format} of ${ROWS[format]} rows ${Math.round(ours!)} ms, ${format === 'XLSX' ? `goal ${XLSX_GOAL} ms, ` : ''}` +
        `${(ours! / least!).toFixed(0)} times the rows joined as text`,
    )
  }
  console.log(`reports: at most ${Math.round(highest / MEGABYTE)} MB above the start`)
}
