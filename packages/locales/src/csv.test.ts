import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv, csvTime } from './csv.ts'
import { languages } from './languages.ts'
import { notationOf } from './notation.ts'

const t = { notation: notationOf('de-DE') }

test('semicolons, decimal comma, the mark of UTF-8, and lines that end as the format says', () => {
  expect(
    csv(
      [
        ['Title', 'Value', 'None'],
        ['Pavilhão 2', 26.5, null],
        ['–', -3, undefined],
      ],
      t,
    ),
  ).toBe('\uFEFFTitle;Value;None\r\nPavilhão 2;26,5;\r\n–;-3;\r\n')
})

test('commas and a decimal point where the reader writes so; a negative number stays a number', () => {
  const point = { notation: notationOf('en-US', { dateFormat: 'MDY_SLASH' }) }
  expect(csv([['a, b', -1.5, 'c;d', '-1.5']], point)).toBe('\uFEFF"a, b",-1.5,c;d,\'-1.5\r\n')
  expect(csv([[-1.5]], { notation: notationOf('fr-FR') })).toBe('\uFEFF-1,5\r\n')
  expect(csvTime('2026-05-04T00:30:00Z', 'Europe/Lisbon', point)).toBe('05/04/2026 01:30:00 +01:00')
})

test('a file tells the two hours apart when clocks go back', () => {
  const times = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(at => csvTime(at, 'Europe/Lisbon', t))
  expect(times).toEqual(['25-10-2026 01:30:00 +01:00', '25-10-2026 01:30:00 +00:00'])
  expect(csvTime(null, 'Europe/Lisbon', t)).toBeNull()
})

test.each([
  ['=1+1', "'=1+1"],
  ['+351 912', "'+351 912"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['a=b', 'a=b'],
  ['two; parts', '"two; parts"'],
  ['=1;"x"', '"\'=1;""x"""'],
  ['two\nlines', '"two\nlines"'],
])('the text %j becomes %j', (text, safe) => expect(csv([[text]], t)).toBe(`\uFEFF${safe}\r\n`))

test('no text begins as a formula, and every text stays in its cell', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', 'a') })
  fc.assert(
    fc.property(fc.array(text), fc.constantFrom(...languages), (texts, language) => {
      const notated = { notation: notationOf(language) }
      const cells = read(csv([texts, ['end']], notated).slice(1), language === 'en-US' ? ',' : ';')
      expect(cells[0]?.map(one => one.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(texts.length > 0 ? texts : [''])
      expect(cells[0]?.some(one => /^[=+\-@\t\r]/.test(one))).toBe(false)
      expect(cells[1]).toEqual(['end'])
    }),
  )
})

/** Reads such a file as RFC 4180 says. */
function read(file: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let text = ''
  let quoted = false
  for (let at = 0; at < file.length; at++) {
    const one = file[at]!
    if (quoted && one === '"' && file[at + 1] === '"') {
      text += one
      at++
    } else if (one === '"') quoted = !quoted
    else if (!quoted && one === separator) {
      rows.at(-1)!.push(text)
      text = ''
    } else if (!quoted && one === '\r' && file[at + 1] === '\n') {
      rows.at(-1)!.push(text)
      rows.push([])
      text = ''
      at++
    } else text += one
  }
  return rows
}
