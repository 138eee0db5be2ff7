import { Failed } from './failures.ts'

/** Counts failures by name within a sliding window; kept in memory, bounded. */
export interface Attempts {
  /** Seconds until the next try is allowed; 0 when it is allowed now. */
  wait(name: string, now: number): number
  fail(name: string, now: number): void
  clear(name: string): void
}

export function attempts({ most, windowMs, names = 50_000 }: { most: number; windowMs: number; names?: number }): Attempts {
  const failures = new Map<string, number[]>()
  const recent = (name: string, now: number) => (failures.get(name) ?? []).filter(at => now - at < windowMs)
  return {
    wait(name, now) {
      const at = recent(name, now)
      return at.length < most ? 0 : Math.ceil((at[at.length - most]! + windowMs - now) / 1000)
    },
    fail(name, now) {
      const at = [...recent(name, now), now].slice(-most)
      failures.delete(name)
      failures.set(name, at)
      // The oldest name goes first: an attacker with many names forgets his own.
      if (failures.size > names) failures.delete(failures.keys().next().value!)
    },
    clear: name => void failures.delete(name),
  }
}

/** @throws Failed TOO_MANY_REQUESTS, which tells when to try again, s */
export function mustWait(field: string, seconds: number): void {
  if (seconds > 0) throw new Failed('TOO_MANY_REQUESTS', [{ field, code: 'tooManyTries', values: { seconds } }])
}
