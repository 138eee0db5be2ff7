import { CATEGORY_IDS } from '@steading/contract/categories'
import { SEVERITIES } from '@steading/contract/events'
import type { Cause } from '@steading/contract/events'
import { OPERATORS } from '@steading/contract/operators'
import { languages } from '@steading/locales/languages'
import { translators } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { alarmMail } from './alarm-mail.ts'
import type { AlarmNews } from './alarm-mail.ts'

const texts = await translators()
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
const news: AlarmNews = {
  severity: 'CRITICAL',
  title: 'Too hot',
  place: 'Paul | House 1',
  openedAt: new Date('2026-07-06T10:10:00Z'),
  at: new Date('2026-07-06T10:10:00Z'),
  n: 1,
  last: false,
  cause,
  fact: null,
  link: 'https://farm.example/events/7/details',
}

describe('the mail of an alarm', () => {
  test('says what, where, since when and why, in the reader’s language and zone', () => {
    const mail = alarmMail(news, texts['en-US'], 'Europe/Lisbon')
    expect(mail.subject).toBe('Critical: Too hot, Paul | House 1')
    expect(mail.text).toContain('The event opened at 06-07-2026 11:10:00, Paul | House 1.')
    expect(mail.text).toContain('Temperature north: 33,3\u00a0°C, above 32,0\u00a0°C, for 10 min')
    expect(mail.text).toContain('Open the event: https://farm.example/events/7/details')
    expect(mail.html).toContain('<a href="https://farm.example/events/7/details">Open the event</a>')
    expect(alarmMail(news, texts['pt-PT'], 'Europe/Lisbon').subject).toBe('Gravidade: Crítica – Too hot, Paul | House 1')
  })

  test('counts repetitions, and says when no more will come', () => {
    const { text } = alarmMail({ ...news, n: 3, last: true }, texts['en-US'], 'UTC')
    expect(text).toContain('Notification 3: the alarm is still active.')
    expect(text).toContain('The notification limit is reached.')
    expect(alarmMail(news, texts['en-US'], 'UTC').text).not.toContain('Notification 1')
  })

  test('what people typed stays text', () => {
    const evil = { ...news, title: '<img src=x onerror=alert(1)>', cause: { ...cause, interfaceName: '"><script>' } }
    const { html } = alarmMail(evil, texts['en-US'], 'UTC')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<script/)
  })

  test('a state is told in words, a counter per hour', () => {
    const state = { ...cause, category: 'MAINS_POWER', interfaceName: 'Mains', operator: 'EQUAL', threshold: false, value: false }
    expect(alarmMail({ ...news, cause: state }, texts['en-US'], 'UTC').text).toContain(
      'Mains (Paul | House 1): “Power failure” for 10 min.',
    )
    const water = { ...cause, category: 'WATER_COUNTER', interfaceName: 'Water', threshold: 100, value: 120 }
    expect(alarmMail({ ...news, cause: water }, texts['en-US'], 'UTC').text).toContain('Water: 120\u00a0L/h, above 100\u00a0L/h')
    const silo = {
      ...cause,
      category: 'SILO_WEIGHT',
      relativeTo: 'CAPACITY',
      percent: true,
      operator: 'LESS',
      threshold: 10,
      value: 9.33,
    } as const
    expect(alarmMail({ ...news, cause: silo }, texts['en-US'], 'UTC').text).toContain(
      '9,3\u00a0%, below 10\u00a0% of the capacity',
    )
  })

  test('a fact tells its instant in the reader’s zone', () => {
    const fact = { key: 'why.noSignal', values: { terminal: 'Box', time: Date.parse('2026-01-05T09:00:00Z') } } as const
    const { text } = alarmMail({ ...news, cause: null, fact }, texts['de-DE'], 'Europe/Athens')
    expect(text).toContain('Box: kein Signal seit 05-01-2026 11:00:00.')
  })

  test('every severity, operator and category has its words in every language', () => {
    for (const language of languages) {
      const t = texts[language]
      for (const severity of SEVERITIES)
        expect(alarmMail({ ...news, severity }, t, 'UTC').subject).not.toContain('event.severity')
      for (const operator of Object.keys(OPERATORS)) alarmMail({ ...news, cause: { ...cause, operator } }, t, 'UTC')
      for (const category of CATEGORY_IDS)
        for (const value of [true, false, 1.5, 'x'])
          expect(alarmMail({ ...news, cause: { ...cause, category, value } }, t, 'UTC').text).not.toContain('undefined')
    }
  })
})
