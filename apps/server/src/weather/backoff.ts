import { ProviderFailure } from './provider.ts'

/** ms; doubled with every refusal in a row. */
const SHORTEST = 60_000
const LONGEST = 60 * 60_000

/**
 * Leaves a provider alone that answered 429 (too many calls): for as long as it asks, at least a minute, doubled with every refusal in
 * a row, at most an hour. A call in that time fails without being sent.
 */
export function createBackoff(now: () => number) {
  let refusals = 0
  let until = -Infinity
  return async <T>(request: () => Promise<T>): Promise<T> => {
    if (now() < until) throw new ProviderFailure('refused for too many calls, waiting')
    try {
      const answer = await request()
      refusals = 0
      return answer
    } catch (error) {
      if (error instanceof ProviderFailure && error.retryAfter !== undefined) {
        const pause = Math.max(error.retryAfter, SHORTEST * 2 ** Math.min(refusals++, 10))
        until = now() + Math.min(pause, LONGEST)
      }
      throw error
    }
  }
}
