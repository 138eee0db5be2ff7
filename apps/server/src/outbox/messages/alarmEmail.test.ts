import { CATEGORY_IDS } from '@steading/contract/devices/categories'
import type { Danger } from '@steading/contract/events/danger'
import { SEVERITIES } from '@steading/contract/events/events'
import type { Cause } from '@steading/contract/events/events'
import { OPERATORS } from '@steading/contract/rules/operators'
import { languages } from '@steading/locales/languages'
import { translators } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { alarmEmail } from './alarmEmail.ts'
import { emailHtml, emailText } from './email.ts'
import type { AlarmContent, LocatedCause } from './alarmEmail.ts'

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

describe('the e-mail of an alarm', () => {
  test('shows title, entity, time and cause in the language and zone of the reader', () => {
    const mail = alarmMail(alarm, texts['en-US'], 'Europe/Lisbon')
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
    expect(alarmMail(alarm, texts['pt-PT'], 'Europe/Lisbon').subject).toBe(
      'Crítica: Temperature north (33,3\u00a0°C), Paul | House 1 – Too hot',
    )
    // Of another day, the day is told.
    const old = { ...alarm, cause: { ...cause, sinceUtc: '2026-07-05T22:00:00.000Z' } }
    expect(alarmMail(old, texts['en-US'], 'Europe/Lisbon').text).toContain('Since 05-07 23:00 (12 h 10 min).')
  })

  test('tells the time to danger with its error, below the facts', () => {
    const danger: Danger = {
      kind: 'HEAT',
      limit: 33,
      minutes: 27,
      low: 20,
      high: 37,
      assumes: 'VENTILATION_OFF',
      house: 'Paul | House 1',
      atUtc: '2026-07-06T10:10:00.000Z',
    }
    const lineOf = (change: Partial<Danger>) =>
      alarmMail({ ...alarm, danger: { ...danger, ...change } }, texts['en-US'], 'Europe/Lisbon').text.split('\n')[6]
    expect(lineOf({})).toBe(
      'Paul | House 1: Estimate: about 25 minutes until 33\u00a0°C if the ventilation has stopped. Range: 20 to 37 minutes.',
    )
    expect(lineOf({ high: null })).toContain('Range: 20 minutes or more.')
    expect(lineOf({ minutes: 0 })).toBe('Paul | House 1: 33\u00a0°C reached: the animals are in danger.')
  })

  test('puts text of the rule’s author first and into the subject', () => {
    const own = { subject: 'House 1 is hot', body: 'Open the inlets.\nCall the vet.' }
    const mail = alarmMail({ ...alarm, own }, texts['en-US'], 'Europe/Lisbon')
    expect(mail.subject).toBe('House 1 is hot')
    expect(mail.text.split('\n').slice(3, 6)).toEqual(['Open the inlets.', 'Call the vet.', 'Where: Paul | House 1'])
    const silent = alarmMail({ ...alarm, own: { subject: '', body: '' } }, texts['en-US'], 'Europe/Lisbon')
    expect(silent).toEqual(alarmMail(alarm, texts['en-US'], 'Europe/Lisbon'))
  })

  test('shows command and feedback of a device that does not follow', () => {
    const heaters = {
      ...cause,
      interfaceName: 'Heaters',
      category: 'HEATING_RELAY',
      operator: 'NOT_EQUAL',
      threshold: 0,
      unit: null,
    }
    const mailOf = (of: Partial<Cause>, language: 'en-US' | 'de-DE' = 'en-US') =>
      alarmMail({ ...alarm, cause: { ...heaters, ...of } }, texts[language], 'UTC')
    const stuck = mailOf({ reading: true, value: 1 })
    expect(stuck.subject).toBe('Critical: Heaters (On), Paul | House 1 – Too hot')
    expect(stuck.text).toContain('Heaters: command was “Off”, feedback is “On”.\n')
    expect(stuck.text).toContain('Check the device on site')
    expect(stuck.text).not.toMatch(/[+-]1|different/)
    expect(mailOf({ reading: false, value: -1 }).text).toContain('Heaters: command was “On”, feedback is “Off”.')
    expect(mailOf({ reading: false, value: -1 }, 'de-DE').text).toContain('Heaters: Befehl „Ein“, das Gerät meldet aber „Aus“.')
    const fans = { category: 'VENTILATION_CONTROL', interfaceName: 'Fans', reading: 20, value: -40, unit: '%' }
    expect(mailOf(fans).text).toContain('Fans: command was “60\u00a0%”, feedback is “20\u00a0%”.')
  })

  test('has another subject for another sensor, house or value', () => {
    const subjectOf = (of: Partial<LocatedCause>) =>
      alarmMail({ ...alarm, cause: { ...cause, ...of } }, texts['en-US'], 'UTC').subject
    const all = [{}, { interfaceName: 'Temperature south' }, { place: 'Paul | House 2' }, { reading: 12, value: 12 }].map(
      subjectOf,
    )
    expect(new Set(all).size).toBe(4)
    expect(all[2]).toContain('Paul | House 2')
  })

  test('counts repetitions and announces the last one', () => {
    const { text } = alarmMail({ ...alarm, n: 3, last: true }, texts['en-US'], 'UTC')
    expect(text).toContain('Notification 3: the alarm is still active.')
    expect(text).toContain('This is the last notification for this alarm')
    expect(alarmMail(alarm, texts['en-US'], 'UTC').text).not.toContain('Message 1')
  })

  test('escapes text of users', () => {
    const evil = { ...alarm, title: '<img src=x onerror=alert(1)>', cause: { ...cause, interfaceName: '"><script>' } }
    const { html } = alarmMail(evil, texts['en-US'], 'UTC')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img|<script/)
  })

  test('words a state, a counter per hour and a share of a reference', () => {
    const state = {
      ...cause,
      category: 'MAINS_POWER',
      interfaceName: 'Mains',
      operator: 'EQUAL',
      threshold: false,
      value: false,
      reading: false,
    }
    expect(alarmMail({ ...alarm, cause: state }, texts['en-US'], 'UTC').text).toContain(
      'Mains: “Power failure”.\nSince 10:00 (10 min).\nCheck utility power',
    )
    const water = { ...cause, category: 'WATER_COUNTER', interfaceName: 'Water', threshold: 100, value: 120 }
    expect(alarmMail({ ...alarm, cause: water }, texts['en-US'], 'UTC').text).toContain(
      'Water: 120\u00a0L/h. Alarm limit: above 100\u00a0L/h.',
    )
    const dry = { ...water, operator: 'EQUAL', threshold: 0, value: 0 }
    expect(alarmMail({ ...alarm, cause: dry }, texts['en-US'], 'UTC').text).toContain('Water: counter is not advancing.')
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
    expect(alarmMail({ ...alarm, cause: silo }, texts['en-US'], 'UTC').text).toContain(
      '1,400\u00a0kg (9.3\u00a0% of the capacity). Alarm limit: below 10\u00a0% of the capacity.',
    )
  })

  test('shows the time of a fact in the zone of the reader', () => {
    const fact = { key: 'why.noSignal', values: { terminal: 'Box', time: Date.parse('2026-01-05T09:00:00Z') } } as const
    const { text } = alarmMail({ ...alarm, cause: null, fact }, texts['de-DE'], 'Europe/Athens')
    expect(text).toContain('Box: kein Signal seit 05-01-2026 11:00:00.\nPrüfen Sie Strom')
  })

  test('has words for every severity, operator and category in every language', () => {
    for (const language of languages) {
      const t = texts[language]
      for (const severity of SEVERITIES)
        expect(alarmMail({ ...alarm, severity }, t, 'UTC').subject).not.toContain('event.severity')
      for (const operator of Object.keys(OPERATORS)) alarmMail({ ...alarm, cause: { ...cause, operator } }, t, 'UTC')
      for (const category of CATEGORY_IDS)
        for (const value of [true, false, 1.5, 'x'])
          expect(alarmMail({ ...alarm, cause: { ...cause, category, value, reading: value } }, t, 'UTC').text).not.toContain(
            'undefined',
          )
    }
  })
})
