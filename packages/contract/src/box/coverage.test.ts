import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acknowledge, cover, covers, from, lacking, MAX_MISS } from './coverage.ts'
import type { Coverage, Range } from './coverage.ts'

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -2, max: 8 }))
  .map(([first, more]): Range => [first, first + more])
const numbers = ([first, last]: Range) => Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k)
const numbersHeld = ({ upTo, miss }: Coverage) => {
  const gone = new Set(miss.flatMap(numbers))
  return numbers([1, upTo]).filter(seq => !gone.has(seq))
}

describe('coverage', () => {
  it('is the set of the numbers that were covered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(range, { maxLength: 20 }), range, (head, ranges, probe) => {
        const model = new Set(numbers([1, head - 1]))
        let coverage = from(head)
        for (const one of ranges) {
          coverage = cover(coverage, one)
          for (const seq of numbers(one)) model.add(seq)
        }
        expect(numbersHeld(coverage)).toEqual([...model].sort((a, b) => a - b))
        expect(covers(coverage, probe)).toBe(numbers(probe).every(seq => model.has(seq)))
        expect(lacking(coverage, probe).flatMap(numbers)).toEqual(numbers(probe).filter(seq => !model.has(seq)))
        for (const [k, [a]] of coverage.miss.entries()) expect(a).toBeGreaterThan((coverage.miss[k - 1]?.[1] ?? -1) + 1)
      }),
    )
  })

  it('acknowledges no number that it cannot tell from a hole', () => {
    let coverage = from(1)
    for (let k = 0; k < 200; k++) coverage = cover(coverage, [2 + k * 2, 2 + k * 2])
    const acknowledged = acknowledge(coverage)
    expect(acknowledged.miss).toHaveLength(MAX_MISS)
    expect(acknowledged.upTo).toBe(MAX_MISS * 2)
    expect(numbersHeld(acknowledged).every(seq => covers(coverage, [seq, seq]))).toBe(true)
    expect(acknowledge(from(5))).toEqual({ upTo: 4, miss: [] })
  })
})
