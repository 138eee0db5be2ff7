// Instants are written as texts; nothing asks a clock.
/* oxlint-disable no-restricted-globals */
import { tariffBook } from '@steading/contract/tariffs/tariffs'
import { describe, expect, test } from 'vitest'
import { tariffExamples } from './tariffExamples.ts'
import type { TariffExampleId } from './tariffExamples.ts'
import { localDate, periodAt, tariffDay, tariffSpans } from './tariffPeriods.ts'
import { offsetOfZone } from './zoneOffset.sample.ts'

const HOUR = 3_600_000
const lisbon = offsetOfZone('Europe/Lisbon')
const madrid = offsetOfZone('Europe/Madrid')
const paris = offsetOfZone('Europe/Paris')

/** The period of an example at an instant, UTC. */
const at = (id: TariffExampleId, instant: string) =>
  periodAt(tariffExamples[id], Date.parse(instant), offsetOfZone(tariffExamples[id].timeZone))?.displayName ?? null

/** Start in UTC and period of each span of a date. */
const spansOn = (id: TariffExampleId, date: string) =>
  tariffDay(tariffExamples[id], date, offsetOfZone(tariffExamples[id].timeZone)).spans.map(({ from, period }) => [
    new Date(from).toISOString().slice(5, 16),
    period?.displayName ?? null,
  ])
const hoursOf = (id: TariffExampleId, date: string, name: string) =>
  tariffDay(tariffExamples[id], date, offsetOfZone(tariffExamples[id].timeZone))
    .spans.filter(({ period }) => period?.displayName === name)
    .reduce((sum, { from, to }) => sum + to - from, 0) / HOUR

test.each(Object.entries(tariffExamples))('the example %s is a valid tariff', (_, example) =>
  expect(tariffBook.create.safeParse({ entityId: '1', ...example }).error).toBeUndefined(),
)

describe('Portugal', () => {
  test.each([
    // Winter: a Thursday, a Saturday, a Sunday.
    ['2026-01-15T06:59:59Z', 'VAZIO'],
    ['2026-01-15T07:00:00Z', 'CHEIAS'],
    ['2026-01-15T09:30:00Z', 'PONTA'],
    ['2026-01-15T12:00:00Z', 'CHEIAS'],
    ['2026-01-15T20:59:59Z', 'PONTA'],
    ['2026-01-15T21:00:00Z', 'CHEIAS'],
    ['2026-01-17T10:00:00Z', 'CHEIAS'],
    ['2026-01-17T14:00:00Z', 'VAZIO'],
    ['2026-01-18T10:00:00Z', 'VAZIO'],
    // Summer: an hour ahead of UTC.
    ['2026-07-15T08:14:59Z', 'CHEIAS'],
    ['2026-07-15T08:15:00Z', 'PONTA'],
    ['2026-07-15T11:15:00Z', 'CHEIAS'],
    ['2026-07-15T23:00:00Z', 'VAZIO'],
  ])('weekly cycle at %s: %s', (instant, period) => expect(at('PT_WEEKLY', instant)).toBe(period))

  test('the seasons begin on the date when the clock changes', () => {
    // 19:30 was CHEIAS by the winter's hours, and is PONTA by the summer's.
    expect(at('PT_DAILY', '2026-03-28T20:30:00Z')).toBe('CHEIAS')
    expect(at('PT_DAILY', '2026-03-29T19:30:00Z')).toBe('PONTA')
    expect(at('PT_DAILY', '2026-10-24T20:45:00Z')).toBe('CHEIAS')
    expect(at('PT_DAILY', '2026-10-25T20:15:00Z')).toBe('PONTA')
  })

  test('the hour that the clock skips is missing from its period', () => {
    expect(hoursOf('PT_DAILY', '2026-03-28', 'VAZIO')).toBe(10)
    expect(hoursOf('PT_DAILY', '2026-03-29', 'VAZIO')).toBe(9)
    expect(spansOn('PT_DAILY', '2026-03-29')[0]).toEqual(['03-29T00:00', 'VAZIO'])
    expect(spansOn('PT_DAILY', '2026-03-29')[1]).toEqual(['03-29T07:00', 'CHEIAS'])
  })

  test('the hour that comes twice counts twice in its period', () => {
    expect(hoursOf('PT_DAILY', '2026-10-25', 'VAZIO')).toBe(11)
    expect(spansOn('PT_DAILY', '2026-10-25').slice(0, 2)).toEqual([
      ['10-24T23:00', 'VAZIO'],
      ['10-25T08:00', 'CHEIAS'],
    ])
  })
})

describe('Spain', () => {
  test.each([
    ['2026-01-14T07:59:59Z', 'P2'],
    ['2026-01-14T08:00:00Z', 'P1'],
    ['2026-03-11T08:00:00Z', 'P2'],
    ['2026-04-15T07:00:00Z', 'P4'],
    ['2026-06-17T07:00:00Z', 'P3'],
    ['2026-06-17T05:59:59Z', 'P6'],
    ['2026-06-20T10:00:00Z', 'P6'],
  ])('at %s: %s', (instant, period) => expect(at('ES_3_0TD', instant)).toBe(period))

  test('a holiday has the periods of a Sunday', () => {
    expect(at('ES_3_0TD', '2026-10-12T10:00:00Z')).toBe('P6')
    expect(at('ES_3_0TD', '2026-10-13T10:00:00Z')).toBe('P4')
    expect(tariffDay(tariffExamples.ES_3_0TD, '2026-10-12', madrid).isHoliday).toBe(true)
  })

  test('the months change at local midnight', () => {
    expect(tariffDay(tariffExamples.ES_3_0TD, '2026-02-28', madrid).cycle).toBe(0)
    expect(tariffDay(tariffExamples.ES_3_0TD, '2026-03-01', madrid).cycle).toBe(1)
    expect(localDate(Date.parse('2026-02-28T23:30:00Z'), madrid)).toBe('2026-03-01')
  })
})

describe('France', () => {
  test('off-peak hours last from 22:00 to 06:00, in winter and summer by their own prices', () => {
    expect(at('FR_FOUR_PERIODS', '2026-01-15T20:59:59Z')).toBe('HPH')
    expect(at('FR_FOUR_PERIODS', '2026-01-15T21:00:00Z')).toBe('HCH')
    expect(at('FR_FOUR_PERIODS', '2026-07-15T20:00:00Z')).toBe('HCE')
    expect(at('FR_FOUR_PERIODS', '2026-07-15T04:00:00Z')).toBe('HPE')
  })

  test('a day of 23 h and one of 25 h', () => {
    // Off-peak: 2 h before midnight, and 6 h after it by the clock.
    expect(hoursOf('FR_FOUR_PERIODS', '2026-03-29', 'HCH')).toBe(7)
    expect(hoursOf('FR_FOUR_PERIODS', '2026-10-25', 'HCE')).toBe(9)
    const { spans } = tariffDay(tariffExamples.FR_FOUR_PERIODS, '2026-10-25', paris)
    expect((spans.at(-1)!.to - spans[0]!.from) / HOUR).toBe(25)
  })
})

const P1 = { startTime: '01:30:00', endTime: '02:29:59', displayName: 'P1', value: 0.2 }
const night = {
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  holidays: [],
  holidayAs: 'sun' as const,
  cycles: [{ season: 'ALL' as const, lines: [{ daysOfWeek: ['sun' as const], timeIntervals: [P1] }] }],
}

test('a period that the clock skips into keeps what is left of it', () => {
  // 01:30 to 02:00, then the clock shows 03:00.
  expect(tariffDay(night, '2026-03-29', madrid).spans.map(({ from, to }) => (to - from) / HOUR)).toEqual([1.5, 0.5, 21])
})

test('a period around the hour that comes twice is interrupted', () => {
  // 01:30 to 03:00 summer time up to 02:30, then winter time from 02:00 to 02:30.
  expect(
    tariffDay(night, '2026-10-25', madrid).spans.map(({ from, to, period }) => [(to - from) / HOUR, period?.displayName]),
  ).toEqual([
    [1.5, undefined],
    [1, 'P1'],
    [0.5, undefined],
    [0.5, 'P1'],
    [21.5, undefined],
  ])
})

test('nothing applies outside the time of the tariff, nor on days without a line', () => {
  expect(periodAt(night, Date.parse('2026-01-04T01:30:00Z'), lisbon)?.displayName).toBe('P1')
  expect(periodAt(night, Date.parse('2026-01-05T01:30:00Z'), lisbon)).toBeNull()
  expect(periodAt(night, Date.parse('2025-12-28T01:30:00Z'), lisbon)).toBeNull()
  expect(tariffDay(night, '2027-01-03', lisbon)).toMatchObject({ cycle: null, spans: [{ period: null }] })
})

test('spans between two instants are clipped and leave nothing out', () => {
  const from = Date.parse('2026-03-27T10:10:00Z')
  const to = Date.parse('2026-03-31T15:20:00Z')
  const spans = tariffSpans(tariffExamples.PT_WEEKLY, from, to, lisbon)
  expect(spans[0]!.from).toBe(from)
  expect(spans.at(-1)!.to).toBe(to)
  for (const [index, span] of spans.slice(1).entries()) expect(span.from).toBe(spans[index]!.to)
  expect(tariffSpans(tariffExamples.PT_WEEKLY, to, to, lisbon)).toEqual([])
})
