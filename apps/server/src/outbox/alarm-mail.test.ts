import { CATEGORY_IDS } from '@steading/contract/categories'
import { SEVERITIES } from '@steading/contract/events'
import type { Cause } from '@steading/contract/events'
import { OPERATORS } from '@steading/contract/operators'
import { languages } from '@steading/locales/languages'
import { translators } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { alarmMail } from './alarm-mail.ts'
import type { AlarmNews, ToldCause } from './alarm-mail.ts'

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
  written: null,
  link: 'https://farm.example/events/7/details',
  own: null,
}

describe('the mail of an alarm', () => {
  test('says what, where, since when and why, in the reader’s language and zone', () => {
    const mail = alarmMail(news, texts['en-US'], 'Europe/Lisbon')
    expect(mail.subject).toBe('Critical: Temperature north (33.3\u00a0°C), Paul | House 1 – Too hot')
    expect(mail.text.split('\n').slice(3, 8)).toEqual([
      'Where: Paul | House 1',
      'Temperature north: 33.3\u00a0°C. Alarm limit: above 32.0\u00a0°C.',
      'Since 11:00 (10 min).',
      'Look after the animals first, then check ventilation, heating and the sensor itself.',
      'If you are dealing with it, acknowledge the event: others will see this and notifications pause.',
    ])
    expect(mail.text).toContain('Alarm raised 06-07-2026 11:10:00.')
    expect(mail.text).toContain('Times shown in (GMT+01:00) Europe/Lisbon.')
    expect(mail.html).toContain('Europe/Lisbon')
    expect(mail.text).toContain('Open the event: https://farm.example/events/7/details')
    expect(mail.html).toMatch(/<a href="https:\/\/farm.example\/events\/7\/details"[^>]*>Open the event<\/a>/)
    expect(alarmMail(news, texts['pt-PT'], 'Europe/Lisbon').subject).toBe(
      'Crítica: Temperature north (33,3\u00a0°C), Paul | House 1 – Too hot',
    )
    // Of another day, the day is told.
    const old = { ...news, cause: { ...cause, sinceUtc: '2026-07-05T22:00:00.000Z' } }
    expect(alarmMail(old, texts['en-US'], 'Europe/Lisbon').text).toContain('Since 05-07 23:00 (12 h 10 min).')
  })

  test('what the rule’s author says comes first, and stands in the subject instead of ours', () => {
    const own = { subject: 'House 1 is hot', body: 'Open the inlets.\nCall the vet.' }
    const mail = alarmMail({ ...news, own }, texts['en-US'], 'Europe/Lisbon')
    expect(mail.subject).toBe('House 1 is hot')
    expect(mail.text.split('\n').slice(3, 6)).toEqual(['Open the inlets.', 'Call the vet.', 'Where: Paul | House 1'])
    const silent = alarmMail({ ...news, own: { subject: '', body: '' } }, texts['en-US'], 'Europe/Lisbon')
    expect(silent).toEqual(alarmMail(news, texts['en-US'], 'Europe/Lisbon'))
  })

  test('of a device that does not follow it says what was ordered and what it reports, each in its own words', () => {
    const heaters = {
      ...cause,
      interfaceName: 'Heaters',
      category: 'HEATING_RELAY',
      operator: 'NOT_EQUAL',
      threshold: 0,
      unit: null,
    }
    const told = (of: Partial<Cause>, language: 'en-US' | 'de-DE' = 'en-US') =>
      alarmMail({ ...news, cause: { ...heaters, ...of } }, texts[language], 'UTC')
    const stuck = told({ reading: true, value: 1 })
    expect(stuck.subject).toBe('Critical: Heaters (On), Paul | House 1 – Too hot')
    expect(stuck.text).toContain('Heaters: command was “Off”, feedback is “On”.\n')
    expect(stuck.text).toContain('Check the device on site')
    expect(stuck.text).not.toMatch(/[+-]1|different/)
    expect(told({ reading: false, value: -1 }).text).toContain('Heaters: command was “On”, feedback is “Off”.')
    expect(told({ reading: false, value: -1 }, 'de-DE').text).toContain('Heaters: Befehl „Ein“, das Gerät meldet aber „Aus“.')
    const fans = { category: 'VENTILATION_CONTROL', interfaceName: 'Fans', reading: 20, value: -40, unit: '%' }
    expect(told(fans).text).toContain('Fans: command was “60\u00a0%”, feedback is “20\u00a0%”.')
  })

  test('no two alarms have one subject: another sensor, another house, another value', () => {
    const subjectOf = (of: Partial<ToldCause>) =>
      alarmMail({ ...news, cause: { ...cause, ...of } }, texts['en-US'], 'UTC').subject
    const all = [{}, { interfaceName: 'Temperature south' }, { place: 'Paul | House 2' }, { reading: 12, value: 12 }].map(
      subjectOf,
    )
    expect(new Set(all).size).toBe(4)
    expect(all[2]).toContain('Paul | House 2')
  })

  test('counts repetitions, and says when no more will come', () => {
    const { text } = alarmMail({ ...news, n: 3, last: true }, texts['en-US'], 'UTC')
    expect(text).toContain('Notification 3: the alarm is still active.')
    expect(text).toContain('This is the last notification for this alarm')
    expect(alarmMail(news, texts['en-US'], 'UTC').text).not.toContain('Message 1')
  })

  test('what people typed stays text', () => {
    const evil = { ...news, title: '<img src=x onerror=alert(1)>', cause: { ...cause, interfaceName: '"><script>' } }
    const { html } = alarmMail(evil, texts['en-US'], 'UTC')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<script/)
  })

  test('a state is told in words, a counter per hour, a share with what it is a share of', () => {
    const state = {
      ...cause,
      category: 'MAINS_POWER',
      interfaceName: 'Mains',
      operator: 'EQUAL',
      threshold: false,
      value: false,
      reading: false,
    }
    expect(alarmMail({ ...news, cause: state }, texts['en-US'], 'UTC').text).toContain(
      'Mains: “Power failure”.\nSince 10:00 (10 min).\nCheck utility power',
    )
    const water = { ...cause, category: 'WATER_COUNTER', interfaceName: 'Water', threshold: 100, value: 120 }
    expect(alarmMail({ ...news, cause: water }, texts['en-US'], 'UTC').text).toContain(
      'Water: 120\u00a0L/h. Alarm limit: above 100\u00a0L/h.',
    )
    const dry = { ...water, operator: 'EQUAL', threshold: 0, value: 0 }
    expect(alarmMail({ ...news, cause: dry }, texts['en-US'], 'UTC').text).toContain('Water: counter is not advancing.')
    const silo = {
      ...cause,
      category: 'SILO_WEIGHT',
      relativeTo: 'CAPACITY',
      percent: true,
      operator: 'LESS',
      threshold: 10,
      value: 9.33,
      reading: 1399.5,
    } as const
    expect(alarmMail({ ...news, cause: silo }, texts['en-US'], 'UTC').text).toContain(
      '1,400\u00a0kg (9.3\u00a0% of the capacity). Alarm limit: below 10\u00a0% of the capacity.',
    )
  })

  test('a fact tells its instant in the reader’s zone', () => {
    const fact = { key: 'why.noSignal', values: { terminal: 'Box', time: Date.parse('2026-01-05T09:00:00Z') } } as const
    const { text } = alarmMail({ ...news, cause: null, fact }, texts['de-DE'], 'Europe/Athens')
    expect(text).toContain('Box: kein Signal seit 05-01-2026 11:00:00.\nPrüfen Sie Strom')
  })

  test('every severity, operator and category has its words in every language', () => {
    for (const language of languages) {
      const t = texts[language]
      for (const severity of SEVERITIES)
        expect(alarmMail({ ...news, severity }, t, 'UTC').subject).not.toContain('event.severity')
      for (const operator of Object.keys(OPERATORS)) alarmMail({ ...news, cause: { ...cause, operator } }, t, 'UTC')
      for (const category of CATEGORY_IDS)
        for (const value of [true, false, 1.5, 'x'])
          expect(alarmMail({ ...news, cause: { ...cause, category, value, reading: value } }, t, 'UTC').text).not.toContain(
            'undefined',
          )
    }
  })
})
