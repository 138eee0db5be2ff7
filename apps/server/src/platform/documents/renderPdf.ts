import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions, TableCell } from 'pdfmake/interfaces.js'
import { chartSvg } from './chartSvg.ts'
import type { PdfBlock, PdfCalls, PdfChart, PdfCode, PdfDocument, PdfFields, PdfTable } from './documents.types.ts'
import { DOCUMENT_COLOURS as COLOURS } from './documentColours.ts'

const fontFile = (name: string): string => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)
const ROBOTO = {
  normal: fontFile('Regular'),
  bold: fontFile('Medium'),
  italics: fontFile('Italic'),
  bolditalics: fontFile('MediumItalic'),
}

// Nothing in a document comes from a network; of the disk only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(path => Object.values(ROBOTO).includes(path))
pdfmake.setFonts({ Roboto: ROBOTO })

/** A4 in points, its margins, and the width that is left. */
const MARGIN = { side: 40, top: 44, bottom: 48 } as const
const WIDTH = 595.28 - 2 * MARGIN.side
const FIELDS_IN_A_ROW = 4
/** Title and heads of a table. */
const HEADER_ROWS = 2
/** Rows up to which a table stays on one page, and characters of their longest cells: what is taller than a page would be lost. */
const SMALL_TABLE = { rows: 15, characters: 600 } as const
/** Characters of a cell beyond which its row may break, for the same reason; a narrow column has ten a line. */
const LONG_CELL = 400
/** Columns beyond which the text of a table is smaller. */
const WIDE_TABLE = 8

/** A document as the bytes of a PDF file. */
export async function renderPdf(document: PdfDocument): Promise<AsyncIterable<Uint8Array>> {
  const definition = definitionOf(document)
  const stream = await pdfmake.createPdf(definition).getStream()
  stream.end()
  return stream
}

const definitionOf = ({ title, subtitle, footer, language, notation, blocks }: PdfDocument): TDocumentDefinitions => ({
  pageSize: 'A4',
  pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
  info: { title: `${title} ${subtitle}`.trim() },
  language,
  defaultStyle: { font: 'Roboto', fontSize: 9, color: COLOURS.ink, lineHeight: 1.15 },
  footer: (page, pages) => ({
    margin: [MARGIN.side, 16, MARGIN.side, 0],
    columns: [
      { text: drawable(footer), color: COLOURS.label, fontSize: 7.5 },
      { text: `${page} / ${pages}`, color: COLOURS.label, fontSize: 7.5, alignment: 'right', width: 60 },
    ],
  }),
  content: [
    { text: drawable(title), fontSize: 18, bold: true, lineHeight: 1.05 },
    { text: drawable(subtitle), fontSize: 10.5, color: COLOURS.support, margin: [0, 2, 0, 6] },
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 1.5, lineColor: COLOURS.accent }] },
    ...blocks.map(block => contentOf(block, { notation })),
  ],
})

/** A text that the fonts can draw: spaces that they lack, and control characters, become spaces that they have. */
const drawable = (text: string): string => text.replaceAll('\u202f', '\u00a0').replaceAll(/(?!\n)\p{Cc}/gu, ' ')

function contentOf(block: PdfBlock, notated: Pick<PdfDocument, 'notation'>): Content {
  if (block.kind === 'FIELDS') return fieldsContent(block)
  if (block.kind === 'CALLS') return callsContent(block)
  if (block.kind === 'QR') return codeContent(block)
  return block.kind === 'TABLE' ? tableContent(block) : chartContent(block, notated)
}

const TITLE = { fontSize: 11, bold: true } as const
const TITLE_MARGIN: [number, number, number, number] = [0, 14, 0, 5]

const heading = (title: string): Content => ({ text: drawable(title), ...TITLE, margin: TITLE_MARGIN })

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(text => text.length))

function fieldsContent({ title, items }: PdfFields): Content {
  const isLong = longest(items.map(({ value }) => value)) > LONG_CELL
  const cells = items.map(({ label, value }): TableCell => ({
    stack: [
      { text: drawable(label), fontSize: 7.5, color: COLOURS.label },
      { text: drawable(value), fontSize: 10 },
    ],
  }))
  const rows = Array.from({ length: Math.ceil(cells.length / FIELDS_IN_A_ROW) }, (_, row) =>
    Array.from({ length: FIELDS_IN_A_ROW }, (__, column): TableCell => cells[row * FIELDS_IN_A_ROW + column] ?? ''),
  )
  return {
    stack: [
      heading(title),
      {
        table: { widths: Array.from({ length: FIELDS_IN_A_ROW }, () => '*'), body: rows, dontBreakRows: !isLong },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          paddingLeft: () => 0,
          paddingRight: () => 8,
          paddingTop: () => 2,
          paddingBottom: () => 4,
        },
      },
    ],
    unbreakable: !isLong,
  }
}

/** Name and number on one line, the number in the largest type of the page. */
const callsContent = ({ title, items }: PdfCalls): Content => ({
  stack: [
    heading(title),
    {
      table: {
        widths: ['*', 'auto'],
        dontBreakRows: true,
        body: items.map(({ name, detail, phone }): TableCell[] => [
          {
            stack: [
              { text: drawable(name), fontSize: 13, bold: true },
              ...(detail === '' ? [] : [{ text: drawable(detail), fontSize: 9, color: COLOURS.support }]),
            ],
          },
          { text: drawable(phone), fontSize: 22, bold: true, alignment: 'right', noWrap: true },
        ]),
      },
      layout: {
        hLineWidth: line => (line === 0 ? 0 : 0.4),
        hLineColor: () => COLOURS.line,
        vLineWidth: () => 0,
        paddingLeft: () => 0,
        paddingRight: () => 0,
        paddingTop: () => 3,
        paddingBottom: () => 2,
      },
    },
  ],
})

const codeContent = ({ url, caption }: PdfCode): Content => ({
  margin: [0, 14, 0, 0],
  columnGap: 12,
  columns: [
    { qr: url, fit: 84, width: 'auto' },
    {
      width: '*',
      stack: [
        { text: drawable(caption), fontSize: 10, bold: true },
        { text: drawable(url), fontSize: 8, color: COLOURS.support },
      ],
    },
  ],
  unbreakable: true,
})

/** A table with its title and heads above, on every page that it takes. */
function tableContent({ title, columns, rows, total }: PdfTable): Content {
  const isWide = columns.length > WIDE_TABLE
  const fontSize = isWide ? 7.5 : 8.5
  const padding = isWide ? 3 : 5
  const cell = (text: string, at: number, more: object = {}): TableCell => ({
    text: drawable(text),
    fontSize,
    alignment: columns[at]?.isNumeric ? 'right' : 'left',
    ...more,
  })
  const titleRow = columns.map((_, at): TableCell =>
    at === 0 ? { text: drawable(title), ...TITLE, colSpan: columns.length } : '',
  )
  const head = columns.map((column, at) => cell(column.title, at, { bold: true, color: COLOURS.support }))
  const last = total?.map((text, at) => cell(text, at, { bold: true }))
  const body = [titleRow, head, ...rows.map(row => row.map((text, at) => cell(text, at))), ...(last ? [last] : [])]
  const lengths = rows.map(longest)
  const isLong = Math.max(0, ...lengths) > LONG_CELL
  const isSmall = rows.length <= SMALL_TABLE.rows && lengths.reduce((sum, length) => sum + length, 0) <= SMALL_TABLE.characters
  const isStrong = (line: number, lines: number) => line === HEADER_ROWS || (last !== undefined && line === lines - 1)
  return {
    margin: [0, 10, 0, 0],
    unbreakable: isSmall,
    table: {
      headerRows: HEADER_ROWS,
      keepWithHeaderRows: isLong ? 0 : 1,
      dontBreakRows: !isLong,
      // Where room is short each column gets what its words need.
      widths: columns.map(({ isNumeric }) => (isNumeric || isWide ? 'auto' : '*')),
      body,
    },
    layout: {
      hLineWidth: (line, { table }) => (line < HEADER_ROWS ? 0 : isStrong(line, table.body.length) ? 0.8 : 0.4),
      hLineColor: line => (line === HEADER_ROWS ? COLOURS.edge : COLOURS.line),
      vLineWidth: () => 0,
      paddingLeft: at => (at === 0 ? 0 : padding),
      paddingRight: at => (at === columns.length - 1 ? 0 : padding),
      paddingTop: () => 2.5,
      paddingBottom: () => 2,
    },
  }
}

const chartContent = (chart: PdfChart, notated: Pick<PdfDocument, 'notation'>): Content => ({
  stack: [heading(chart.title), { svg: chartSvg(chart, notated, { width: WIDTH, height: 210, draw: drawable }), width: WIDTH }],
  unbreakable: true,
})
