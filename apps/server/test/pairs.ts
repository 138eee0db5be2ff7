/**
 * How much longer one of two calls takes, ms: the median of so many pairs, in turns first and second, so that whatever else
 * the machine does falls on both.
 */
export async function longer(
  pairs: number,
  calls: (pair: number) => readonly [one: () => Promise<unknown>, other: () => Promise<unknown>],
) {
  const timed = async (call: () => Promise<unknown>) => {
    const begun = performance.now()
    await call()
    return performance.now() - begun
  }
  const found: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const [one, other] = calls(pair)
    if (pair % 2) found.push((await timed(one)) - (await timed(other)))
    else found.push(-(await timed(other)) + (await timed(one)))
  }
  return found.toSorted((a, b) => a - b)[Math.floor(pairs / 2)]!
}
