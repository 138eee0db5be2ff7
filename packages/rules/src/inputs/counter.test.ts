import { describe, expect, it } from 'vitest'
import { increment, openWindow, ratePerHour } from './counter.ts'
import { MINUTE } from '../values/time.ts'

describe('an increment', () => {
  const fiveMinutes = 5 * MINUTE
  const vectors = [
    ['growth', 1200, 1260, {}, { value: 60, flag: null }],
    ['roll-over', 999_950, 20, { modulus: 1e6 }, { value: 70, flag: 'ROLLOVER' }],
    ['reset', 54_321, 5, {}, { value: 5, flag: 'RESET' }],
    ['impossible growth', 100, 9_000_000, {}, { value: 0, flag: 'IMPLAUSIBLE' }],
    ['reset of a meter that rolls over', 500_000, 20, { modulus: 1e6 }, { value: 20, flag: 'RESET' }],
    ['impossible fall', 54_321, 5000, {}, { value: 0, flag: 'IMPLAUSIBLE' }],
    ['dip', 1500, 1499, {}, { value: 0, flag: 'DIP' }],
    ['dip of a small register', 20, 19, {}, { value: 0, flag: 'DIP' }],
    ['greatest dip', 21_000, 19_950, { maxRate: 10_000 }, { value: 0, flag: 'DIP' }],
    ['fall beyond a dip', 21_000, 19_949, { maxRate: 10_000 }, { value: 19_949, flag: 'RESET' }],
    ['dip of a meter that rolls over', 999_950, 999_949, { modulus: 1e6, maxRate: 1e6 }, { value: 0, flag: 'DIP' }],
    ['the most that it can count', 1000, 1500, {}, { value: 500, flag: null }],
  ] as const
  it.each(vectors)('%s', (_name, before, after, meter, expected) => {
    expect(increment(before, after, fiveMinutes, { maxRate: 100, ...meter })).toEqual(expected)
  })

  it.each([
    ['a smaller factor', 21_000, 2100],
    ['a greater factor', 21_000, 210_000],
    ['another box', 21_000, 0],
  ])('counts nothing over %s', (_name, before, after) => {
    expect(increment(before, after, fiveMinutes, { maxRate: 1e6 }, true)).toEqual({ value: 0, flag: 'REBASED' })
  })

  it('accepts any growth of a meter without a maximum rate', () => {
    expect(increment(0, 1e9, 1, {})).toEqual({ value: 1e9, flag: null })
  })
})

describe('ratePerHour', () => {
  it('is unknown before five minutes have passed', () => {
    const window = openWindow(0, 0)
    expect(ratePerHour(window, 10, 299_999, {})).toBeNaN()
    expect(ratePerHour(window, 10, 300_000, {})).toBe(120)
  })

  it('counts from the newest reading that is five minutes old', () => {
    const window = openWindow(0, 0)
    for (let minute = 1; minute <= 20; minute++) ratePerHour(window, minute <= 10 ? 0 : (minute - 10) * 2, minute * MINUTE, {})
    expect(ratePerHour(window, 22, 21 * MINUTE, {})).toBe(120)
  })

  it('ignores a dip of the register', () => {
    const window = openWindow(1500, 0)
    for (let minute = 1; minute < 5; minute++) ratePerHour(window, 1500, minute * MINUTE, {})
    expect(ratePerHour(window, 1499, 5 * MINUTE, {})).toBe(0)
    expect(ratePerHour(window, 1501, 6 * MINUTE, {})).toBe(24)
  })

  it('keeps the window small however often it is read', () => {
    const window = openWindow(0, 0)
    let rate = 0
    for (let ts = 100; ts <= 20 * MINUTE; ts += 100) rate = ratePerHour(window, ts / 1000, ts, {})
    expect(rate).toBeCloseTo(3600, -1)
    expect(window.ts.length).toBeLessThanOrEqual(33)
  })
})
