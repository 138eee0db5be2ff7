/** A set of numbered values, a bit each. */
export type BitSet = Uint32Array

const BITS = 32

/** Numbers values in the order of their first place; answers what makes a set of some of them. */
export function bitSetFactory<T>(values: Iterable<T>): (some: Iterable<T>) => BitSet {
  const places = new Map([...new Set(values)].map((value, at) => [value, at]))
  return some => {
    const set = new Uint32Array(Math.ceil(places.size / BITS))
    for (const value of some) {
      const at = places.get(value)
      if (at !== undefined) set[Math.floor(at / BITS)]! |= 1 << (at % BITS)
    }
    return set
  }
}

export const union = (one: BitSet, other: BitSet): BitSet => one.map((word, at) => word | other[at]!)

/** How many values of `set` are not in `other`; `Infinity` where one of them is in `barred`. */
export function sizeOutside(set: BitSet, other: BitSet, barred: BitSet): number {
  let size = 0
  for (let at = 0; at < set.length; at++) {
    const outside = set[at]! & ~other[at]!
    if ((outside & barred[at]!) !== 0) return Infinity
    // Each step removes the lowest bit.
    for (let left = outside; left !== 0; left &= left - 1) size++
  }
  return size
}
