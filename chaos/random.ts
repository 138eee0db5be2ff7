/** Numbers 0 ≤ x < 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** least ≤ whole number ≤ most */
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    between: (least: number, most: number) => least + next() * (most - least),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
    chance: (share: number) => next() < share,
  }
}
export type Random = ReturnType<typeof seeded>
