import { Failed } from '../failures.ts'

/** Counts failures by name within a sliding window; kept in memory, bounded. */
export interface AttemptLimit {
  /** Seconds until the next try is allowed; 0 when it is allowed now. */
  wait(name: string, now: number): number
  fail(name: string, now: number): void
  clear(name: string): void
}

export function createAttemptLimit({
  max,
  windowMs,
  names = 50_000,
}: {
  max: number
  windowMs: number
  names?: number
}): AttemptLimit {
  const failures = new Map<string, number[]>()
  const recent = (name: string, now: number) => (failures.get(name) ?? []).filter(at => now - at < windowMs)
  return {
    wait(name, now) {
      const at = recent(name, now)
      return at.length < max ? 0 : Math.ceil((at[at.length - max]! + windowMs - now) / 1000)
    },
    fail(name, now) {
      const at = [...recent(name, now), now].slice(-max)
      failures.delete(name)
      failures.set(name, at)
      // Evicts the oldest name: an attacker with many names evicts their own.
      if (failures.size > names) failures.delete(failures.keys().next().value!)
    },
    clear: name => void failures.delete(name),
  }
}

/** @throws Failed TOO_MANY_REQUESTS with the seconds until the next attempt is allowed */
export function refuseWhileWaiting(field: string, seconds: number): void {
  if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field, code: 'tooManyTries', values: { seconds } }])
}
