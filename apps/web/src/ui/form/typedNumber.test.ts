import { number } from '@steading/locales/format'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, stepped, readingsOf, typedNumber, writtenNumber } from './typedNumber.ts'

/** What stands in the field after each key; a key that is refused changes nothing. */
const byKeys = (text: string, decimals: number) =>
  [...text].reduce((held, key) => typedNumber(held.text + key, decimals) ?? held, typedNumber('', decimals)!)

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
  ['-1.234.567,89', -1_234_567.89],
  ['1,234.5', 1234.5],
  // Never 15.
  ['1e', 1],
  ['1e5', 100_000],
  ['2,5E3', 2500],
  ['-1e-3', -0.001],
])('%s, by keys and at once', (text, value) => {
  expect(byKeys(text, 10).value).toBe(value)
  expect(typedNumber(text, 10)?.value).toBe(value)
})

test('what is put in at once may come with spaces, a unit, a true minus or as English writes it', () => {
  const values = ['−1.234,5', '1 234,5', '1’234,5', '1.234,5\u00a0m²', '1,234,567', '1,234.5'].map(
    text => typedNumber(text, 4)?.value,
  )
  expect(values).toEqual([-1234.5, 1234.5, 1234.5, 1234.5, 1_234_567, 1234.5])
})

test('what is no number, nor on the way to one, is refused', () => {
  for (const text of ['abc', '24/5', '24-5', '1,5,', '1.5.', '1.23,5', '12.34.567', 'm²', '1,2,3'])
    expect(typedNumber(text, 4)).toBeUndefined()
  // Also where none may be: what is below the least is told, not made another number.
  expect(typedNumber('-1', 4)).toEqual({ text: '-1', value: -1 })
  expect(typedNumber('12a', 4)).toEqual({ text: '12', value: 12 })
})

test('no more decimals are taken than there may be', () => {
  expect(typedNumber('12,345', 2)).toEqual({ text: '12,34', value: 12.34 })
  // On the way to 1.234, which may be two numbers.
  expect(typedNumber('1.23', 1)).toEqual({ text: '1.23', value: 1.2 })
  expect(typedNumber('1.234', 1)).toEqual({ text: '1.234', value: NaN })
})

test('what may be two numbers is told with both, as they are to be written', () => {
  expect(readingsOf('24.123', false)).toEqual({ whole: '24123', broken: '24,123' })
  expect(readingsOf('-24.123', false)).toEqual({ whole: '-24123', broken: '-24,123' })
  expect(readingsOf('24.123', false, 1)).toEqual({ whole: '24123', broken: '24,1' })
  expect(readingsOf('24,123', false)).toBeUndefined()
  // As English writes it, where there are no decimals.
  expect(readingsOf('20,000', true)).toEqual({ whole: '20000', broken: '20' })
  expect(typedNumber('20,000', 3, true)).toEqual({ text: '20,000', value: NaN })
  for (const text of ['1.2345', '1.234,5', '1.234.567', '0.123', '1234.567', '12.5', '12,5'])
    expect(readingsOf(text, true)).toBeUndefined()
})

test('a number as it is displayed is the same number, typed key by key or put in at once, if it is one', () => {
  const some = fc.tuple(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(some, ([digits, decimals]) => {
      const value = digits / 10 ** decimals
      for (const text of [number(value, [0, decimals]), writtenNumber(value, decimals)]) {
        if (readingsOf(text.replace('−', '-'), false)) continue
        expect(typedNumber(text, decimals)?.value).toBe(value)
        // Keys go to a keyboard's minus.
        expect(byKeys(text.replace('−', '-'), decimals).value).toBe(value)
      }
    }),
  )
})

test('a field writes no dots that a further digit would leave in the wrong place', () => {
  expect(writtenNumber(-1234.5, 2)).toBe('-1234,5')
  expect(writtenNumber(undefined, 2)).toBe('')
  expect(typedNumber(`${writtenNumber(1234, 0)}5`, 0)?.value).toBe(12_345)
})

test.each([
  [0.5, 1],
  [1, 0],
  [25, 0],
  [0.001, 3],
  [1e-7, 7],
])('a step of %s has %s decimals', (step, decimals) => {
  expect(decimalsOf(step)).toBe(decimals)
})

test('the arrow keys go to the neighbouring multiple of the step', () => {
  expect([stepped(20, 1, 1, 0.5), stepped(20.2, 1, 1, 0.5), stepped(20.2, -1, 1, 0.5)]).toEqual([20.5, 20.5, 20])
  expect([stepped(0.3, 1, 1, 0.1), stepped(undefined, 1, 1, 0.5), stepped(20.5, 1, 1)]).toEqual([0.4, 0, 21.5])
})
