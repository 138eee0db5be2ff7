import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { isTriedAgain, keptOn, type Sending, sendingWords } from './words.ts'

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

const t = await translator('en-US')
const queued = { state: 'QUEUED', withheldFor: null, acknowledgedUtc: null, lastError: null } as const
const untilUtc = '2026-07-07T05:00:00.000Z'

test.each<[string, Partial<Sending>]>([
  ['Waiting until quiet hours end, 06:00', { waits: { for: 'QUIET', untilUtc } }],
  ['Queued for digest, 06:00', { waits: { for: 'TOGETHER', untilUtc } }],
  ['Tried once, next attempt 06:00', { waits: { for: 'RETRY', untilUtc }, attempts: 1, lastError: '450' }],
  ['Tried 3 times, next attempt 06:00', { waits: { for: 'RETRY', untilUtc }, attempts: 3, lastError: '450' }],
  ['Waiting: channel currently unavailable', { waits: { for: 'CHANNEL', untilUtc: null } }],
  ['Queued', { waits: null }],
  ['Queued', {}],
  ['Tried once, will retry', { waits: null, attempts: 1, lastError: '450' }],
  ['Suppressed: the drill had ended', { state: 'WITHHELD', withheldFor: 'DRILL_OVER' }],
  ['Answered 06:00', { state: 'SENT', acknowledgedUtc: untilUtc }],
])('%s', (words, of) =>
  expect(sendingWords({ ...queued, ...of }, t, { zone: 'Europe/Lisbon', now: Date.parse('2026-07-07T01:00:00Z') })).toBe(words),
)
test('of another day the day is said too', () =>
  expect(
    sendingWords({ ...queued, waits: { for: 'QUIET', untilUtc } }, t, {
      zone: 'Europe/Lisbon',
      now: Date.parse('2026-07-06T22:30:00Z'),
    }),
  ).toBe('Waiting until quiet hours end, 07-07 06:00'))
