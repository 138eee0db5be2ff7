import type { Danger } from '@steading/contract/events/danger'
import type { Cause } from '@steading/contract/events/events'
import { languages } from '@steading/locales/languages'
import { notationOf } from '@steading/locales/notation'
import { translators } from '@steading/locales/text'
import type { Translate } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { alarmEmail } from './alarmEmail.ts'
import { emailHtml, emailText } from './email.ts'
import type { AlarmContent } from './alarmEmail.ts'
import { quietUntil } from '../recipients/quietHours.ts'
import { shortText, spokenText } from './shortText.ts'

const texts = await translators()
/** The e-mail as it is sent. */
const alarmMail = (...[alarm, t, timeZone]: Parameters<typeof alarmEmail>) => {
  const email = alarmEmail(alarm, t, timeZone)
  return { subject: email.subject, text: emailText(email), html: emailHtml(email, t.language) }
}
const cause: Cause = {
  interfaceId: '4',
  interfaceName: 'Temperature north',
  category: 'TEMPERATURE',
  operator: 'GREATER',
  threshold: 32,
  value: 33.25,
  reading: 33.25,
  sinceUtc: '2026-07-06T10:00:00.000Z',
  permanence: 600,
  ruleVersion: 3,
}
const alarm: AlarmContent = {
  severity: 'CRITICAL',
  title: 'Too hot',
  place: 'Paul | House 1',
  n: 1,
  last: false,
  cause,
  fact: null,
  written: null,
  openedAt: new Date('2026-07-06T10:10:00Z'),
  at: new Date('2026-07-06T10:10:00Z'),
  own: null,
  link: 'https://farm.example/events/7/details',
}

describe('short texts and calls', () => {
  test('have severity, title, value, entity, time and link in 300 characters', () => {
    expect(shortText(alarm, texts['en-US'], 'Europe/Lisbon')).toBe(
      'Critical: Too hot, Paul | House 1. Temperature north: 33.3 °C. Alarm limit: above 32.0 °C. Since 11:00 (10 min).\nhttps://farm.example/events/7/details',
    )
    const long = { ...alarm, title: 'Too hot in the house '.repeat(7), place: 'A farm with a long name | House'.repeat(3) }
    for (const language of languages) {
      const text = shortText(long, texts[language], 'Europe/Lisbon')
      expect(text.length).toBeLessThanOrEqual(300)
      expect(text.endsWith(`…\n${alarm.link}`)).toBe(true)
    }
  })

  const danger: Danger = {
    kind: 'HEAT',
    limit: 33,
    minutes: 27,
    low: 20,
    high: 37,
    assumes: 'UNCHANGED',
    house: null,
    atUtc: '2026-07-06T10:10:00.000Z',
  }

  test('tell the estimate of the time to danger right after the alarm', () => {
    expect(shortText({ ...alarm, danger }, texts['en-US'], 'Europe/Lisbon')).toMatch(
      /^Critical: Too hot, Paul \| House 1\. Estimate: about 25 minutes until 33 °C if nothing changes\. Temperature north/,
    )
    expect(shortText({ ...alarm, danger: null }, texts['en-US'], 'Europe/Lisbon')).toBe(
      shortText(alarm, texts['en-US'], 'Europe/Lisbon'),
    )
  })

  test('speak the estimate in every language', () => {
    expect(spokenText({ ...alarm, danger }, texts['en-US'], 'Europe/Lisbon')).toContain(
      'Estimate: about 25 minutes until 33 degrees Celsius if nothing changes.',
    )
    for (const language of languages) {
      const text = spokenText({ ...alarm, danger }, texts[language], 'Europe/Lisbon')
      expect(text).toContain('25')
      expect(text).not.toMatch(/[°{}]/)
    }
  })

  test('speak words instead of symbols and name the key', () => {
    expect(spokenText(alarm, texts['en-US'], 'Europe/Lisbon')).toBe(
      'Alarm. Paul, House 1: Too hot. Severity: Critical. Temperature north: 33.3 degrees Celsius. Alarm limit: above 32.0 degrees Celsius. Since 11:00 (10 min). To acknowledge, press 1. If you are going and will be there in 20 minutes, press 2.',
    )
    const feed = { ...cause, category: 'FEED_COUNTER', threshold: 1400, value: 1200, reading: 1200 }
    expect(spokenText({ ...alarm, cause: feed }, texts['de-DE'], 'UTC')).toMatch(
      /1200 Kilogramm pro Stunde.*1400 Kilogramm pro Stunde/,
    )
    for (const language of languages) expect(spokenText(alarm, texts[language], 'UTC')).not.toMatch(/[°%|<>“”]|https?:/)
  })
})

test('speaks the number format of the language, whatever the user chose', () => {
  const feed = { ...cause, category: 'FEED_COUNTER', threshold: 1400.5, value: 1500, reading: 1500 }
  const chosen = (language: 'en-US' | 'de-DE', numberFormat: string) =>
    texts[language].withNotation(notationOf(language, { numberFormat }))
  const spokenFeed = (t: Translate) => spokenText({ ...alarm, cause: feed }, t, 'UTC')
  expect(spokenFeed(chosen('en-US', 'COMMA_DOT'))).toBe(spokenFeed(texts['en-US']))
  expect(spokenFeed(texts['en-US'])).toMatch(/ 1500 .*1400\.5/)
  expect(spokenFeed(chosen('de-DE', 'POINT_COMMA'))).toMatch(/ 1500 .*1400,5/)
  expect(shortText({ ...alarm, cause: feed }, chosen('de-DE', 'POINT_COMMA'), 'UTC')).toContain('1,400.5')
})

test('shows enough decimals to distinguish a reading from its limit', () => {
  const just = { ...alarm, cause: { ...cause, value: 32.02, reading: 32.02 } }
  const t = texts['en-US']
  expect(shortText(just, t, 'UTC')).toContain('Temperature north: 32.02 °C. Alarm limit: above 32.00 °C.')
  expect(spokenText(just, t, 'UTC')).toContain('32.02 degrees Celsius. Alarm limit: above 32.00 degrees Celsius')
  const mail = alarmMail(just, t, 'UTC')
  expect(mail.subject).toContain('(32.02\u00a0°C)')
  expect(mail.text).toContain('32.02\u00a0°C. Alarm limit: above 32.00\u00a0°C.')
})

test('mails a limit with all its decimals beside a reading far from it', () => {
  const far = { ...alarm, cause: { ...cause, threshold: 29.55, value: 31, reading: 31 } }
  expect(alarmMail(far, texts['en-US'], 'UTC').text).toContain('31.00\u00a0°C. Alarm limit: above 29.55\u00a0°C.')
})

test('mails a deviation from a curve beside a limit with the decimals of the limit', () => {
  const far = { ...alarm, cause: { ...cause, relativeTo: 'CURVE' as const, threshold: 4, value: 5.123456, reading: 30.2 } }
  expect(shortText(far, texts['en-US'], 'UTC')).toContain('+5.1 °C')
})

test('ends quiet hours in the user’s zone, over midnight and clock changes', () => {
  const at = (iso: string) => new Date(iso)
  const night = { from: '22:00', to: '06:30' }
  const end = (iso: string, hours: typeof night | null, zone: string) => quietUntil(at(iso), hours, zone)?.toISOString() ?? null
  expect(end('2026-07-06T21:30:00Z', night, 'Europe/Lisbon')).toBe('2026-07-07T05:30:00.000Z')
  expect(end('2026-07-06T05:29:00Z', night, 'Europe/Lisbon')).toBe('2026-07-06T05:30:00.000Z')
  expect(end('2026-07-06T05:30:00Z', night, 'Europe/Lisbon')).toBe(null)
  expect(end('2026-07-06T12:00:00Z', { from: '12:00', to: '14:00' }, 'Europe/Berlin')).toBe(null)
  expect(end('2026-07-06T11:00:00Z', { from: '12:00', to: '14:00' }, 'Europe/Berlin')).toBe('2026-07-06T12:00:00.000Z')
  // The night of the 25th has an hour more.
  expect(end('2026-10-24T22:00:00Z', night, 'Europe/Lisbon')).toBe('2026-10-25T06:30:00.000Z')
  expect(end('2026-07-06T12:00:00Z', null, 'Europe/Berlin')).toBe(null)
  // The hour from 01:00 comes twice: quiet hours end at the first 01:30.
  const late = { from: '22:00', to: '01:30' }
  expect(end('2026-10-25T00:29:00Z', late, 'Europe/Lisbon')).toBe('2026-10-25T00:30:00.000Z')
  expect(end('2026-10-25T00:30:00Z', late, 'Europe/Lisbon')).toBe(null)
  expect(end('2026-10-25T01:15:00Z', late, 'Europe/Lisbon')).toBe(null)
  // The hour from 01:00 is skipped: they end as the clock reads 02:00.
  expect(end('2026-03-29T00:59:00Z', late, 'Europe/Lisbon')).toBe('2026-03-29T01:00:00.000Z')
  expect(end('2026-03-29T01:00:00Z', late, 'Europe/Lisbon')).toBe(null)
})
