import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv, csvTime } from './csv.ts'

test('semicolons, decimal comma, the mark of UTF-8, and lines that end as the format says', () => {
  expect(
    csv([
      ['Title', 'Value', 'None'],
      ['Pavilhão 2', 26.5, null],
      ['–', -3, undefined],
    ]),
  ).toBe('\uFEFFTitle;Value;None\r\nPavilhão 2;26,5;\r\n–;-3;\r\n')
})

test('a file tells the two hours apart when clocks go back', () => {
  const times = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(at => csvTime(at, 'Europe/Lisbon'))
  expect(times).toEqual(['25-10-2026 01:30:00 +01:00', '25-10-2026 01:30:00 +00:00'])
  expect(csvTime(null, 'Europe/Lisbon')).toBeNull()
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
])('the text %j becomes %j', (text, safe) => expect(csv([[text]])).toBe(`\uFEFF${safe}\r\n`))

test('no text begins as a formula, and every text stays in its cell', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', '"', 'a') })), texts => {
      const cells = read(csv([texts, ['end']]).slice(1))
      expect(cells[0]?.map(one => one.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(texts.length > 0 ? texts : [''])
      expect(cells[0]?.some(one => /^[=+\-@\t\r]/.test(one))).toBe(false)
      expect(cells[1]).toEqual(['end'])
    }),
  )
})

/** Reads such a file as RFC 4180 says. */
function read(file: string): string[][] {
  const rows: string[][] = [[]]
  let [text, quoted] = ['', false]
  for (let at = 0; at < file.length; at++) {
    const one = file[at]!
    if (quoted && one === '"' && file[at + 1] === '"') {
      text += one
      at++
    } else if (one === '"') quoted = !quoted
    else if (!quoted && one === ';') {
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
