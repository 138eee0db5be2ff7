import { expect, test } from 'vitest'
import { spanOf, spanParts, spanUnits } from './duration.ts'

test('uses minutes and seconds for short spans, hours and minutes for long ones', () => {
  expect(spanUnits(60, 3600)).toEqual(['minute', 'second'])
  expect(spanUnits(0, 86_400)).toEqual(['hour', 'minute'])
  expect(spanUnits(90, 86_400)).toEqual(['hour', 'minute', 'second'])
  expect(spanUnits(90, 86_400, true)).toEqual(['hour', 'minute'])
})

test('splits a span into parts and joins them', () => {
  expect(spanParts(3725, ['hour', 'minute'])).toEqual([1, 2])
  expect(spanParts(3600, ['minute', 'second'])).toEqual([60, 0])
  expect(spanOf([2, 1], ['hour', 'minute'])).toBe(7260)
  expect(spanOf([1, undefined], ['hour', 'minute'])).toBe(3600)
  expect(spanOf([undefined, 5], ['hour', 'minute'])).toBe(300)
  expect(spanOf([1.5, undefined], ['hour', 'minute'])).toBe(5400)
  expect(spanOf([undefined, 2.5], ['minute', 'second'])).toBe(3)
  expect(spanOf([0, 1.6], ['hour', 'minute'], true)).toBe(120)
})

test('treats an empty field as none and reports invalid parts', () => {
  expect(spanOf([undefined, undefined], ['hour', 'minute'])).toBeUndefined()
  expect(spanOf([1, NaN], ['hour', 'minute'])).toBeNaN()
  expect(spanOf([1, -5], ['hour', 'minute'])).toBeNaN()
})
