import { defuse } from '@steading/locales/csv'
import type { Notated } from '@steading/locales/notation'
import { arrangeDate } from '@steading/locales/notation'
import type { Readable } from 'node:stream'
import writeXlsxFile from 'write-excel-file/node'
import type { CellObject, SheetData } from 'write-excel-file/node'
import { utcOffsetMinutes } from '../time/zoneOffsets.ts'
import type { Sheet, SheetCell, SheetColumn, Workbook } from './documents.types.ts'

const MINUTE = 60_000
/** Excel's limits: characters of a sheet's name, and those that it refuses. */
const NAME_LENGTH = 31
const REFUSED_IN_NAMES = /[[\]:*?/\\]/g
/** Width of columns, characters. */
const WIDTH = { least: 10, most: 42 } as const
const HEAD = { fontWeight: 'bold', backgroundColor: '#ebeeea', wrap: true, alignVertical: 'top' } as const

/** A workbook as the bytes of an XLSX file. Texts that a spreadsheet could take for a formula are defused. */
export function renderWorkbook({ sheets, notation }: Workbook): Promise<Readable> {
  const { toStream } = writeXlsxFile(
    sheetNames(sheets).map((name, index) => {
      const { columns, rows } = sheets[index]! // safe: one name for each sheet
      return {
        sheet: name,
        stickyRowsCount: 1,
        columns: columns.map((column, at) => ({ width: widthOf(column, rows, at) })),
        data: [
          columns.map(({ title }): CellObject => ({ value: defuse(title), type: String, ...HEAD })),
          ...rows.map(row => row.map((cell, at) => cellOf(cell, columns[at]!, { notation }))),
        ] satisfies SheetData,
      }
    }),
    { fontFamily: 'Calibri', fontSize: 11 },
  )
  return (toStream as () => Promise<Readable>)() // safe: without a target it answers a stream
}

function cellOf(cell: SheetCell, { decimals }: SheetColumn, notated: Notated): CellObject | null {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return { value: defuse(cell), type: String }
  if (typeof cell === 'number')
    return Number.isFinite(cell)
      ? { value: cell, type: Number, ...(decimals !== undefined && { format: numberFormat(decimals) }) }
      : null
  const { value, format } =
    'day' in cell
      ? { value: new Date(`${cell.day}T00:00:00Z`), format: dateFormat(notated) }
      : { value: wallTime(cell.instant, cell.timeZone), format: `${dateFormat(notated)}" "hh":"mm":"ss` }
  return { value, type: Date, format }
}

/** The wall time of an instant, written as if it were UTC: cells know no zone. */
function wallTime(instant: string, timeZone: string): Date {
  const at = Date.parse(instant)
  return new Date(at + utcOffsetMinutes(timeZone, at) * MINUTE)
}

const numberFormat = (decimals: number) => (decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`)

/** The date of a notation in Excel's letters; marks are quoted, since Excel replaces a bare slash by the system's own mark. */
const dateFormat = (notated: Notated): string =>
  arrangeDate({ day: 'dd', month: 'mm', year: 'yyyy' }, notated).replaceAll(/[-/.]/g, mark => `"${mark}"`)

const textOf = (cell: SheetCell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return 'day' in cell ? 'dd-mm-yyyy' : 'dd-mm-yyyy hh:mm:ss'
  return String(cell)
}

const widthOf = ({ title }: SheetColumn, rows: Sheet['rows'], at: number): number => {
  const longest = rows.reduce((most, row) => Math.max(most, textOf(row[at]).length), Math.ceil(title.length / 2))
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2))
}

/** Names that Excel takes: without refused characters, short, and each once whatever its case. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }) => {
    const plain = name.replaceAll(REFUSED_IN_NAMES, ' ').replaceAll(/^'|'$/g, '').trim().slice(0, NAME_LENGTH) || 'Sheet'
    let unique = plain
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${plain.slice(0, NAME_LENGTH - 4)} ${count}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
