import { describe, expect, test } from 'vitest'
import { CreateEntity } from '../entities/entities.ts'
import { DisplayName, EnteredPassword, Instant, LabelledText, Password, TimeZone, Translations } from './fields.ts'
import { interfaces } from '../devices/interfaces.ts'
import { check } from './problem.ts'
import { TagName } from '../entities/tags.ts'
import { CreateUser } from '../users/users.ts'

const problemOf = (schema: Parameters<typeof check>[0], value: unknown) => {
  const checked = check(schema, value)
  return checked.ok ? null : checked.problems.map(({ field, code }) => [field, code])
}

describe('a name is one line of letters that are seen', () => {
  test.each([
    ['a zero-width space', 'Paul\u200Ba'],
    ['nothing but them', '\u200B\u200B\u200B'],
    ['a soft hyphen', 'Pa\u00ADul'],
    ['a turned direction', 'Paul \u202Efed'],
    ['an isolated direction', '\u2067Paul\u2069'],
    ['a line break', 'Paul\nSul'],
    ['a tab', 'Paul\tSul'],
    ['a filler', 'Paul\u3164'],
    ['a joiner between letters', 'Pa\u200Dul'],
  ])('%s is refused', (_, name) => {
    for (const schema of [DisplayName, LabelledText, TagName]) expect(problemOf(schema, name)).toEqual([['', 'unseen']])
    const entity = { type: 'SECTOR', parentId: '1', name }
    expect(problemOf(CreateEntity, entity)).toEqual([['name', 'unseen']])
    const person = { displayName: 'Somebody', shortName: name, email: 'a@steading.example', roleId: '1', rootEntityId: '1' }
    expect(problemOf(CreateUser, person)).toEqual([['shortName', 'unseen']])
  })

  test.each(['Quinta do Paul', 'Στάβλος Ά', 'Größe & Maß', 'Élevage d’été', 'Casa “Nova” – 2', 'Farm 👩🏽‍🌾', 'Naïve \u00E9'])(
    '%s is taken as it is',
    name => expect(check(DisplayName, name)).toEqual({ ok: true, value: name }),
  )
})

describe('an instant is one that the calendar and the clock have', () => {
  test.each(['2026-02-30T10:00:00', '2026-02-29T00:00:00Z', '2026-04-31T12:00', '2026-07-01T24:00:00Z', '2026-13-01T00:00'])(
    '%s is refused',
    text => expect(problemOf(Instant, text)).toEqual([['', 'instant']]),
  )

  test('the 29th of February of a leap year is taken', () => {
    expect(check(Instant, '2028-02-29T23:59:59+01:00')).toEqual({ ok: true, value: '2028-02-29T22:59:59.000Z' })
  })
})

test.each([DisplayName, LabelledText, Password, EnteredPassword])('composes accents in one form (%#)', schema => {
  const text = 'Pavilhão Coração-2026'
  expect(check(schema, text.normalize('NFD'))).toEqual({ ok: true, value: text.normalize('NFC') })
})

test('composes accents of translations in one form', () => {
  const text = 'Doença digestiva'
  expect(check(Translations, { 'pt-PT': text.normalize('NFD') })).toEqual({ ok: true, value: { 'pt-PT': text.normalize('NFC') } })
})

test('counts the letters of a password, not its accents', () => {
  expect(problemOf(Password, 'Ã-é1'.normalize('NFD'))).toEqual([['', 'tooShort']])
})

describe('a time zone is said by its IANA name', () => {
  test.each(['Europe/Lisbon', 'UTC', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'Asia/Kolkata', 'Etc/GMT+1'])(
    '%s',
    zone => expect(check(TimeZone, zone)).toEqual({ ok: true, value: zone }),
  )
  test.each(['IST', 'PST', 'CST', 'JST', 'EST', 'VST', 'CET', 'GMT', 'EST5EDT', 'SystemV/PST8'])('not by %s', zone =>
    expect(problemOf(TimeZone, zone)).toEqual([['', 'timeZone']]),
  )
  test('as every zone that a browser offers', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.filter(zone => !TimeZone.safeParse(zone).success)).toEqual([])
  })
  test.each(['+01:00', '-03:00', 'europe/lisbon', 'EUROPE/LISBON', 'utc', 'Europe/Nowhere', 'asia/kolkata', 'Lisbon'])(
    'not %s',
    zone => expect(problemOf(TimeZone, zone)).toEqual([['', 'timeZone']]),
  )
})

test('what a reading is multiplied by, and what is added, overflows nothing', () => {
  const made = { displayName: 'Air', terminalId: '1', entityId: '1', category: 'TEMPERATURE', address: 'air' }
  const edited = { version: 1 }
  for (const [field, far, near] of [
    ['factor', 1e308, 1e9],
    ['offset', -1e308, -1e9],
    ['min', -1e300, -1e9],
    ['max', 1e300, 1e9],
    ['safeValue', 1e300, 1e9],
    ['modulus', 1e308, 1e12],
    ['maxRate', 1e308, 1e9],
  ] as const) {
    const code = far > 0 ? 'tooBig' : 'tooSmall'
    expect(problemOf(interfaces.create.body, { ...made, [field]: far })).toEqual([[field, code]])
    expect(problemOf(interfaces.edit.body, { ...edited, [field]: far })).toEqual([[field, code]])
    expect(problemOf(interfaces.create.body, { ...made, [field]: near })).toBeNull()
  }
  const scaled = (a: number, b: number) => ({
    displayName: 'Air',
    terminalId: '1',
    entityId: '1',
    category: 'TEMPERATURE',
    virtual: { operation: 'SCALE', sourceIds: ['1'], a, b },
  })
  expect(problemOf(interfaces.create.body, scaled(1e308, 0))).toEqual([['virtual.a', 'tooBig']])
  expect(problemOf(interfaces.create.body, scaled(1, -1e308))).toEqual([['virtual.b', 'tooSmall']])
  expect(problemOf(interfaces.create.body, scaled(1e9, -1e9))).toBeNull()
})
