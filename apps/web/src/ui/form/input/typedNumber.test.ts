import { number } from '@steading/locales/format'
import { languages } from '@steading/locales/languages'
import { type Notated, notationOf } from '@steading/locales/notation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasOtherMark, stepped, readingsOf, typedNumber, writtenNumber } from './typedNumber.ts'

const comma: Notated = { notation: notationOf('de-DE') }
const point: Notated = { notation: notationOf('en-US') }
const exchanged = (text: string) => text.replaceAll(/[.,]/g, mark => (mark === '.' ? ',' : '.'))

/** What stands in the field after each key; a key that is refused changes nothing. */
const byKeys = (text: string, decimals: number, t = comma) =>
  [...text].reduce((input, key) => typedNumber(input.text + key, t, decimals) ?? input, typedNumber('', t, decimals)!)

test.each<[string, number | undefined]>([
  ['', undefined],
  ['-', undefined],
  [',', undefined],
  ['12,', 12],
  ['12,5', 12.5],
  ['12.5', 12.5],
  [',5', 0.5],
  ['-0,5', -0.5],
  // A lone dot that may part thousands is not guessed.
  ['1.234', NaN],
  ['24.123', NaN],
  ['-1.234', NaN],
  ['24,123', 24.123],
  ['12.34', 12.34],
  ['1.2345', 1.2345],
  ['0.500', 0.5],
  ['1234.567', 1234.567],
  ['1.234,5', 1234.5],
  ['1.234.567', 1_234_567],
  // Two decimal marks are none: never 1,234.
  ['1,234,', NaN],
  ['1,234,56', NaN],
  ['1,234,567', 1_234_567],
  ['-1.234.567,89', -1_234_567.89],
  ['1,234.5', 1234.5],
  // Never 15.
  ['1e', 1],
  ['1e5', 100_000],
  ['2,5E3', 2500],
  ['-1e-3', -0.001],
])('%s, by keys and at once', (text, value) => {
  expect(byKeys(text, 10).value).toBe(value)
  expect(typedNumber(text, comma, 10)?.value).toBe(value)
  // Where the point is the decimal mark, both change their roles.
  expect(byKeys(exchanged(text), 10, point).value).toBe(value)
  expect(typedNumber(exchanged(text), point, 10)?.value).toBe(value)
})

test('accepts pasted numbers with spaces, unit, minus sign or English marks', () => {
  const values = ['−1.234,5', '1 234,5', '1’234,5', '1.234,5\u00a0m²', '1,234,567', '1,234.5'].map(
    text => typedNumber(text, comma, 4)?.value,
  )
  expect(values).toEqual([-1234.5, 1234.5, 1234.5, 1234.5, 1_234_567, 1234.5])
})

test('rejects text that is not a prefix of a number', () => {
  for (const text of ['abc', '24/5', '24-5', '1,5,', '1.5.', '1.23,5', '12.34.567', 'm²', '1,2,3'])
    expect(typedNumber(text, comma, 4)).toBeUndefined()
  // Also where none may be: what is below the least is told, not made another number.
  expect(typedNumber('-1', comma, 4)).toEqual({ text: '-1', value: -1 })
  expect(typedNumber('12a', comma, 4)).toEqual({ text: '12', value: 12 })
})

test('limits the number of decimals', () => {
  expect(typedNumber('12,3456', comma, 2)).toEqual({ text: '12,34', value: 12.34 })
  expect(typedNumber('12.3456', point, 2)).toEqual({ text: '12.34', value: 12.34 })
  // On the way to 1.234, which may be two numbers.
  expect(typedNumber('1.23', comma, 1)).toEqual({ text: '1.23', value: 1.2 })
  expect(typedNumber('1.234', comma, 1)).toEqual({ text: '1.234', value: NaN })
})

test('reports an ambiguous number with both readings', () => {
  expect(readingsOf('24.123', comma, false)).toEqual({ whole: '24123', broken: '24,123' })
  expect(readingsOf('-24.123', comma, false)).toEqual({ whole: '-24123', broken: '-24,123' })
  expect(readingsOf('24.123', comma, false, 1)).toEqual({ whole: '24123', broken: '24,1' })
  expect(readingsOf('24,123', comma, false)).toBeUndefined()
  // As English writes it, where there are no decimals.
  expect(readingsOf('20,000', comma, true)).toEqual({ whole: '20000', broken: '20' })
  expect(typedNumber('20,000', comma, 3, true)).toEqual({ text: '20,000', value: NaN })
  for (const text of ['1.2345', '1.234,5', '1.234.567', '0.123', '1234.567', '12.5', '12,5'])
    expect(readingsOf(text, comma, true)).toBeUndefined()
})

test('before three digits neither mark is guessed: the thousands mark, nor the decimal mark where fewer decimals are taken', () => {
  expect(readingsOf('1,000', point, false)).toEqual({ whole: '1000', broken: '1.000' })
  expect(readingsOf('1.000', point, false, 2)).toEqual({ whole: '1000', broken: '1.00' })
  expect(readingsOf('1.000', point, true)).toEqual({ whole: '1000', broken: '1' })
  expect(readingsOf('1.000', point, false, 3)).toBeUndefined()
  expect(readingsOf('12,345', comma, false, 2)).toEqual({ whole: '12345', broken: '12,34' })
  expect(typedNumber('1.000', point, 2)).toEqual({ text: '1.000', value: NaN })
  expect(typedNumber('1.000', point, 3)).toEqual({ text: '1.000', value: 1 })
  expect(typedNumber('1\u202f234,5', { notation: notationOf('fr-FR') }, 1)?.value).toBe(1234.5)
})

test('reports the wrong decimal mark', () => {
  expect([hasOtherMark('1.5', comma), hasOtherMark('1,5', comma)]).toEqual([true, false])
  expect([hasOtherMark('1.5', point), hasOtherMark('1,5', point)]).toEqual([false, true])
})

test('a number as its field writes it is the same number in every notation; as it is displayed never another one', () => {
  const some = fc.tuple(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(some, fc.constantFrom(...languages), ([digits, decimals], language) => {
      const t = { notation: notationOf(language) }
      const value = digits / 10 ** decimals
      for (const [text, isWritten] of [
        [writtenNumber(value, t, decimals), true],
        [number(value, t, [0, decimals]), false],
      ] as const) {
        // Keys go to a keyboard's minus.
        const typed = text.replace('−', '-')
        const isTwofold = !isWritten && readingsOf(typed.replaceAll(/\s/g, ''), t, false, decimals) !== undefined
        expect(typedNumber(text, t, decimals)?.value).toBe(isTwofold ? NaN : value)
        expect(byKeys(typed, decimals, t).value).toBe(isTwofold ? NaN : value)
      }
    }),
  )
})

test('writes no thousands marks into a field', () => {
  expect(writtenNumber(-1234.5, comma, 2)).toBe('-1234,5')
  expect(writtenNumber(-1234.5, point, 2)).toBe('-1234.5')
  expect(writtenNumber(undefined, comma, 2)).toBe('')
  expect(typedNumber(`${writtenNumber(1234, comma, 0)}5`, comma, 0)?.value).toBe(12_345)
})

test('steps to the next multiple of the step by arrow keys', () => {
  expect([stepped(20, 1, 1, 0.5), stepped(20.2, 1, 1, 0.5), stepped(20.2, -1, 1, 0.5)]).toEqual([20.5, 20.5, 20])
  expect([stepped(0.3, 1, 1, 0.1), stepped(undefined, 1, 1, 0.5), stepped(20.5, 1, 1)]).toEqual([0.4, 0, 21.5])
})
