import { Password } from '@steading/contract/http/fields'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordRules } from './passwordRules.ts'

const results = (password: string) => passwordRules.map(rule => rule.isMet(password))

test.each([
  ['', [false, false, false, false, false]],
  ['abc', [false, true, false, false, false]],
  ['abcdefA', [true, true, true, false, false]],
  ['Ação1 é', [true, true, true, true, true]],
  ['ABCDEF1!', [true, false, true, true, true]],
])('%j meets %j', (password, rules) => expect(results(password)).toEqual(rules))

test('accepts by all rules exactly what the contract accepts', () => {
  const password = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'Ω', '7', '!', ' ', '٣'), maxLength: 12 })
  fc.assert(
    fc.property(password, text => {
      expect(results(text).every(Boolean)).toBe(Password.safeParse(text).success)
    }),
    { numRuns: 2000 },
  )
})
