import { expect, test } from 'vitest'
import { spanParts, spanUnits, spanWith } from './spans.ts'

test('short spans are entered in minutes and seconds, long ones in hours and minutes', () => {
  expect(spanUnits(60, 3600)).toEqual(['minute', 'second'])
  expect(spanUnits(0, 86_400)).toEqual(['hour', 'minute'])
  expect(spanUnits(90, 86_400)).toEqual(['hour', 'minute', 'second'])
  expect(spanUnits(90, 86_400, true)).toEqual(['hour', 'minute'])
})

test('a span in parts, and with another part', () => {
  expect(spanParts(3725, ['hour', 'minute'])).toEqual([1, 2])
  expect(spanParts(3600, ['minute', 'second'])).toEqual([60, 0])
  expect(spanWith(3660, ['hour', 'minute'], 0, 2)).toBe(7260)
  expect(spanWith(3660, ['hour', 'minute'], 1, undefined)).toBe(3600)
  expect(spanWith(undefined, ['hour', 'minute'], 1, 5)).toBe(300)
  expect(spanWith(undefined, ['hour', 'minute'], 1, undefined)).toBeUndefined()
})
