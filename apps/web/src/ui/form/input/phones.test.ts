import type { CountryCode } from '@steading/contract/users/countryCodes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialCodeOf, dialCountries, phoneOf, spokenPhone, typedPhone } from './phones.ts'

test.each<[CountryCode, string, string]>([
  ['PRT', '912 345 678', '+351912345678'],
  ['ESP', '600123456', '+34600123456'],
  ['PRT', '+34 600 123 456', '+34600123456'],
  ['PRT', '0034600123456', '0034600123456'],
  ['PRT', '  ', ''],
])('a number of %s typed as "%s" is %s', (country, number, phone) => expect(phoneOf({ country, number })).toBe(phone))

test.each<[string, CountryCode, string]>([
  ['+351912345678', 'PRT', '912345678'],
  ['00351 912 345 678', 'PRT', '912345678'],
  // The longest dial code that fits, not +3 or +35.
  ['+3545551234', 'ISL', '5551234'],
  ['+442079460000', 'GBR', '2079460000'],
  ['+12025550123', 'USA', '2025550123'],
  ['912345678', 'PRT', '912345678'],
  ['', 'PRT', ''],
])('%s is typed as of %s: %s', (phone, country, number) => expect(typedPhone(phone, 'PRT')).toEqual({ country, number }))

test('keeps the chosen country of a shared dial code', () => {
  expect(typedPhone('+14165550123', 'CAN').country).toBe('CAN')
  expect(typedPhone('+14165550123', 'PRT').country).toBe('USA')
})

test('joins the parts of a split number to the same number', () => {
  fc.assert(
    fc.property(fc.constantFrom(...dialCountries), fc.stringMatching(/^\d{6,12}$/), (country, number) => {
      // 00 at the beginning is the way to dial abroad.
      fc.pre(!number.startsWith('00'))
      const phone = phoneOf({ country, number })
      expect(phone).toBe(dialCodeOf(country) + number)
      expect(phoneOf(typedPhone(phone, country))).toBe(phone)
    }),
  )
})

test('groups the digits of a number in threes', () => {
  expect(spokenPhone('+351912345678')).toBe('+351 912 345 678')
  expect(spokenPhone('+12025550123')).toBe('+1 202 555 0123')
  expect(spokenPhone('912345678')).toBe('912345678')
  expect(spokenPhone('+351(21)123-456')).toBe('+351(21)123-456')
})
