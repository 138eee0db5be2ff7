import { refuseWhileWaiting } from '../platform/security/attemptLimit.ts'

/** Streams that one person may hold open: a shared account on every screen of a farm has room. */
const MAX_STREAMS = 40
/** When to ask again, s. */
const RETRY = 30

/** Counts the open streams of each person. */
export function streamQuota(max = MAX_STREAMS) {
  const open = new Map<string, number>()
  return {
    /** Takes one until the signal ends it. @throws Failed TOO_MANY_REQUESTS */
    take(personId: string, signal: AbortSignal): void {
      const count = open.get(personId) ?? 0
      if (count >= max) refuseWhileWaiting('stream', RETRY)
      if (signal.aborted) return
      open.set(personId, count + 1)
      signal.addEventListener(
        'abort',
        () => {
          const left = (open.get(personId) ?? 1) - 1
          if (left > 0) open.set(personId, left)
          else open.delete(personId)
        },
        { once: true },
      )
    },
  }
}
