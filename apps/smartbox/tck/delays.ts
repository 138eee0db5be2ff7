/** ms from a broken connection to the next try: a first wait of 1 to 2 s, some less for clocks, some more for the way. */
const LEAST = 900
const MOST = 3500
/** Waits at random differ by more; in a thousand sets of five, one does not. */
const SPREAD = 120

/** What is wrong with these waits (ms) of a box that was cut off; null: nothing. */
export const wrongWaits = (waits: readonly number[]): string | null => {
  const inTime = waits.every(wait => wait >= LEAST && wait <= MOST)
  const jitters = Math.max(...waits) - Math.min(...waits) > SPREAD
  if (inTime && jitters) return null
  return `back after ${waits.map(wait => Math.round(wait)).join(', ')} ms: 1 to 2 s at random, please`
}
