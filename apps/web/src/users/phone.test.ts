import { expect, test } from 'vitest'
import { phoneHint } from './phone.ts'

test('below a number stands how one is written, until it is one', () => {
  expect(phoneHint('', undefined)).toBe('user.phoneHint')
  expect(phoneHint('+35191234abc', undefined)).toBe('invalid.phone')
  expect(phoneHint('+35191234abc', false)).toBe('invalid.phone')
  expect(phoneHint('+3519', undefined)).toBe('invalid.phone')
})
test('then whether it can be called', () => {
  expect(phoneHint('+351 912 345 678', undefined)).toBe('user.phoneHint')
  expect(phoneHint('+351 912 345 678', true)).toBe('user.phoneHint')
  expect(phoneHint('+351 000 000', false)).toBe('user.phoneDead')
})
