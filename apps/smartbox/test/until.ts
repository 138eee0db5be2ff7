/** Waits, in real time, until something holds; throws with the description when it does not in time. */
export const until = async (what: string, holds: () => boolean, within = 120_000): Promise<void> => {
  const end = performance.now() + within
  while (!holds()) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
