import { expect, test } from 'vitest'
import { age, localAge, date, dateTime, duration, number, quantity, signed, since, time } from './format.ts'
import { languages } from './languages.ts'
import { notationOf } from './notation.ts'
import { translator, translatorFor, translators } from './text.ts'

const all = await translators()
const en = all['en-US']
const t = all['de-DE']

test('a text follows the plural rules and the notation of figures of its language', () => {
  expect(all['de-DE']('count.animals', { count: 1 })).toBe('1 Tier')
  expect(all['pt-PT']('count.animals', { count: 19_624 })).toBe('19.624 animais')
  expect(en('count.animals', { count: 19_624.5 })).toBe('19,624.5 animals')
  expect(en('count.openEvents', { count: 0 })).toBe('No open events')
})

test('a text that misses a value throws instead of lying', () => {
  expect(() => en('alarm.goingBy')).toThrow(/name/)
})

test('a sentence that ends with an abbreviation has one full stop', () => {
  const text = all['el-GR']('rule.runsInCycles', { speed: '20 %', duration: duration(300, all['el-GR']) })
  expect(text.endsWith(' 5 λεπ.')).toBe(true)
})

test('tags within a text are handed out', () => {
  expect(en.parts('alarm.goingBy', { name: 'João' })).toEqual(['João is on the way'])
})

test('a language is loaded once', () => {
  expect(translator('el-GR')).toBe(translator('el-GR'))
  expect(Object.keys(all)).toEqual([...languages])
})

test.each([
  [2480, undefined, '2.480'],
  [1_234_567.891, 2, '1.234.567,89'],
  [31, 1, '31,0'],
  [-2.25, undefined, '−2,25'],
  [-0.001, 1, '0,0'],
  [999_999_999_999, 1, '999.999.999.999,0'],
  [2e306, 1, '2E306'],
  [-1.797e308, 2, '−1,8E308'],
  [Number.NaN, 1, '–'],
  [null, 1, '–'],
  [undefined, undefined, '–'],
])('the number %s with %s decimals reads %s', (value, decimals, text) => expect(number(value, t, decimals)).toBe(text))

test.each([
  ['de-DE', null, '1.234.567,8'],
  ['en-US', null, '1,234,567.8'],
  ['fr-FR', null, '1\u202f234\u202f567,8'],
  ['en-US', 'COMMA_DOT', '1.234.567,8'],
  ['pt-PT', 'POINT_COMMA', '1,234,567.8'],
  ['el-GR', 'other', '1.234.567,8'],
])('numbers for a reader of %s with the choice %s read %s', (language, numberFormat, text) => {
  const reader = translatorFor(all, { language, numberFormat })
  expect(number(1_234_567.8, reader)).toBe(text)
  expect(reader('count.animals', { count: 1_234_567.8 })).toContain(text)
})

test.each([
  [null, '04-05-2026 08:05:00', '04-05-2026', '04-05 08:05'],
  ['DMY_SLASH', '04/05/2026 08:05:00', '04/05/2026', '04/05 08:05'],
  ['DMY_DOT', '04.05.2026 08:05:00', '04.05.2026', '04.05 08:05'],
  ['MDY_SLASH', '05/04/2026 08:05:00', '05/04/2026', '05/04 08:05'],
  ['YMD_DASH', '2026-05-04 08:05:00', '2026-05-04', '05-04 08:05'],
])('dates with the choice %s read %s', (dateFormat, ...texts) => {
  const reader = translatorFor(all, { language: 'en-US', dateFormat })
  const at = '2026-05-04T07:05:00Z'
  const zone = 'Europe/Lisbon'
  expect([dateTime(at, zone, reader), date(at, zone, reader), since(at, '2026-05-06T00:00:00Z', zone, reader)]).toEqual(texts)
})

test('a language has one translator for each notation', () => {
  const other = en.withNotation(notationOf('en-US', { numberFormat: 'COMMA_DOT' }))
  expect(other).not.toBe(en)
  expect(other.withNotation(en.notation)).toBe(en)
  expect(en.withNotation(other.notation)).toBe(other)
})

test('differences carry their sign, quantities their unit', () => {
  expect([signed(11, t, 1), signed(-2.2, t, 1), signed(0, t, 1), signed(0.001, t, 1)]).toEqual(['+11,0', '−2,2', '0,0', '0,0'])
  expect([quantity(26, '°C', t, 1), quantity(3, '', t, 0), quantity(null, 'kg', t)]).toEqual(['26,0\u00a0°C', '3', '–'])
})

test.each([
  [0, '0 s'],
  [45, '45 s'],
  [59.6, '1 min'],
  [37 * 60, '37 min'],
  [8_340, '2 h 19 min'],
  [3 * 3600 + 5, '3 h'],
  [86_400 + 6 * 3600 + 59 * 60, '1 d 6 h'],
  [-5, '0 s'],
])('%s seconds last %s', (seconds, text) => expect(duration(seconds, en)).toBe(text))

test('age counts from now and never shows seconds after a minute', () => {
  const now = Date.UTC(2026, 4, 4, 3, 41)
  expect(age('2026-05-04T03:37:10Z', now, en)).toBe('3 min')
  expect(age('2026-05-04T03:40:48Z', now, en)).toBe('12 s')
  expect(age('2026-05-04T03:42:00Z', now, en)).toBe('0 s')
  expect(age(undefined, now, en)).toBe('–')
})

test('the local age of whole days has no hours where a clock changed between them', () => {
  const age42 = localAge('2026-09-14T23:00:00Z', '2026-10-27T00:00:00Z', 'Europe/Lisbon', en)
  expect(age42).toBe('42 d')
  expect(localAge('2026-03-28T00:00:00Z', '2026-03-29T11:00:00Z', 'Europe/Lisbon', en)).toBe('1 d 12 h')
  expect(localAge(undefined, '2026-03-29T11:00:00Z', 'Europe/Lisbon', en)).toBe('–')
})

test('dates are written in the zone, over a change of clocks and over midnight', () => {
  expect(dateTime('2026-03-29T00:59:59Z', 'Europe/Lisbon', t)).toBe('29-03-2026 00:59:59')
  expect(dateTime('2026-03-29T01:00:00Z', 'Europe/Lisbon', t)).toBe('29-03-2026 02:00:00')
  expect(dateTime('2026-05-03T21:00:00Z', 'Europe/Athens', t)).toBe('04-05-2026 00:00:00')
  expect([date('2026-05-03T23:30:00Z', 'Europe/Lisbon', t), time('2026-05-03T23:30:00Z', 'Europe/Lisbon')]).toEqual([
    '04-05-2026',
    '00:30',
  ])
  expect(since('2026-05-04T01:00:00Z', '2026-05-04T02:00:00Z', 'Europe/Lisbon', t)).toBe('02:00')
  expect(since('2026-05-03T01:00:00Z', '2026-05-04T02:00:00Z', 'Europe/Lisbon', t)).toBe('03-05 02:00')
  expect(dateTime('nonsense', 'Europe/Lisbon', t)).toBe('–')
})
