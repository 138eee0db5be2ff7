import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordCorrect } from './passwords.ts'

const [composed, decomposed] = ['Coração-2026'.normalize('NFC'), 'Coração-2026'.normalize('NFD')]

test.each([
  ['composed', composed],
  ['decomposed', decomposed],
])('accepts a password in either form that was set %s', async (_form, password) => {
  const stored = await hashPassword(password)
  expect(await isPasswordCorrect(stored, composed)).toBe(true)
  expect(await isPasswordCorrect(stored, decomposed)).toBe(true)
  expect(await isPasswordCorrect(stored, 'Coracao-2026')).toBe(false)
})

test('accepts a hash of the decomposed form from before passwords were normalized', async () => {
  const stored = await hash(decomposed)
  expect(await isPasswordCorrect(stored, composed)).toBe(true)
  expect(await isPasswordCorrect(stored, `${composed}!`)).toBe(false)
})
