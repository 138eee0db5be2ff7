import { expect, test } from 'vitest'
import { phoneHint } from './phoneHint.ts'

test('shows the expected form below an invalid number', () => {
  expect(phoneHint('', undefined)).toBe('user.phoneHint')
  expect(phoneHint('+35191234abc', undefined)).toBe('invalid.phone')
  expect(phoneHint('+35191234abc', false)).toBe('invalid.phone')
  expect(phoneHint('+3519', undefined)).toBe('invalid.phone')
})
test('shows whether a valid number can be called', () => {
  expect(phoneHint('+351 912 345 678', undefined)).toBe('user.phoneHint')
  expect(phoneHint('+351 912 345 678', true)).toBe('user.phoneHint')
  expect(phoneHint('+351 000 000', false)).toBe('user.phoneDead')
})
