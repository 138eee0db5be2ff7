import type { Command, Interface } from '@steading/contract/devices/interfaces'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { sampleFans } from '../../../test/interface.sample.ts'
import { isUnconfirmed, type CommandStatus, commandStatus, statusWords, releasedValue, releaseKey } from './commandStatus.ts'
import type { Alarm } from '../alarm.ts'

const now = Date.UTC(2026, 4, 4, 3, 41)
const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString()
const command = (state: Command['state'], more: Partial<Command> = {}): Command => ({
  id: '01B',
  interfaceId: '8',
  value: 80,
  state,
  issuedUtc: at(35),
  answeredUtc: state === 'DONE' ? at(35) : null,
  reason: null,
  readBack: null,
  verifiedUtc: null,
  holdUntilUtc: state === 'DONE' ? at(-25) : null,
  by: null,
  ...more,
})
const fans = (
  lastConvertedReading: Interface['lastConvertedReading'],
  lastCommand: Command | null,
  more: Partial<Interface> = {},
) => sampleFans({ lastReadingTimestampUtc: at(1), lastConvertedReading, lastCommand, ...more })
const alarm: Alarm = { severity: 'MAJOR', sinceUtc: at(54), feedback: { ordered: 100, feedback: 0 } }
const justDone = (more: Partial<Command>) => command('DONE', { issuedUtc: at(1), answeredUtc: at(1), ...more })
const unsure = (holdUntilUtc: string | null, more: Partial<Command> = {}) => command('UNCONFIRMED', { holdUntilUtc, ...more })
const automatic: CommandStatus = { state: 'automatic' }
const retired = { terminal: { id: '1', displayName: 'Box', connected: false, retired: true } }
const away = { terminal: { id: '1', displayName: 'Box', connected: false, retired: false } }

describe('where an order stands, and what is said of it', () => {
  const noFeedback: CommandStatus = { state: 'noFeedback', ordered: 80, sinceUtc: at(35) }
  test.each<[string, Interface, CommandStatus, string, Alarm?]>([
    ['nothing ordered', fans(40, null), { state: 'automatic' }, 'Automatic'],
    ['nothing ordered, no rule', fans(90, null, { driven: false }), { state: 'undriven' }, 'Not controlled by a rule'],
    [
      'the hold is over, no rule',
      fans(80, command('DONE', { holdUntilUtc: at(5) }), { driven: false }),
      { state: 'undriven' },
      'Not controlled by a rule',
    ],
    ['on its way', fans(40, command('SENT')), { state: 'sent', ordered: 80 }, 'Sent 80 %, waiting for the smart box'],
    ['done and held', fans(80, command('DONE')), { state: 'done' }, 'Confirmed 04:06, override until 05:06'],
    ['as good as done', fans(81, command('DONE')), { state: 'done' }, 'Confirmed 04:06, override until 05:06'],
    [
      'done, still moving',
      fans(40, command('DONE', { answeredUtc: at(1) })),
      { state: 'done' },
      'Confirmed 04:40, override until 05:06',
    ],
    ['the hold is over', fans(80, command('DONE', { holdUntilUtc: at(5) })), automatic, 'Automatic'],
    ['over at this very moment', fans(80, command('DONE', { holdUntilUtc: at(0) })), automatic, 'Automatic'],
    ['over before the device had followed', fans(40, justDone({ holdUntilUtc: at(0.5) })), automatic, 'Automatic'],
    ['no hold, just done', fans(80, justDone({ holdUntilUtc: null })), { state: 'done' }, 'Confirmed 04:40'],
    ['given back, and set by its rule since', fans(40, justDone({ holdUntilUtc: null })), automatic, 'Automatic'],
    ['no hold, or a restart ended it', fans(80, command('DONE', { holdUntilUtc: null })), automatic, 'Automatic'],
    ['the same, and something else drives it', fans(20, command('DONE', { holdUntilUtc: null })), automatic, 'Automatic'],
    ['held, not followed', fans(0, command('DONE')), noFeedback, 'No feedback since 04:06, device reports 0 %'],
    [
      'a relay is no feedback of itself',
      fans(0, command('DONE'), { terminalInterfaceType: 'OUT' }),
      { state: 'done' },
      'Confirmed 04:06, override until 05:06',
    ],
    ['refused', fans(40, command('REJECTED', { issuedUtc: at(14) })), { state: 'rejected' }, 'Refused'],
    ['refused long ago', fans(40, command('REJECTED')), automatic, 'Automatic'],
    ['too late', fans(40, command('EXPIRED', { issuedUtc: at(14) })), { state: 'expired' }, 'Expired, not executed'],
    ['too late, long ago', fans(40, command('EXPIRED')), automatic, 'Automatic'],
    ['nobody knows', fans(40, unsure(at(-25))), { state: 'unconfirmed', ordered: 80 }, 'Unconfirmed since 04:06'],
    [
      'the device reads back something else',
      fans(40, unsure(at(-25), { readBack: 999 })),
      { state: 'unconfirmed', ordered: 80 },
      'Unconfirmed since 04:06, device reports 999 %',
    ],
    ['nobody knows, its hold is over', fans(40, unsure(at(5))), automatic, 'Automatic'],
    ['nobody knows, no hold, and the device has spoken', fans(40, unsure(null)), automatic, 'Automatic'],
    [
      'nobody knows, no hold, the device is silent',
      fans(40, unsure(null), { lastReadingTimestampUtc: at(34) }),
      { state: 'unconfirmed', ordered: 80 },
      'Unconfirmed since 04:06',
    ],
    [
      'a later reading shows it, and it is held',
      fans(80, unsure(at(-25), { verifiedUtc: at(30) })),
      { state: 'done' },
      'Confirmed 04:11, override until 05:06',
    ],
    [
      'a later reading showed it, the next ones do not',
      fans(0, unsure(at(-25), { verifiedUtc: at(30) })),
      { state: 'noFeedback', ordered: 80, sinceUtc: at(30) },
      'No feedback since 04:11, device reports 0 %',
    ],
    ['a later reading showed it, its hold is over', fans(80, unsure(at(5), { verifiedUtc: at(30) })), automatic, 'Automatic'],
    ['its box is away', fans(0, command('DONE'), away), { state: 'away' }, 'Offline'],
    ['its box is retired', fans(0, command('DONE'), retired), { state: 'away' }, 'Retired'],
    [
      'a rule is not followed',
      fans(0, null),
      { state: 'noFeedback', ordered: 100, sinceUtc: at(54) },
      'No feedback since 03:47, device reports 0 %',
      alarm,
    ],
    [
      'a hand took over from a rule that is not followed',
      fans(0, command('DONE', { value: 0 })),
      { state: 'done' },
      'Confirmed 04:06, override until 05:06',
      alarm,
    ],
    [
      'the hold is over and the rule is not followed',
      fans(0, command('DONE', { holdUntilUtc: at(5) })),
      { state: 'noFeedback', ordered: 100, sinceUtc: at(54) },
      'No feedback since 03:47, device reports 0 %',
      alarm,
    ],
    ['a rule is followed again', fans(60, null), { state: 'automatic' }, 'Automatic', alarm],
    [
      'somebody tries by hand',
      fans(0, command('SENT')),
      { state: 'sent', ordered: 80 },
      'Sent 80 %, waiting for the smart box',
      alarm,
    ],
  ])('%s', async (_, iface, status, words, given) => {
    const t = await translator('en-US')
    expect(commandStatus(iface, now, given)).toEqual(status)
    expect(statusWords(iface, status, now, 'Europe/Lisbon', t).replaceAll('\u00a0', ' ')).toBe(words)
  })
})

test('what the barn has not confirmed is never solid', () => {
  const states = ['automatic', 'undriven', 'sent', 'done', 'rejected', 'expired', 'unconfirmed', 'noFeedback', 'away'] as const
  expect(states.filter(isUnconfirmed)).toEqual(['sent', 'unconfirmed', 'noFeedback', 'away'])
})

test('every state has words of its own in every language', async () => {
  const all = [
    fans(0, null),
    fans(0, null, { driven: false }),
    fans(0, command('SENT')),
    fans(80, command('DONE')),
    fans(0, command('REJECTED', { issuedUtc: at(1) })),
    fans(0, command('EXPIRED', { issuedUtc: at(1) })),
    fans(0, unsure(at(-25))),
    fans(0, unsure(at(-25), { readBack: 999 })),
    fans(0, command('DONE')),
    fans(0, null, away),
  ]
  for (const language of languages) {
    const t = await translator(language)
    const statusTexts = all.map(iface => statusWords(iface, commandStatus(iface, now), now, 'Europe/Lisbon', t))
    expect(new Set(statusTexts).size).toBe(all.length)
  }
})

test('what a hand holds can be given back, with what the device says already', () => {
  expect(releasedValue(fans(75, command('DONE')), now)).toBe(75)
  expect(releasedValue(fans(null, command('UNCONFIRMED', { holdUntilUtc: at(-25) })), now)).toBe(80)
  expect(releasedValue(fans(75, command('DONE', { holdUntilUtc: at(1) })), now)).toBeUndefined()
  expect(releasedValue(fans(75, command('DONE', { holdUntilUtc: null })), now)).toBeUndefined()
  expect(releasedValue(fans(75, command('SENT', { holdUntilUtc: at(-25) })), now)).toBeUndefined()
  expect(releasedValue(fans(75, null), now)).toBeUndefined()
})

test('ends an override without a rule with the default value, else with what was ordered', () => {
  expect(releasedValue(fans(75, command('DONE'), { driven: false }), now)).toBe(80)
  expect(releasedValue(fans(75, command('DONE'), { driven: false, safeValue: 40 }), now)).toBe(40)
  expect(releasedValue(fans(75, command('DONE'), { driven: true, safeValue: 40 }), now)).toBe(75)
})

test('names the end of an override after what controls the device next', () => {
  expect(releaseKey(fans(75, command('DONE')))).toBe('actuation.release')
  expect(releaseKey(fans(75, command('DONE'), { driven: false }))).toBe('actuation.endHold')
})
