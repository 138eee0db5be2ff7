import { expect, test } from 'vitest'
import { Billing, isIban } from './billing.ts'
import { PhoneNumber } from '../http/fields.ts'

test.each([
  ['PT50000201231234567890154', 'PT50000201231234567891054'],
  ['DE89370400440532013000', 'DE89370400440532031000'],
  ['GR1601101250000000012300695', 'GR1601101250000000012306095'],
  ['FR1420041010050500013M02606', 'FR1420041010050500013M20606'],
])('%s is an account number, %s with two characters changed about is none', (iban, changed) => {
  expect([isIban(iban), isIban(changed)]).toEqual([true, false])
})

test('blanks are none, spaces in numbers are taken out', () =>
  expect(Billing.parse({ name: '', iban: 'de89 3704 0044 0532 0130 00', bicSwiftIso9362: 'COBADEFF' })).toMatchObject({
    name: null,
    vat: null,
    iban: 'DE89370400440532013000',
    bicSwiftIso9362: 'COBADEFF',
  }))

test.each([
  ['+351 912 345 678', '+351912345678'],
  ['(0) 123-456', '(0)123-456'],
  ['123456', '123456'],
])('%s is a telephone number', (text, expected) => expect(PhoneNumber.parse(text)).toBe(expected))

test.each(['12345', '1'.repeat(21), '12345x', 'telephone', '+()-+()-'])('%s is none', text =>
  expect(PhoneNumber.safeParse(text).success).toBe(false),
)
