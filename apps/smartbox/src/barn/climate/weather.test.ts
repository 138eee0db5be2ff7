import { expect, test } from 'vitest'
import { localTime } from '../localTime.ts'
import { createSky } from './weather.ts'

const lisbon = localTime('Europe/Lisbon')

test('local time follows the zone, summer time too', () => {
  expect(lisbon.hour(Date.parse('2026-01-15T06:30:00Z'))).toBeCloseTo(6.5, 9)
  expect(lisbon.hour(Date.parse('2026-07-15T06:30:00Z'))).toBeCloseTo(7.5, 9)
  expect(lisbon.hour(Date.parse('2026-03-29T00:59:59Z'))).toBeLessThan(1)
  expect(lisbon.hour(Date.parse('2026-03-29T01:00:00Z'))).toBeCloseTo(2, 9)
  expect(new Date(lisbon.midnight('2026-04-06')).toISOString()).toBe('2026-04-05T23:00:00.000Z')
  expect(new Date(lisbon.midnight('2026-01-06')).toISOString()).toBe('2026-01-06T00:00:00.000Z')
  expect(() => localTime('Europe/Lisboa')).toThrow(RangeError)
})

test('the mean day of a month: temperature and humidity by the hour', () => {
  const sky = createSky('x', lisbon, 0)
  const at = (time: string) => ({ ...sky(Date.parse(time)) })
  // In mid July it is warmest and driest at 15:00 local time.
  expect(at('2026-07-16T14:00:00Z')).toMatchObject({
    temperature: expect.closeTo(32, 0),
    humidity: expect.closeTo(38, 0),
    rain: false,
  })
  expect(at('2026-07-16T02:00:00Z').temperature).toBeCloseTo(16, 0)
  expect(at('2026-01-16T15:00:00Z').temperature).toBeCloseTo(14, 0)
  expect(at('2026-01-16T03:00:00Z').humidity).toBe(98)
  // Half-way between April and July.
  expect(at('2026-05-31T08:00:00Z').temperature).toBeCloseTo(19.5, 0)
})

test('the same seed gives the same sky, another seed another', () => {
  const [one, same, other] = ['a', 'a', 'b'].map(seed => createSky(seed, lisbon))
  const times = Array.from({ length: 500 }, (_, n) => Date.UTC(2026, 2, 1) + n * 4_000_000)
  const series = (sky = one!) => times.map(t => ({ ...sky(t) }))
  expect(series(same)).toEqual(series(one))
  expect(series(other)).not.toEqual(series(one))
})
