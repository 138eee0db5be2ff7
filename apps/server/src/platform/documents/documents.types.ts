import type { Cell } from '@steading/locales/csv'
import type { Language } from '@steading/locales/languages'
import type { Notation } from '@steading/locales/notation'

/** Documents are plain data with texts of one reader: they travel to the thread that writes them. */
export interface PdfDocument {
  readonly kind: 'PDF'
  readonly title: string
  readonly subtitle: string
  /** Stands in the foot of each page beside the page number. */
  readonly footer: string
  readonly language: Language
  /** Of the numbers on the axes of charts; all other figures are texts already. */
  readonly notation: Notation
  readonly blocks: readonly PdfBlock[]
}

export type PdfBlock = PdfFields | PdfTable | PdfChart | PdfCalls | PdfCode

/** Labels with their values, four in a row. */
export interface PdfFields {
  readonly kind: 'FIELDS'
  readonly title: string
  readonly items: readonly { readonly label: string; readonly value: string }[]
}

export interface PdfTable {
  readonly kind: 'TABLE'
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly isNumeric?: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** The last row, set apart. */
  readonly total?: readonly string[]
}

/** Numbers to call, large enough to read on a wall. */
export interface PdfCalls {
  readonly kind: 'CALLS'
  readonly title: string
  readonly items: readonly { readonly name: string; readonly detail: string; readonly phone: string }[]
}

/** A QR code of an address, with the address in words. */
export interface PdfCode {
  readonly kind: 'QR'
  readonly url: string
  readonly caption: string
}

/** Lines over numbers; a series of points is drawn as dots. */
export interface PdfChart {
  readonly kind: 'CHART'
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly series: readonly ChartSeries[]
}
export interface ChartSeries {
  readonly name: string
  readonly form: 'LINE' | 'DASHED' | 'DOTS'
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** A spreadsheet: values keep their type, and the reader's program writes them in its own way. */
export interface Workbook {
  readonly kind: 'XLSX'
  /** Of dates. */
  readonly notation: Notation
  readonly sheets: readonly Sheet[]
}
export interface Sheet {
  /** At most 31 characters remain of it. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly SheetCell[])[]
}
export interface SheetColumn {
  readonly title: string
  /** Decimals of its numbers; left out: as many as they have. */
  readonly decimals?: number
}
export type SheetCell = string | number | null | DayCell | InstantCell
/** A calendar day, YYYY-MM-DD. */
export interface DayCell {
  readonly day: string
}
/** Wall time of an instant (ISO UTC) in an IANA zone, which the title of the column names. */
export interface InstantCell {
  readonly instant: string
  readonly timeZone: string
}

/** Some rows of a CSV file. */
export interface CsvPortion {
  readonly kind: 'CSV'
  readonly notation: Notation
  readonly rows: readonly (readonly Cell[])[]
  readonly isFirst: boolean
}

export type DocumentRequest = PdfDocument | Workbook | CsvPortion
/** Messages of the thread: the document in chunks, then its end or why it failed. */
export type DocumentMessage = { readonly chunk: Uint8Array } | { readonly end: true } | { readonly failed: string }
