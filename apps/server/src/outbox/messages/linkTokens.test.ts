import { expect, test } from 'vitest'
import { freshSecrets, keyFor } from '../../platform/security/secrets.ts'
import { linkToken, notificationOfToken } from './linkTokens.ts'

const secrets = freshSecrets()

test('verifies a token for the purpose that it was issued for', () => {
  expect(notificationOfToken(secrets, linkToken(secrets, '7', 'alarm'), 'alarm')).toBe('7')
  expect(notificationOfToken(secrets, linkToken(secrets, '7', 'drill'), 'drill')).toBe('7')
})

test('refuses a token that was issued for another purpose', () => {
  expect(notificationOfToken(secrets, linkToken(secrets, '7', 'alarm'), 'drill')).toBeNull()
  expect(notificationOfToken(secrets, linkToken(secrets, '7', 'drill'), 'alarm')).toBeNull()
})

test('refuses a token whose notification was replaced', () => {
  const [signature] = linkToken(secrets, '7').split('.')
  expect(notificationOfToken(secrets, `${signature}.8`)).toBeNull()
})

test('refuses a token of another platform', () => {
  expect(notificationOfToken(secrets, linkToken(freshSecrets(), '7'))).toBeNull()
})

test('derives the same key for a purpose each time, and another one for each purpose', () => {
  expect(keyFor(secrets, 'alarm link')).toEqual(keyFor(secrets, 'alarm link'))
  expect(keyFor(secrets, 'alarm link')).not.toEqual(keyFor(secrets, 'drill link'))
  expect(keyFor(secrets, 'alarm link').toString('hex')).not.toBe(secrets.master)
})
