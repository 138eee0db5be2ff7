import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayEnd, dayOf, dayStart, sameWallTime } from './zoned.ts'

test.each([
  ['2026-05-04', 'Europe/Lisbon', '2026-05-03T23:00:00.000Z', '2026-05-04T22:59:59.999Z'],
  ['2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z', '2026-04-05T13:59:59.999Z'],
  ['2026-05-04', 'Asia/Kathmandu', '2026-05-03T18:15:00.000Z', '2026-05-04T18:14:59.999Z'],
])('%s in %s', (day, zone, start, end) => {
  expect([dayStart(day, zone), dayEnd(day, zone)]).toEqual([start, end])
})
test('reads no date from invalid text', () => {
  expect([dayStart('', 'UTC'), dayEnd('2026-13-01', 'UTC')]).toEqual([undefined, undefined])
})
test('starts a day at its first existing midnight at clock changes', () => {
  expect(dayStart('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
  expect(dayEnd('2018-11-03', 'America/Sao_Paulo')).toBe('2018-11-04T02:59:59.999Z')
  expect(dayStart('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z')
  expect(dayEnd('2026-10-24', 'Atlantic/Azores')).toBe('2026-10-24T23:59:59.999Z')
})

test('maps the same wall time in two zones to two moments', () => {
  expect(sameWallTime('2026-01-01T00:00:00.000Z', 'Europe/Lisbon', 'Atlantic/Azores')).toBe('2026-01-01T01:00:00.000Z')
  expect(sameWallTime('2026-07-01T11:00:00.000Z', 'Europe/Lisbon', 'Asia/Kathmandu')).toBe('2026-07-01T06:15:00.000Z')
})

test('keeps start and end of a day on that day in every zone', () => {
  const zone = fc.constantFrom('Europe/Lisbon', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu')
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      zone,
      (date, zone) => {
        const day = date.toISOString().slice(0, 10)
        expect([dayOf(dayStart(day, zone)!, zone), dayOf(dayEnd(day, zone)!, zone)]).toEqual([day, day])
      },
    ),
  )
})
