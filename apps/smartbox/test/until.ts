import { PATIENCE } from '../../../tools/testing/patience.ts'
/** Waits, in real time, until something holds; throws with the description when it does not in time. */
export const until = async (what: string, holds: () => boolean, within: number = PATIENCE.poll): Promise<void> => {
  const end = performance.now() + within
  while (!holds()) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
