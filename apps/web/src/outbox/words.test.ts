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
  ['Waits for the end of quiet hours, 06:00', { waits: { for: 'QUIET', untilUtc } }],
  ['Goes out together with others, 06:00', { waits: { for: 'TOGETHER', untilUtc } }],
  ['Tried once, again at 06:00', { waits: { for: 'RETRY', untilUtc }, attempts: 1, lastError: '450' }],
  ['Tried 3 times, again at 06:00', { waits: { for: 'RETRY', untilUtc }, attempts: 3, lastError: '450' }],
  ['Waits: nothing gets through on this channel at the moment', { waits: { for: 'CHANNEL', untilUtc: null } }],
  ['On its way', { waits: null }],
  ['On its way', {}],
  ['Tried once, will be tried again', { waits: null, attempts: 1, lastError: '450' }],
  ['Not sent: the drill was over', { state: 'WITHHELD', withheldFor: 'DRILL_OVER' }],
  ['Answered, 06:00', { state: 'SENT', acknowledgedUtc: untilUtc }],
])('%s', (words, of) =>
  expect(sendingWords({ ...queued, ...of }, t, { zone: 'Europe/Lisbon', now: Date.parse('2026-07-07T01:00:00Z') })).toBe(words),
)
test('of another day the day is said too', () =>
  expect(
    sendingWords({ ...queued, waits: { for: 'QUIET', untilUtc } }, t, {
      zone: 'Europe/Lisbon',
      now: Date.parse('2026-07-06T22:30:00Z'),
    }),
  ).toBe('Waits for the end of quiet hours, 07-07 06:00'))
