import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitSetFactory, sizeOutside, union } from './bitSet.ts'

/** More values than two words of bits hold. */
const values = Array.from({ length: 70 }, (_, at) => `part ${at}`)
const setOf = bitSetFactory(values)
const some = fc.subarray(values)
const outside = (one: readonly string[], other: readonly string[]) => one.filter(value => !other.includes(value))

test('counts the values of a set outside another one', () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      expect(sizeOutside(setOf(one), setOf(other), setOf([]))).toBe(outside(one, other).length)
    }),
  )
})

test('is infinite where a barred value lies outside', () => {
  fc.assert(
    fc.property(some, some, some, (one, other, barred) => {
      const isBarred = outside(one, other).some(value => barred.includes(value))
      expect(sizeOutside(setOf(one), setOf(other), setOf(barred)) === Infinity).toBe(isBarred)
    }),
  )
})

test('a union holds the values of both', () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      expect(union(setOf(one), setOf(other))).toEqual(setOf([...one, ...other]))
    }),
  )
})
