import { expect, test } from 'vitest'
import { priceStrength } from './periodLook.ts'

const slots = [{ value: 0.1089 }, { value: 0.1645 }, { value: 0.2287 }]

test('draws the cheapest price faintest and the dearest strongest', () =>
  expect(slots.map(({ value }) => priceStrength(value, slots))).toEqual([1, 2, 3]))

test('draws one price faint, and no price not at all', () =>
  expect([priceStrength(0.2, [{ value: 0.2 }]), priceStrength(null, slots), priceStrength(undefined, slots)]).toEqual([1, 0, 0]))
