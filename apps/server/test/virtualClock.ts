import type { Clock, TimeSource } from '../src/platform/time/clock.ts'

export interface VirtualClock extends Clock {
  /** Moves the time ahead and fires the timers due by then, in the order of their times, each at its own time. */
  advance(ms: number): void
  /** Moves the time to that of the next timer and fires it, unless it is due after `end` (monotonic ms). Answers whether it did. */
  fireNext(end: number): boolean
}

export const isVirtual = (clock: TimeSource): clock is VirtualClock => 'fireNext' in clock

/** A clock that stands still until a test moves it. It begins at the present, since databases have a clock of their own. */
export function createVirtualClock(start = Date.now()): VirtualClock {
  let passed = 0
  const timers = new Set<{ readonly dueAt: number; readonly act: () => void }>()
  const fireNext = (end: number) => {
    const [timer] = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)
    if (!timer) return false
    timers.delete(timer)
    passed = Math.max(passed, timer.dueAt)
    timer.act()
    return true
  }
  return {
    now: () => start + passed,
    mono: () => passed,
    after(ms, act) {
      const timer = { dueAt: passed + Math.max(ms, 0), act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    fireNext,
    advance(ms) {
      const end = passed + ms
      while (fireNext(end)) continue
      passed = end
    },
  }
}
