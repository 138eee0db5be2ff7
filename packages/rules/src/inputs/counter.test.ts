import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { increment, nextRegister, openWindow, ratePerHour } from './counter.ts'
import type { Meter, Register } from './counter.ts'
import { MINUTE, SECOND } from '../values/time.ts'

describe('an increment', () => {
  const fiveMinutes = 5 * MINUTE
  const first = (value: number) => nextRegister(undefined, value, 0)
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
    expect(increment(first(before), after, fiveMinutes, { maxRate: 100, ...meter })).toEqual(expected)
  })

  it.each([
    ['a smaller factor', 21_000, 2100],
    ['a greater factor', 21_000, 210_000],
    ['another box', 21_000, 0],
  ])('counts nothing over %s', (_name, before, after) => {
    expect(increment(first(before), after, fiveMinutes, { maxRate: 1e6 }, true)).toEqual({ value: 0, flag: 'REBASED' })
  })

  it('accepts any growth of a meter without a maximum rate', () => {
    expect(increment(first(0), 1e9, 1, {})).toEqual({ value: 1e9, flag: null })
  })

  it('keeps its sign in a calculated register', () => {
    expect(increment(first(20), 18, fiveMinutes, { calculated: true })).toEqual({ value: -2, flag: null })
    expect(increment(first(20), -5000, 1, { calculated: true })).toEqual({ value: -5020, flag: null })
  })
})

describe('the bound of an increment', () => {
  const counted = (
    maxRate: number,
    readings: readonly (readonly [second: number, value: number])[],
    meter: Partial<Meter> = {},
  ) => {
    let register: Register | undefined
    let sum = 0
    for (const [second, value] of readings) {
      if (register) sum += increment(register, value, second * SECOND, { maxRate, ...meter }).value
      register = nextRegister(register, value, second * SECOND)
    }
    return sum
  }

  it('counts every step of a meter that is read each second', () => {
    const seconds = Array.from({ length: 601 }, (_, second) => [second, Math.floor(second / 60)] as const)
    expect(counted(40, seconds)).toBe(10)
  })

  it('counts two readings of one instant as the later', () => {
    expect(counted(40, [[0, 0], [60, 1], [60, 2]])).toBe(2) // prettier-ignore
  })

  it('ends after a day without a change', () => {
    const halfDays = Array.from({ length: 20 }, (_, at) => [at * 12 * 3600 + 2, 6] as const)
    const idle = [[0, 5], [1, 6], ...halfDays] as const // prettier-ignore
    const next = 10 * 24 * 3600 - 12 * 3600 + 3
    expect(counted(1, [...idle, [next, 6 + 24 * 60]])).toBe(1 + 24 * 60)
    expect(counted(1, [...idle, [next, 7 + 24 * 60]])).toBe(1)
  })

  it.each([
    ['a meter', {}],
    ['a meter that rolls over', { modulus: 1e6 }],
  ])('counts nothing where %s returns from a misread register', (_name, meter) => {
    const spike = [99_990, 100_000, 999_999, 100_020] as const
    expect(
      counted(
        2000,
        spike.map((value, minute) => [60 * minute, value] as const),
        meter,
      ),
    ).toBe(10)
  })

  it('allows the last step of the register again at once', () => {
    expect(counted(50, [[0, 0], [120, 100], [200, 100], [239, 200]])).toBe(200) // prettier-ignore
    expect(counted(50, [[0, 0], [120, 100], [200, 100], [239, 300]])).toBe(100) // prettier-ignore
  })

  it('is never passed because a register that moves in steps is read more often', () => {
    const reading = fc.array(fc.integer({ min: 0, max: 7200 }), { minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 10, max: 100 }),
        reading,
        reading,
        (step, maxRate, some, more) => {
          // A flow at the maximum rate, shown in steps.
          const valueAt = (second: number) => Math.floor((second * maxRate) / 60 / step) * step
          const sumOf = (seconds: readonly number[]) =>
            counted(
              maxRate,
              [0, ...seconds, 7200].toSorted((a, b) => a - b).map(second => [second, valueAt(second)]),
            )
          const coarse = sumOf(some)
          expect(sumOf([...some, ...more])).toBeGreaterThanOrEqual(coarse)
        },
      ),
    )
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

  it('counts the steps of a register that is read each second', () => {
    const window = openWindow(0, 0)
    let rate = 0
    for (let second = 1; second <= 600; second++)
      rate = ratePerHour(window, Math.floor(second / 60), second * SECOND, { maxRate: 40 })
    expect(rate).toBe(60)
  })

  it('falls below 0 in a calculated register, and is no reset', () => {
    const window = openWindow(20, 0)
    for (let minute = 1; minute < 5; minute++) ratePerHour(window, 20, minute * MINUTE, { calculated: true })
    expect(ratePerHour(window, 18, 5 * MINUTE, { calculated: true })).toBe(-24)
    expect(ratePerHour(window, 20, 6 * MINUTE, { calculated: true })).toBe(0)
  })

  it('keeps the window small however often it is read', () => {
    const window = openWindow(0, 0)
    let rate = 0
    for (let ts = 100; ts <= 20 * MINUTE; ts += 100) rate = ratePerHour(window, ts / 1000, ts, {})
    expect(rate).toBeCloseTo(3600, -1)
    expect(window.ts.length).toBeLessThanOrEqual(33)
  })
})
