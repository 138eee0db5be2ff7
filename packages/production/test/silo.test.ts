import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUCKET, emptySilo, runSilo } from '../src/silo.ts'
import type { SiloMedian } from '../src/silo.ts'

const CAPACITY = 15_000
const medians = (weights: readonly number[], first = 0): SiloMedian[] =>
  weights.map((weight, index) => ({ bucket: first + index, weight }))
const consumedBy = ({ uses }: ReturnType<typeof runSilo>) => uses.reduce((sum, { kg }) => sum + kg, 0)
const VECTOR = [5000, 4960, 4930, 4925, 4890, 7400, 10_900, 11_850, 11_845, 11_850, 11_840, 11_800]

describe('a silo', () => {
  it('finds consumption and delivery of the vector', () => {
    const result = runSilo(emptySilo, medians(VECTOR), CAPACITY)
    expect(consumedBy(result)).toBe(160)
    expect(result.deliveries).toEqual([{ startBucket: 4, at: 4 * BUCKET, delivered: 6960, weight: 11_850 }])
    expect(result.state.reference).toBe(11_800)
  })

  it('adds the use during the filling when the use of 6 h is known', () => {
    // 720 kg in the 72 buckets before the filling: 10 kg per bucket.
    const before = Array.from({ length: 69 }, (_, index) => 5610 - (610 * index) / 68).map(Math.round)
    const first = 1000
    const history = medians(before.slice(0, -1), first)
    const result = runSilo(emptySilo, [...history, ...medians(VECTOR, first + 68)], CAPACITY)
    expect(consumedBy(result)).toBeCloseTo(610 + 190, 9)
    expect(result.deliveries).toEqual([{ startBucket: first + 72, at: (first + 72) * BUCKET, delivered: 6990, weight: 11_850 }])
    expect(result.state.reference).toBe(11_800)
  })

  it('gives the same result when it is stored and resumed after any bucket', () => {
    const all = medians([...Array.from({ length: 80 }, (_, index) => 6000 - 12 * index), ...VECTOR], 500)
    const whole = runSilo(emptySilo, all, CAPACITY)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: all.length }), cut => {
        const first = runSilo(emptySilo, all.slice(0, cut), CAPACITY)
        const stored = JSON.parse(JSON.stringify(first.state)) as typeof first.state
        const second = runSilo(stored, all.slice(cut), CAPACITY)
        expect(second.state).toEqual(whole.state)
        expect([...first.uses, ...second.uses]).toEqual(whole.uses)
        expect([...first.deliveries, ...second.deliveries]).toEqual(whole.deliveries)
      }),
    )
  })

  it('books nothing for noise below 0.2 % of the capacity', () => {
    const weights = Array.from({ length: 100 }, (_, index) => 8000 + (index % 2 === 0 ? 14 : -14))
    expect(runSilo(emptySilo, medians(weights), CAPACITY)).toMatchObject({ uses: [], deliveries: [] })
  })

  it('books a fall of exactly 0.2 % of the capacity at once', () => {
    expect(runSilo(emptySilo, medians([8000, 7970]), CAPACITY).uses).toEqual([{ bucket: 1, kg: 30, isEstimated: false }])
    expect(runSilo(emptySilo, medians([8000, 7971]), CAPACITY).uses).toEqual([])
  })

  it('remembers no more than six hours of use', () => {
    const { state } = runSilo(emptySilo, medians(Array.from({ length: 300 }, (_, index) => 14_000 - 40 * index)), CAPACITY)
    expect(state.uses.length).toBe(72)
  })

  it('takes a small rise of 12 buckets as the new reference', () => {
    const drifted = runSilo(emptySilo, medians([8000, ...Array.from({ length: 12 }, () => 8100), 8060]), CAPACITY)
    expect(drifted.uses).toEqual([{ bucket: 13, kg: 40, isEstimated: false }])
    const short = runSilo(emptySilo, medians([8000, ...Array.from({ length: 11 }, () => 8100), 8000]), CAPACITY)
    expect(short).toMatchObject({ uses: [], state: { reference: 8000 } })
  })

  it('takes no disturbance that falls back for a delivery', () => {
    const result = runSilo(emptySilo, medians([8000, 9000, 8000, 7990, 7960, 7955]), CAPACITY)
    expect(result.deliveries).toEqual([])
    expect(consumedBy(result)).toBe(40)
  })

  it('books after a gap of at most 6 h what left meanwhile', () => {
    const gap = [...medians([8000, 7960]), { bucket: 74, weight: 7000 }]
    expect(runSilo(emptySilo, gap, CAPACITY).uses).toEqual([
      { bucket: 1, kg: 40, isEstimated: false },
      { bucket: 74, kg: 960, isEstimated: false },
    ])
  })

  it('spreads evenly, as an estimate, what left in more than 6 h of silence', () => {
    const { uses, state } = runSilo(emptySilo, [...medians([8000, 7960]), { bucket: 101, weight: 7000 }], CAPACITY)
    const [before, ...silent] = uses
    expect(before).toEqual({ bucket: 1, kg: 40, isEstimated: false })
    expect(silent.map(({ bucket }) => bucket)).toEqual(Array.from({ length: 100 }, (_, index) => 2 + index))
    for (const { kg, isEstimated } of silent) {
      expect(kg).toBeCloseTo(9.6, 9)
      expect(isEstimated).toBe(true)
    }
    expect(state).toMatchObject({ reference: 7000, lastBucket: 101 })
    expect(state.uses).toHaveLength(72)
  })

  it('finds a delivery in a silence, and spreads the use of that time', () => {
    // 720 kg in the 72 buckets before, 10 kg per bucket.
    const before = Array.from({ length: 73 }, (_, index) => 5720 - 10 * index).map((kg, index) => (index % 3 === 0 ? kg : kg + 5))
    const after = [9000, 9000, 9000, 9000].map((weight, index) => ({ bucket: 172 + index, weight }))
    const { uses, deliveries } = runSilo(emptySilo, [...medians(before), ...after], CAPACITY)
    const estimated = uses.filter(({ isEstimated }) => isEstimated)
    expect(estimated.map(({ bucket }) => bucket)).toEqual(Array.from({ length: 100 }, (_, index) => 73 + index))
    expect(consumedBy({ uses: estimated, deliveries: [], state: emptySilo })).toBeCloseTo(1000, -1)
    expect(deliveries).toMatchObject([{ startBucket: 72 }])
    expect(Math.abs(deliveries[0]!.delivered - 5000)).toBeLessThanOrEqual(30)
  })

  it('keeps a delivery that a silence follows, whatever was eaten meanwhile', () => {
    const filled = medians([3000, 8000])
    const { uses, deliveries, state } = runSilo(emptySilo, [...filled, { bucket: 201, weight: 2900 }], CAPACITY)
    expect(deliveries).toEqual([{ startBucket: 0, at: 0, delivered: 5000, weight: 8000 }])
    expect(uses).toHaveLength(200)
    expect(uses.every(({ isEstimated }) => isEstimated)).toBe(true)
    expect(consumedBy({ uses, deliveries, state })).toBeCloseTo(5100, 6)
    expect(state).toMatchObject({ reference: 2900, filling: null })
  })

  it('takes a top-up that is too small for a delivery as the new level', () => {
    const weights = [9000, 9250, ...Array.from({ length: 12 }, () => 9250), 9210]
    const { uses, deliveries } = runSilo(emptySilo, medians(weights), CAPACITY)
    expect(deliveries).toEqual([])
    expect(uses).toEqual([{ bucket: 14, kg: 40, isEstimated: false }])
  })

  it('ignores a bucket that is not after the last one', () => {
    const late = [...medians([8000, 7960]), { bucket: 1, weight: 5000 }, { bucket: 0, weight: 5000 }]
    expect(runSilo(emptySilo, late, CAPACITY)).toEqual(runSilo(emptySilo, medians([8000, 7960]), CAPACITY))
  })

  it('scales its limits with the capacity', () => {
    const weights = [3000, 2992, 3250, 3250, 3250, 3250]
    expect(runSilo(emptySilo, medians(weights), 4000).uses).toEqual([])
    const more = [3000, 2989, 3289, 3289, 3289, 3289]
    expect(runSilo(emptySilo, medians(more), 4000)).toMatchObject({
      uses: [{ kg: 11 }],
      deliveries: [{ delivered: 300 }],
    })
  })

  it('loses no feed: consumption is deliveries less the rise of the reference', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(-5000)), { minLength: 10, maxLength: 150 }),
        uses => {
          let weight = 9000
          const weights = uses.map(kg => {
            weight -= weight - kg < 0 || weight - kg > CAPACITY ? 0 : kg
            return weight
          })
          const all = medians([9000, ...weights, ...Array.from({ length: 8 }, () => weight)])
          const { state, deliveries, ...result } = runSilo(emptySilo, all, CAPACITY)
          const delivered = deliveries.reduce((sum, delivery) => sum + delivery.delivered, 0)
          const consumed = consumedBy({ state, deliveries, ...result })
          // Each delivery is rounded to 10 kg.
          const error = Math.abs(9000 + delivered - consumed - state.reference!)
          expect(error).toBeLessThanOrEqual(5 * deliveries.length + 1e-6)
        },
      ),
    )
  })
})
