import { expect, test } from 'vitest'
import { decimalsOf, exactDecimals, exactQuantity } from './numbers.ts'
import { translator } from './text.ts'

const t = await translator('en-US')

test.each([
  [0.5, 1],
  [1, 0],
  [25, 0],
  [0.001, 3],
  [1e-7, 7],
])('a step of %s has %s decimals', (step, decimals) => {
  expect(decimalsOf(step)).toBe(decimals)
})

test.each([
  ['all decimals of what was entered', 21.18, 1, 2],
  ['at least the decimals of its kind', 21, 1, 1],
  ['no digit of binary arithmetic', 0.1 + 0.2, 0, 1],
  ['the decimals of its kind where it was computed', 64 / 3, 1, 1],
])('a set figure has %s', (_, value, least, decimals) => {
  expect(exactDecimals(value, least)).toBe(decimals)
})

test('writes a set figure with its unit and all its decimals', () => {
  expect(exactQuantity(29.55, '°C', t, 1)).toBe('29.55\u00a0°C')
  expect(exactQuantity(null, '°C', t)).toBe('–')
})

test('names the bounds of a refused number with all their decimals', () => {
  expect(t('invalid.tooSmall', { min: 0.125 })).toContain('0.125')
  expect(t('invalid.step', { step: 0.001 })).toContain('0.001')
})
