import { expect, test } from 'vitest'
import { isTriedAgain, keptOn } from './words.ts'

test('what waits after it was refused is tried again; the first time, and once it is out, it is not', () => {
  expect(isTriedAgain({ state: 'QUEUED', lastError: '450 try later' })).toBe(true)
  expect(isTriedAgain({ state: 'QUEUED', lastError: null })).toBe(false)
  expect(isTriedAgain({ state: 'FAILED', lastError: '550 no such user' })).toBe(false)
})

test('only the channels that kept something have no way out', () => {
  expect(
    keptOn([
      { state: 'SENT', channel: 'MAIL' },
      { state: 'KEPT', channel: 'SMS' },
      { state: 'KEPT', channel: 'SMS' },
    ]),
  ).toEqual(['SMS'])
})
