import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Shared, heapsOf } from './mergeChunks.ts'

const shared = (bytes: number, parts: string, needs: readonly number[] = []): Shared => ({
  bytes,
  parts: new Set(parts),
  needs,
})
const prices = { file: 100, isTight: (part: string) => part === 't' }
const sorted = (heaps: number[][]) => heaps.map(heap => heap.toSorted((a, b) => a - b)).toSorted((a, b) => a[0]! - b[0]!)
const heaps = (...all: Shared[]) => sorted(heapsOf(all, prices))

test('what is mostly needed together is put together, unless more would be loaded in vain', () => {
  expect(heaps(shared(50, 'abc'), shared(50, 'abc'))).toEqual([[0, 1]])
  // Two spare a file, one loads what it does not need.
  expect(heaps(shared(50, 'abc'), shared(50, 'ab'))).toEqual([[0, 1]])
  expect(heaps(shared(500, 'ab'), shared(10, 'abc'))).toEqual([[0], [1]])
  expect(heaps(shared(10, 'a'), shared(10, 'b'))).toEqual([[0], [1]])
})

test('a part that must not get heavier keeps its files', () => {
  expect(heaps(shared(1, 'abcd'), shared(1, 'abcdt'))).toEqual([[0], [1]])
  expect(heaps(shared(1, 'abct'), shared(1, 'abct'))).toEqual([[0, 1]])
})

/** Some code and parts that need it; what somebody needs is needed by all of theirs. */
const programs = fc
  .array(
    fc.record({
      bytes: fc.integer({ min: 1, max: 400 }),
      parts: fc.subarray([...'abcdefgt'], { minLength: 1 }),
      needs: fc.array(fc.nat(20), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map(all => {
    // Each needs later ones alone, so that no two of them need one another.
    const needs = all.map((one, at) => [...new Set(one.needs.filter(n => n > at && n < all.length))])
    const parts = all.map(one => new Set(one.parts))
    all.forEach((_, at) => needs[at]!.forEach(n => parts[at]!.forEach(part => parts[n]!.add(part))))
    return all.map(({ bytes }, at) => ({ bytes, parts: parts[at]!, needs: needs[at]! }))
  })
const inAnyOrder = fc.tuple(programs, fc.boolean()).map(([all, isReversed]): Shared[] => {
  const ordered = isReversed ? all.toReversed() : all
  const place = (at: number) => (isReversed ? all.length - 1 - at : at)
  return ordered.map(({ bytes, parts, needs }) => ({ bytes, parts, needs: needs.map(place) }))
})

/** The files that a part loads: those with something that it needs, and those that they need. */
function loaded(all: readonly Shared[], files: number[][], part: string): Set<number> {
  const fileOf = all.map((_, at) => files.findIndex(file => file.includes(at)))
  const found = new Set<number>()
  const left = all.flatMap((one, at) => (one.parts.has(part) ? [fileOf[at]!] : []))
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (found.has(at)) continue
    found.add(at)
    left.push(...files[at]!.flatMap(one => all[one]!.needs.map(next => fileOf[next]!)))
  }
  return found
}

test('whatever is shared: each thing once, in no circle, no tight part heavier, and the whole cheaper', () => {
  fc.assert(
    fc.property(inAnyOrder, all => {
      const alone = all.map((_, at) => [at])
      const files = heapsOf(all, prices)
      expect(files.flat().toSorted((a, b) => a - b)).toEqual(alone.flat())
      const bytes = (of: number[][], part: string) =>
        [...loaded(all, of, part)].reduce((sum, file) => sum + of[file]!.reduce((heap, at) => heap + all[at]!.bytes, 0), 0)
      expect(bytes(files, 't')).toBe(bytes(alone, 't'))
      const cost = (of: number[][]) =>
        [...'abcdefgt'].reduce((sum, part) => sum + bytes(of, part) + loaded(all, of, part).size * prices.file, 0)
      expect(cost(files)).toBeLessThanOrEqual(cost(alone))
      const fileOf = all.map((_, at) => files.findIndex(file => file.includes(at)))
      const next = files.map(file => new Set(file.flatMap(at => all[at]!.needs.map(n => fileOf[n]!))))
      for (const [own, direct] of next.entries()) {
        const seen = new Set<number>()
        const left = [...direct].filter(file => file !== own)
        for (let at = left.pop(); at !== undefined; at = left.pop()) {
          expect(at).not.toBe(own)
          if (seen.has(at)) continue
          seen.add(at)
          left.push(...next[at]!)
        }
      }
    }),
    { numRuns: 300 },
  )
})
