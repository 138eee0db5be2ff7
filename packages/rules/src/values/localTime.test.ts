import { describe, expect, it } from 'vitest'
import { DAY, dayOf, localOf, nextHour, nextOffset, nextSecond, weekdayOf } from './localTime.ts'
import { HOUR, MINUTE, NEVER, SECOND } from './time.ts'

/** Of '2026-03-29' or '2026-03-29T01:00:30'. */
const utc = (text: string): number => {
  const [date = '', time = '0'] = text.split('T')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return dayOf(date) * DAY + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND)
}
const table = (...entries: [string, number][]) => entries.map(([from, minutes]) => ({ from: utc(from), minutes }))

const lisbon = table(['1970-01-01', 0], ['2026-03-29T01:00', 60], ['2026-10-25T01:00', 0], ['2027-03-28T01:00', 60])
const athens = table(['1970-01-01', 120], ['2026-03-29T01:00', 180], ['2026-10-25T01:00', 120])
/** The gap begins at midnight: Friday 2026-04-24 has no first hour. */
const cairo = table(['1970-01-01', 120], ['2026-04-23T22:00', 180], ['2026-10-29T21:00', 120])
/** Half an hour forward and back. */
const lordHowe = table(['1970-01-01', 660], ['2026-04-04T15:00', 630], ['2026-10-03T15:30', 660])
const saoPaulo = table(['1970-01-01', -180])

describe('the local clock', () => {
  const cases: [string, typeof lisbon, string, string][] = [
    ['Lisbon before the gap', lisbon, '2026-03-29T00:59:59.999', '2026-03-29T00:59:59'],
    ['Lisbon after the gap', lisbon, '2026-03-29T01:00', '2026-03-29T02:00:00'],
    ['Lisbon, first time', lisbon, '2026-10-25T00:15', '2026-10-25T01:15:00'],
    ['Lisbon, second time', lisbon, '2026-10-25T01:15', '2026-10-25T01:15:00'],
    ['Lisbon after the last entry', lisbon, '2040-01-01T12:00', '2040-01-01T13:00:00'],
    ['Athens', athens, '2026-03-29T00:59:59', '2026-03-29T02:59:59'],
    ['Athens in summer', athens, '2026-03-29T01:00', '2026-03-29T04:00:00'],
    ['Cairo before midnight', cairo, '2026-04-23T21:59:59', '2026-04-23T23:59:59'],
    ['Cairo, a day that begins at one', cairo, '2026-04-23T22:00', '2026-04-24T01:00:00'],
    ['Cairo, the hour before midnight once more', cairo, '2026-10-29T21:00', '2026-10-29T23:00:00'],
    ['Lord Howe before', lordHowe, '2026-10-03T15:29:59', '2026-10-04T01:59:59'],
    ['Lord Howe after', lordHowe, '2026-10-03T15:30', '2026-10-04T02:30:00'],
    ['Lord Howe back', lordHowe, '2026-04-04T15:00', '2026-04-05T01:30:00'],
    ['Sao Paulo', saoPaulo, '2026-01-01T02:59:59', '2025-12-31T23:59:59'],
    ['a leap day', lisbon, '2024-02-29T23:59:59', '2024-02-29T23:59:59'],
    ['the day after a leap day', lisbon, '2024-03-01T00:00', '2024-03-01T00:00:00'],
    ['before every entry', athens, '1969-12-31T21:59:59', '1969-12-31T23:59:59'],
  ]
  it.each(cases)('%s', (_name, offsets, at, local) => {
    const { day, second } = localOf(offsets, utc(at))
    expect(day * DAY + second * SECOND).toBe(utc(local))
  })

  it('counts days since 1970-01-01', () => {
    const days = ['1970-01-01', '1969-12-31', '2000-02-29', '2000-03-01', '2026-01-05', '2100-02-28', '2100-03-01']
    expect(days.map(dayOf)).toEqual([0, -1, 11_016, 11_017, 20_458, 47_540, 47_541])
  })

  it('derives the day of the week', () => {
    const weekday = (at: string) => weekdayOf(localOf(lisbon, utc(at)).day)
    expect(['2026-01-05', '2026-01-11', '2024-02-29', '1970-01-01', '1969-12-28'].map(weekday)).toEqual([0, 6, 3, 3, 6])
  })
})

describe('the next change of offset', () => {
  it('is after the given instant and NEVER after the last entry', () => {
    expect(nextOffset(lisbon, utc('2026-01-01'))).toBe(utc('2026-03-29T01:00'))
    expect(nextOffset(lisbon, utc('2026-03-29T01:00'))).toBe(utc('2026-10-25T01:00'))
    expect(nextOffset(lisbon, utc('2030-01-01'))).toBe(NEVER)
    expect(nextOffset(saoPaulo, -1)).toBe(NEVER)
  })
})

describe('the next whole hour', () => {
  const cases: [string, typeof lisbon, string, string][] = [
    ['within an hour', lisbon, '2026-01-05T10:20', '2026-01-05T11:00'],
    ['from a whole one', lisbon, '2026-01-05T10:00', '2026-01-05T11:00'],
    ['over a gap', lisbon, '2026-03-29T00:30', '2026-03-29T01:00'],
    ['in an hour that comes twice', lisbon, '2026-10-25T00:30', '2026-10-25T01:00'],
    ['in a zone beside the hour', lordHowe, '2026-06-01T00:00', '2026-06-01T00:30'],
    ['put forward into another hour', lordHowe, '2026-10-03T15:00', '2026-10-03T15:30'],
    ['put forward, then on', lordHowe, '2026-10-03T15:30', '2026-10-03T16:00'],
    ['put back by half an hour, within the same', lordHowe, '2026-04-04T14:10', '2026-04-04T15:30'],
    ['Cairo at midnight', cairo, '2026-04-23T21:30', '2026-04-23T22:00'],
    ['before 1970', saoPaulo, '1969-12-31T23:30', '1970-01-01T00:00'],
  ]
  it.each(cases)('%s', (_name, offsets, at, next) => {
    expect(nextHour(offsets, utc(at))).toBe(utc(next))
  })
})

describe('the next time that a second of a day is read', () => {
  const cases: [string, typeof lisbon, string, number, string][] = [
    ['today', lisbon, '2026-07-06T04:59', 6 * 3600, '2026-07-06T05:00'],
    ['tomorrow, when it is just now', lisbon, '2026-07-06T05:00', 6 * 3600, '2026-07-07T05:00'],
    ['not over a change of offset', lisbon, '2026-03-29T00:30', 6 * 3600, '2026-03-29T01:00'],
    ['after it', lisbon, '2026-03-29T01:00', 6 * 3600, '2026-03-29T05:00'],
    ['midnight of a zone behind UTC', saoPaulo, '2026-07-06T01:00', 0, '2026-07-06T03:00'],
  ]
  it.each(cases)('%s', (_name, offsets, at, second, next) => {
    expect(nextSecond(offsets, utc(at), second)).toBe(utc(next))
  })
})
