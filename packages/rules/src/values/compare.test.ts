import { expect, test } from 'vitest'
import { compare, compareText } from './compare.ts'

test('compares numbers directly when their millionths overflow', () => {
  expect(compare(1.5e308, 'GREATER', 1e308)).toBe(true)
  expect(compare(1.5e308, 'NOT_EQUAL', 1.5e308)).toBe(false)
  expect(compare(-1.5e308, 'LESS_EQUAL', 1e308)).toBe(true)
})

test('compares texts by their letters, however accents are composed', () => {
  const [composed, decomposed] = ['Alimentação'.normalize('NFC'), 'Alimentação'.normalize('NFD')]
  expect(compareText(composed, 'EQUAL', decomposed)).toBe(true)
  expect(compareText(decomposed, 'NOT_EQUAL', composed)).toBe(false)
  expect(compareText(decomposed, 'EQUAL', 'Alimentacao')).toBe(false)
})
