import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { direction, HOUR, COUNTER_FLAGS, MINUTES_5, rollupsOf } from './bucketSums.ts'
import type { Rollup, Sample } from './bucketSums.ts'
import type { RollupKind } from '../spec.ts'

const T = Date.UTC(2026, 10, 20, 12)
const M = 60_000

/** [minute, value] pairs as samples. */
const series = (...pairs: readonly (readonly [number, number])[]): Sample[] =>
  pairs.map(([minute, value]) => ({ ts: T + Math.round(minute * M), value }))
const five = (kind: RollupKind, samples: readonly Sample[], meter = {}) =>
  rollupsOf(MINUTES_5, { kind, meter, every: 60 }, samples).map(({ bucket, ...rest }) => ({ at: (bucket - T) / M, ...rest }))
const marks = (rows: ReturnType<typeof five>) => rows.flatMap(({ at, flags }) => (flags > 0 ? [[at, flags]] : []))
const column = (rows: ReturnType<typeof five>, name: 'sum' | 'avg' | 'n') =>
  rows.map(row => [row.at, Math.round(row[name] * 1e6) / 1e6])

/** The mean of all rows, weighted as queries do it. */
const mean = (rows: readonly Pick<Rollup, 'n' | 'avg'>[]) =>
  rows.reduce((sum, { n, avg }) => sum + n * avg, 0) / rows.reduce((sum, { n }) => sum + n, 0)
/** 20 each ten minutes for an hour, then 30 each ten seconds for ten minutes, from a minute on. */
const uneven = (from: number) =>
  series(
    ...[0, 10, 20, 30, 40, 50].map(minute => [from + minute, 20] as const),
    ...Array.from({ length: 61 }, (_, index) => [from + 60 + index / 6, 30] as const),
  )

describe('gauges', () => {
  test('weigh by the time until the next reading, in every bucket that a value reaches into', () => {
    expect(five('MEAN', series([0, 20], [1, 22], [4, 24], [10, 18]))).toEqual([
      { at: 0, n: 5 * M, min: 20, max: 24, sum: 66, avg: (20 + 3 * 22 + 24) / 5, last: 24, flags: 0 },
      { at: 5, n: 5 * M, min: 24, max: 24, sum: 0, avg: 24, last: 24, flags: 0 },
      { at: 10, n: 0, min: 18, max: 18, sum: 18, avg: 18, last: 18, flags: 0 },
    ])
  })
  test('average by time where readings become more frequent', () => {
    expect(mean(five('MEAN', uneven(0)))).toBeCloseTo(1500 / 70, 9)
    const hours = rollupsOf(HOUR, { kind: 'MEAN', meter: {}, every: 10 }, uneven(-10))
    expect(hours.map(({ avg }) => avg)).toEqual([20, (50 * 20 + 10 * 30) / 60, 30])
  })
  test('do not weigh for longer than a reading is fresh', () => {
    const hold = (every: number) => {
      const rows = rollupsOf(MINUTES_5, { kind: 'MEAN', meter: {}, every }, series([0, 20], [240, 30], [250, 30]))
      return [rows.reduce((sum, { n }) => sum + n, 0) / M, mean(rows)]
    }
    expect(hold(60)).toEqual([15 + 10, (15 * 20 + 10 * 30) / 25])
    expect(hold(1200)).toEqual([60 + 10, (60 * 20 + 10 * 30) / 70])
  })
  test('keep their averages when an unchanged reading is repeated while it is fresh', () => {
    const second = fc.record({ gap: fc.integer({ min: 1, max: 900 }), value: fc.integer({ min: -20, max: 60 }) })
    const repeats = fc.array(fc.record({ after: fc.nat(59), part: fc.double({ min: 0.01, max: 0.99, noNaN: true }) }), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(fc.array(second, { minLength: 2, maxLength: 60 }), repeats, (steps, again) => {
        let ts = T
        const plain = steps.map(({ gap, value }) => ({ ts: (ts += gap * 1000), value }))
        const added = again.flatMap(({ after, part }) => {
          const before = plain[after]
          const next = plain[after + 1]
          return before && next ? [{ ts: Math.floor(before.ts + part * (next.ts - before.ts)), value: before.value }] : []
        })
        const all = new Map([...added, ...plain].map(sample => [sample.ts, sample]))
        const repeated = [...all.values()].toSorted((a, b) => a.ts - b.ts)
        for (const kind of ['MEAN', 'DIRECTION'] as const)
          for (const width of [MINUTES_5, HOUR]) {
            const averages = (samples: readonly Sample[]) =>
              rollupsOf(width, { kind, meter: {}, every: 60 }, samples).map(({ bucket, n, avg, sum }) => {
                const isClear = kind === 'MEAN' || sum > 1e-6
                return [bucket, n, isClear ? Math.round(avg * 1e6) / 1e6 : null]
              })
            expect(averages(repeated)).toEqual(averages(plain))
          }
      }),
    )
  })
})

describe('single measurements', () => {
  test('weigh alike', () => {
    expect(mean(five('SINGLE', uneven(0)))).toBeCloseTo((6 * 20 + 61 * 30) / 67, 9)
    expect(five('SINGLE', series([0, 2], [1, 3], [4, 7]))).toEqual([
      { at: 0, n: 3, min: 2, max: 7, sum: 12, avg: 4, last: 7, flags: 0 },
    ])
  })
})

describe('directions', () => {
  test('average 350° and 10° by time', () => {
    const avg = (until: number) => five('DIRECTION', series([0, 350], [1, 10], [until, 10]))[0]!.avg
    expect(avg(2)).toBeCloseTo(0, 9)
    // Three times as long at 10°: atan(½ tan 10°).
    expect(avg(4)).toBeCloseTo((Math.atan(Math.tan(Math.PI / 18) / 2) * 180) / Math.PI, 9)
  })
  test('averages 0° and 90° to 45°', () =>
    expect(five('DIRECTION', series([0, 0], [1, 90], [2, 90]))[0]).toMatchObject({ avg: 45, min: 0, max: 90, n: 2 * M }))
  test('weigh until the next one if they are sent on change', () => {
    const avg = (every: number) =>
      rollupsOf(24 * HOUR, { kind: 'DIRECTION', meter: {}, every }, series([0, 270], [180, 90], [190, 91], [200, 90]))[0]!.avg
    expect(Math.round(avg(0))).toBe(270)
    // A quarter of an hour at 270°.
    expect(Math.round(avg(60))).toBe(92)
  })
  test('show a single reading as it is', () => expect(five('DIRECTION', series([0, 270]))[0]!.avg).toBe(270))
  test('never answers 360°', () => expect(direction(1, -1e-18)).toBe(0))
})

describe('values that are sent on change', () => {
  test('weigh by the time that they are held', () => {
    const rows = five('HELD', series([0, 10], [1, 40], [4, 20], [5, 0]))
    expect(rows).toEqual([
      { at: 0, n: 5 * M, min: 10, max: 40, sum: 60 * 10 + 180 * 40 + 60 * 20, avg: 30, last: 20, flags: 0 },
      { at: 5, n: 0, min: 0, max: 0, sum: 0, avg: 0, last: 0, flags: 0 },
    ])
  })
  test('fill the buckets between two changes', () => {
    const rows = five('HELD', series([3, 1], [17, 0], [18, 1], [20, 0]))
    expect(column(rows, 'sum')).toEqual([
      [0, 120],
      [5, 300],
      [10, 300],
      [15, 240],
      [20, 0],
    ])
    expect(column(rows, 'avg')).toEqual([
      [0, 1],
      [5, 1],
      [10, 1],
      [15, 0.8],
      [20, 0],
    ])
  })
  test('are held for at most seven days', () => {
    const day = 24 * 60
    const rows = five('HELD', series([0, 1], [8 * day, 0]))
    expect(rows.at(-2)!.at).toBe(7 * day - 5)
    expect(rows.reduce((sum, row) => sum + row.sum, 0)).toBe(7 * 86_400)
  })
  test('have the same total in hours as in 5-minute rows', () => {
    const samples = series([3, 1], [17, 0], [18, 1], [130, 0])
    const sum = (width: number) =>
      rollupsOf(width, { kind: 'HELD', meter: {}, every: 60 }, samples).reduce((total, row) => total + row.sum, 0)
    expect(sum(HOUR)).toBe(sum(MINUTES_5))
    expect(sum(HOUR)).toBe((14 + 112) * 60)
  })
})

describe('registers', () => {
  const meter = { maxRate: 100 }
  test.each([
    ['grows', meter, 1200, 1260, 60],
    ['rolls over', { ...meter, modulus: 1_000_000 }, 999_950, 20, 70],
    ['is reset', meter, 54_321, 5, 5],
    ['jumps', meter, 100, 9_000_000, 0],
    ['dips', { maxRate: 2000 }, 1500, 1499, 0],
  ])('%s', (_, given, before, after, counted) => {
    const rows = five('COUNTED', series([0, before], [5, after]), given)
    expect(rows.reduce((sum, row) => sum + row.sum, 0)).toBe(counted)
  })
  test('continue from the new register after a jump', () => {
    const rows = five('COUNTED', series([0, 100], [5, 9_000_000], [10, 9_000_060]), meter)
    expect(column(rows, 'sum')).toEqual([
      [0, 0],
      [5, 60],
      [10, 0],
    ])
  })
  test('flag the bucket of an implausible step only', () => {
    expect(marks(five('COUNTED', series([0, 100], [5, 9_000_000], [10, 9_000_060]), meter))).toEqual([
      [5, COUNTER_FLAGS.IMPLAUSIBLE],
    ])
    // A fall that neither a roll-over nor a reset explains.
    expect(marks(five('COUNTED', series([0, 54_321], [5, 5000]), meter))).toEqual([[5, COUNTER_FLAGS.IMPLAUSIBLE]])
    const rolling = { ...meter, modulus: 1_000_000 }
    expect(marks(five('COUNTED', series([0, 999_950], [5, 20], [10, 5]), rolling))).toEqual([])
  })
  test('flag the step over a change of base only', () => {
    const rebased = [T + 7 * M]
    const rows = rollupsOf(MINUTES_5, { kind: 'COUNTED', meter: { maxRate: 1e6 }, every: 60, rebased }, series([0, 100], [5, 110], [10, 1150], [15, 1160])) // prettier-ignore
    expect(rows.map(({ bucket, sum, flags }) => [(bucket - T) / M, sum, flags])).toEqual([
      [0, 10, 0],
      [5, 0, 0],
      [10, 10, COUNTER_FLAGS.REBASED],
      [15, 0, 0],
    ])
  })
  test('flag a gap of more than a day, with or without an increment', () => {
    const day = 24 * 60
    expect(marks(five('COUNTED', series([0, 100], [day, 200], [2 * day + 1, 200]), meter))).toEqual([
      [2 * day, COUNTER_FLAGS.GAP],
    ])
    expect(marks(five('COUNTED', series([0, 100], [2 * day, 1e9]), meter))).toEqual([
      [2 * day, COUNTER_FLAGS.GAP | COUNTER_FLAGS.IMPLAUSIBLE],
    ])
  })
  test('spread an increment over the buckets between two readings', () => {
    const rows = five('COUNTED', series([2, 100], [12, 200]), meter)
    expect(column(rows, 'sum')).toEqual([
      [0, 30],
      [5, 50],
      [10, 20],
    ])
    expect(rows[1]).toMatchObject({ n: 0, min: 100, max: 100, last: 100 })
    expect(rows[2]).toMatchObject({ n: 1, min: 100, max: 200, last: 200 })
  })
  test('add the increment of more than a day to the bucket of its reading', () => {
    expect(column(five('COUNTED', series([0, 100], [24 * 60 + 1, 200]), meter), 'sum')).toEqual([
      [0, 0],
      [24 * 60, 100],
    ])
    expect(five('COUNTED', series([0, 100], [24 * 60, 200]), meter)).toHaveLength(289)
  })
  test('are not stored while a register is constant', () => {
    expect(column(five('COUNTED', series([0, 100], [30, 100]), meter), 'n')).toEqual([
      [0, 1],
      [30, 1],
    ])
  })
})
