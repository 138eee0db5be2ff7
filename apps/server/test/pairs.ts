/**
 * By how much two calls differ in time, ms: the median of so many pairs, in turns first and second, so that whatever else the
 * machine does falls on both. A busy machine is asked up to four times: what differs by itself does so each time.
 */
export async function difference(
  pairs: number,
  enough: number,
  calls: (pair: number) => readonly [one: () => Promise<unknown>, other: () => Promise<unknown>],
): Promise<number> {
  let least = Infinity
  for (let round = 0; round < 4 && least > enough; round++) {
    const found: number[] = []
    for (let pair = 0; pair < pairs; pair++) {
      const [one, other] = calls(pair)
      const [first, second] = pair % 2 ? [one, other] : [other, one]
      const ms = (await timed(first)) - (await timed(second))
      found.push(pair % 2 ? ms : -ms)
    }
    least = Math.min(least, Math.abs(found.toSorted((a, b) => a - b)[Math.floor(pairs / 2)]!))
  }
  return least
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await call()
  return performance.now() - begun
}
