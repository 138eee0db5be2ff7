// Noise with random access: a value depends on seed and index alone, so history and live readings of the same
// second agree, and nothing has to be kept between runs.

/** FNV-1a, 32 bits: turns an address into a seed. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash | 0
}

/** The n-th number (from 0) that mulberry32 draws from this seed, in [0, 1). */
export const draw = (seed: number, n: number): number => {
  const state = (seed + Math.imul((n | 0) + 1, 0x6d2b79f5)) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

/** Even noise in [-1, 1) for the second that t (ms) lies in. */
export const jitter = (seed: number, t: number): number => 2 * draw(seed, Math.floor(t / 1000)) - 1

const HOUR = 3_600_000
const MEMORY = 96

/**
 * A slow wander around 0 with the given standard deviation: AR(1) over whole hours with coefficient `keep`, straight
 * lines between. The sum is cut after 96 hours, which makes it a pure function of time; the current hour is remembered.
 */
export const drift = (seed: number, keep: number, deviation: number): ((t: number) => number) => {
  // Even noise has variance 1/3; AR(1) multiplies it by 1/(1 - keep²).
  const scale = deviation * Math.sqrt(3 * (1 - keep * keep))
  const atHour = (hour: number): number => {
    let sum = 0
    for (let age = MEMORY; age >= 0; age -= 1) sum = sum * keep + (2 * draw(seed, hour - age) - 1)
    return sum * scale
  }
  let hour = Number.NaN
  let from = 0
  let to = 0
  return t => {
    const now = Math.floor(t / HOUR)
    if (now !== hour) {
      from = now === hour + 1 ? to : atHour(now)
      to = atHour(now + 1)
      hour = now
    }
    return from + (to - from) * (t / HOUR - now)
  }
}
