import { unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import readXlsxFile from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'

// Documents read back by readers that share nothing with their writers.

/** The text of a PDF, its lines joined by spaces. */
export async function pdfText(content: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

type SheetValue = string | number | boolean | Date | null

/** The rows of each sheet of a workbook by its name. */
export async function workbookRows(content: Uint8Array): Promise<Readonly<Record<string, readonly (readonly SheetValue[])[]>>> {
  const sheets = await readXlsxFile(Buffer.from(content))
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as SheetValue[][]])) // safe: a cell has one of these types
}

/** Does a part of a workbook hold a formula? */
export const hasFormula = (content: Uint8Array): boolean =>
  Object.entries(unzipSync(content)).some(([name, part]) => name.endsWith('.xml') && /<f[ >]/.test(Buffer.from(part).toString()))

export const bytesOf = async (document: Promise<Readable>): Promise<Uint8Array> => buffer(await document)
