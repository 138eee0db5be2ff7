import { DATE_FORMATS } from '@steading/contract/users/notation'
import { notationOf } from '@steading/locales/notation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMoment, writeMoment } from './moment.ts'

const inFormat = (dateFormat?: string) => ({ notation: notationOf('en-US', { dateFormat }) })
const t = inFormat()
const lisbon = 'Europe/Lisbon'

test.each([
  ['04-05-2026', 'start', '2026-05-03T23:00:00.000Z'],
  ['04-05-2026', 'end', '2026-05-04T22:59:59.999Z'],
  ['4/5/2026', 'start', '2026-05-03T23:00:00.000Z'],
  ['4.5.2026 7:05', 'start', '2026-05-04T06:05:00.000Z'],
  [' 04-05-2026 07:05 ', 'end', '2026-05-04T06:05:59.999Z'],
  ['04-01-2026, 23:59', 'start', '2026-01-04T23:59:00.000Z'],
  ['2026-05-04 07:05', 'start', '2026-05-04T06:05:00.000Z'],
  ['2026-05-04T07:05', 'start', '2026-05-04T06:05:00.000Z'],
  ['', 'end', ''],
] as const)('%s as %s is %s', (typed, edge, at) => expect(readMoment(typed, lisbon, edge, t)).toBe(at))

test.each([
  '31-04-2026',
  '29-02-2027',
  '04-13-2026',
  '2026-13-04',
  '04-05-26',
  '04-05-1999',
  '04-05-2026 24:00',
  '04-05-2026 7',
  'soon',
])('%s is no moment', typed => expect(readMoment(typed, lisbon, 'start', t)).toBeUndefined())

test('reads back every written moment in every zone', () => {
  const zone = fc.constantFrom(lisbon, 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu')
  const edge = fc.constantFrom('start' as const, 'end' as const)
  const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(day, zone, edge, fc.constantFrom(...DATE_FORMATS), (of, zone, edge, format) => {
      const t = inFormat(format)
      const at = readMoment(of.toISOString().slice(0, 10), zone, edge, t)
      expect(readMoment(writeMoment(at, zone, edge, t), zone, edge, t)).toBe(at)
    }),
  )
  expect(writeMoment('2026-05-04T06:05:00.000Z', lisbon, 'start', t)).toBe('04-05-2026 07:05')
  expect(writeMoment('2026-05-04T06:05:00.000Z', lisbon, 'start', inFormat('MDY_SLASH'))).toBe('05/04/2026 07:05')
  expect(writeMoment('2026-05-04T06:05:59.999Z', lisbon, 'end', t)).toBe('04-05-2026 07:05')
  expect(writeMoment(undefined, lisbon, 'end', t)).toBe('')
})
