// @module-tag nightly
// S17: texts that a spreadsheet takes for formulas stay texts in every export, and the check finds a writer that lets one through.
import { csv } from '@steading/locales/csv'
import { notationOf } from '@steading/locales/notation'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { renderWorkbook } from '../src/platform/documents/renderWorkbook.ts'
import { hasFormula, workbookRows } from './documents.ts'

const broken = vi.hoisted(() => ({ isRaw: false }))
vi.mock(import('@steading/locales/csv'), async original => {
  const real = await original()
  return { ...real, defuse: (text: string) => (broken.isRaw ? text : real.defuse(text)) }
})
afterEach(() => void (broken.isRaw = false))

const START = ['=', '+', '-', '@', '\t', '\r']
const REST = ['1+1', `HYPERLINK("https://evil.example","x")`, `cmd|' /C calc'!A0`, 'SUM(A1:A9);2', '"quoted", and more']
/** 30 payloads. */
const PAYLOADS = START.flatMap(mark => REST.map(rest => mark + rest))
const notation = notationOf('pt-PT')

/** Reads a CSV file with semicolons back. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter(row => row.length > 1)
}
/** Texts that a spreadsheet would run. */
const liveFormulas = (cells: readonly unknown[]) => cells.filter(cell => typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell))

const workbook = async () =>
  new Uint8Array(
    await buffer(
      await renderWorkbook({
        kind: 'XLSX',
        notation,
        sheets: [
          { name: 'Data', columns: [{ title: '=1+1' }, { title: 'Value' }], rows: PAYLOADS.map(text => [text, -1.5] as const) },
        ],
      }),
    ),
  )

test('a CSV file holds no formula, and every text and number reads back', () => {
  const file = csv([...PAYLOADS.map(text => [text, -1.5] as const)], { notation })
  const cells = cellsOf(file)
  expect(liveFormulas(cells.map(([text]) => text))).toEqual([])
  expect(cells.map(([text]) => text!.slice(1))).toEqual(PAYLOADS)
  expect(cells.every(([, number]) => number === '-1,5')).toBe(true)
})

test('a workbook holds no formula, and every text and number reads back', async () => {
  const content = await workbook()
  expect(hasFormula(content)).toBe(false)
  const rows = (await workbookRows(content)).Data!
  expect(liveFormulas(rows.map(([text]) => text))).toEqual([])
  expect(rows.slice(1).every(([, number]) => number === -1.5)).toBe(true)
})

test('mutant: a writer that does not defuse is found', async () => {
  broken.isRaw = true
  const rows = (await workbookRows(await workbook())).Data!
  expect(liveFormulas(rows.map(([text]) => text)).length).toBeGreaterThanOrEqual(20)
  const raw = PAYLOADS.map(text => `"${text.replaceAll('"', '""')}";-1,5`).join('\r\n')
  expect(liveFormulas(cellsOf(`\uFEFF${raw}\r\n`).map(([text]) => text)).length).toBe(PAYLOADS.length)
})
