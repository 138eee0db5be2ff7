import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bytesOf, hasFormula, pdfText, workbookRows } from '../../../test/documents.ts'
import { createLogger } from '../log.ts'
import { createDocumentWriter } from './documentWriter.ts'
import type { DocumentLimits, DocumentWriter } from './documentWriter.ts'
import type { PdfBlock, PdfDocument, Sheet, Workbook } from './documents.types.ts'

const notation = { number: 'COMMA_DOT', date: 'DMY_SLASH' } as const
const pdf = (blocks: readonly PdfBlock[], more: Partial<PdfDocument> = {}): PdfDocument => ({
  kind: 'PDF',
  title: 'Relatório',
  subtitle: 'LAQPL-2603/2',
  footer: 'Criado',
  language: 'pt-PT',
  notation,
  blocks,
  ...more,
})
const workbook = (...sheets: readonly Sheet[]): Workbook => ({ kind: 'XLSX', notation, sheets })
const small = pdf([{ kind: 'FIELDS', title: 'Lote', items: [{ label: 'Espécie', value: 'Frangos' }] }])

let writer: DocumentWriter
const create = (limits: Partial<DocumentLimits> = {}) =>
  (writer = createDocumentWriter(createLogger('silent'), { time: 600_000, ...limits }))
afterEach(async () => {
  vi.useRealTimers()
  await writer.close()
})

describe('a PDF document', () => {
  test('draws numbers to call and the address of a QR code', async () => {
    const content = await bytesOf(
      create().write(
        pdf([
          { kind: 'CALLS', title: 'Telefones', items: [{ name: 'Rui', detail: 'Eletricista', phone: '+351 912 345 678' }] },
          { kind: 'QR', url: 'https://farm.example/system/entities/7/details?tab=protection', caption: 'Plano atual' },
        ]),
      ),
    )
    const words = await pdfText(content)
    for (const part of ['Telefones', 'Rui', 'Eletricista', '+351 912 345 678', 'Plano atual', 'https://farm.example/'])
      expect(words).toContain(part)
  })

  test('holds titles, fields, tables with their total and the foot of each page', async () => {
    const content = await bytesOf(
      create().write(
        pdf([
          { kind: 'FIELDS', title: 'Lote', items: [{ label: 'Espécie', value: 'Κοτόπουλα <b>' }] },
          {
            kind: 'TABLE',
            title: 'Mortes',
            columns: [{ title: 'Causa' }, { title: 'Animais', isNumeric: true }],
            rows: [['Coccidiose', '1\u202f234']],
            total: ['Total', '99'],
          },
        ]),
      ),
    )
    const words = await pdfText(content)
    for (const part of [
      'Relatório',
      'LAQPL-2603/2',
      'Espécie',
      'Κοτόπουλα <b>',
      'Coccidiose',
      '1 234',
      'Total',
      '99',
      'Criado',
      '1 / 1',
    ])
      expect(words).toContain(part)
  })

  test('draws every letter and sign of a Greek farm', async () => {
    const texts = ['Θάλαμος 3', '1.300 m²', '≥ 33 kg/m²', '−4,2 %', 'Άλφα Ώμέγα ϊϋΐΰ ς', '°C ± · – — “α” «β» ’ € ½']
    const content = await bytesOf(
      create().write(
        pdf(
          [
            { kind: 'FIELDS', title: texts[0]!, items: texts.map(value => ({ label: value, value })) },
            { kind: 'TABLE', title: texts[0]!, columns: texts.map(title => ({ title })), rows: [texts] },
          ],
          { title: 'Έκθεση παρτίδας', language: 'el-GR' },
        ),
      ),
    )
    const words = await pdfText(content)
    expect(words).toContain('Έκθεση παρτίδας')
    for (const text of texts) expect(words.split(text).length - 1).toBeGreaterThanOrEqual(2)
    // A glyph that the font lacks is drawn as the first one of it, and read as none or as U+FFFD.
    expect(words).not.toMatch(/[\0\uFFFD]/)
  })

  test('loses nothing of a row or a field that is taller than a page', { tags: ['nightly'] }, async () => {
    const parts = [...Array.from({ length: 3000 }, (_, index) => `part${index}.`), 'last.']
    const long = parts.slice(0, -1).join(' ')
    const columns = [{ title: 'A' }, { title: 'B' }]
    const short = Array.from({ length: 20 }, (_, index): string[] => [`row ${index}`, 'y'])
    for (const block of [
      { kind: 'TABLE', title: 'T', columns, rows: [['x', long]] },
      { kind: 'TABLE', title: 'T', columns, rows: [...short, ['x', long], ['last.', 'z']] },
      {
        kind: 'TABLE',
        title: 'T',
        columns,
        rows: Array.from({ length: 15 }, (_, index) => ['x', parts.slice(40 * index, 40 * index + 40).join(' ')]),
      },
      { kind: 'FIELDS', title: 'T', items: [{ label: 'L', value: long }] },
    ] as const) {
      const words = await pdfText(await bytesOf(create().write(pdf([block]))))
      await writer.close()
      const written = parts.filter(part => JSON.stringify(block).includes(part))
      expect(written.filter(part => !words.includes(part))).toEqual([])
    }
  })

  test('draws a chart with the numbers of its axes in the notation of the reader', async () => {
    const words = await pdfText(
      await bytesOf(
        create().write(
          pdf([
            {
              kind: 'CHART',
              title: 'Crescimento',
              xTitle: 'Idade (d)',
              yTitle: 'g',
              series: [
                {
                  name: 'Curva & peso',
                  form: 'DASHED',
                  points: [
                    [0, 44],
                    [42, 2998],
                  ],
                },
              ],
            },
          ]),
        ),
      ),
    )
    for (const part of ['Curva & peso', 'Idade (d)', '1.500', '3.000', '40']) expect(words).toContain(part)
  })

  test('repeats the head of a table on every page', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => [`row ${row}`])
    const words = await pdfText(
      await bytesOf(create().write(pdf([{ kind: 'TABLE', title: 'T', columns: [{ title: 'Head' }], rows }]))),
    )
    expect(words.match(/Head/g)!.length).toBe(Number(/1 \/ (\d)/.exec(words)![1]))
    expect(words).toContain('row 119')
  })
})

describe('a workbook', () => {
  test('keeps numbers, days and wall times as such', async () => {
    const rows = [['a', 1234.5, { day: '2026-05-24' }, { instant: '2026-07-01T12:00:00Z', timeZone: 'Europe/Lisbon' }, null]]
    const columns = ['text', 'number', 'day', 'time', 'empty'].map(title => ({ title }))
    const sheets = await workbookRows(await bytesOf(create().write(workbook({ name: 'S', columns, rows }))))
    expect(sheets.S).toEqual([
      ['text', 'number', 'day', 'time', 'empty'],
      ['a', 1234.5, new Date('2026-05-24T00:00:00Z'), new Date('2026-07-01T13:00:00Z'), null],
    ])
  })

  test('keeps a negative number a number', async () => {
    const sheet = { name: 'S', columns: [{ title: 'Deviation' }], rows: [[-4.2], [-0.001]] }
    const { S: rows } = await workbookRows(await bytesOf(create().write(workbook(sheet))))
    expect(rows).toEqual([['Deviation'], [-4.2], [-0.001]])
  })

  test('defuses texts that a spreadsheet takes for formulas', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'plain = 1']
    const content = await bytesOf(
      create().write(workbook({ name: 'S', columns: [{ title: '=HYPERLINK("x")' }], rows: texts.map(cell => [cell]) })),
    )
    const { S: rows } = await workbookRows(content)
    expect(rows!.flat()).toEqual([`'=HYPERLINK("x")`, `'=1+1`, `'+1`, `'-1`, `'@SUM(A1)`, `'\t=1`, 'plain = 1'])
    expect(hasFormula(content)).toBe(false)
  })

  test('gives each sheet a name that spreadsheets take', async () => {
    const sheet = (name: string): Sheet => ({ name, columns: [{ title: 'A' }], rows: [] })
    const long = 'x'.repeat(40)
    const sheets = await workbookRows(
      await bytesOf(create().write(workbook(sheet('a/b'), sheet('A:B'), sheet(long), sheet(long), sheet('')))),
    )
    expect(Object.keys(sheets)).toEqual(['a b', 'A B 2', 'x'.repeat(31), `${'x'.repeat(27)} 2`, 'Sheet'])
  })
})

test('writes a CSV file portion by portion, with one byte-order mark', async () => {
  async function* portions() {
    yield [['a', '=b']]
    yield [['c', 1.5]]
  }
  expect((await buffer(create().csv(portions(), { notation }))).toString()).toBe("\uFEFFa;'=b\r\nc;1,5\r\n")
})

test('fails a document that cannot be written, and writes the next one', async () => {
  create()
  const broken = writer.write(pdf([{ kind: 'TABLE', title: 'T', columns: [], rows: null as never }]))
  await expect(broken).rejects.toThrow('null')
  expect(await pdfText(await bytesOf(writer.write(small)))).toContain('Frangos')
})

test('ends a document that takes too long, and writes the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  create({ time: 10_000 })
  const rows = Array.from({ length: 20_000 }, (_, row) => [`row ${row}`])
  const slow = writer.write(pdf([{ kind: 'TABLE', title: 'T', columns: [{ title: 'A' }], rows }]))
  const next = writer.write(small)
  vi.advanceTimersByTime(9_999)
  const later = writer.write(small)
  vi.advanceTimersByTime(1)
  await expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  // It waited behind the slow one just as long.
  await expect(next).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await pdfText(await bytesOf(later))).toContain('Frangos')
})

test('refuses a document when too many wait, and every one after it is closed', async () => {
  create({ waiting: 1 })
  const [first, second] = [writer.write(small), writer.write(small)]
  await expect(writer.write(small)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await Promise.all([bytesOf(first), bytesOf(second)])
  await writer.close()
  await expect(writer.write(small)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('starts another thread after an idle one has ended', async () => {
  create({ idle: 1 })
  await bytesOf(writer.write(small))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await pdfText(await bytesOf(writer.write(small)))).toContain('Frangos')
})
