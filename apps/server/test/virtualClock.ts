import type { Clock } from '../src/platform/time/clock.ts'

export interface VirtualClock extends Clock {
  /** Moves the time ahead and fires the timers due by then, in the order of their times, each at its own time. */
  advance(ms: number): void
}

/** A clock that stands still until a test moves it. It begins at the present, since databases have a clock of their own. */
export function createVirtualClock(start = Date.now()): VirtualClock {
  let passed = 0
  const timers = new Set<{ readonly dueAt: number; readonly act: () => void }>()
  const nextDue = (end: number) => {
    const [first] = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)
    return first
  }
  return {
    now: () => start + passed,
    mono: () => passed,
    after(ms, act) {
      const timer = { dueAt: passed + Math.max(ms, 0), act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = passed + ms
      for (let timer = nextDue(end); timer; timer = nextDue(end)) {
        timers.delete(timer)
        passed = Math.max(passed, timer.dueAt)
        timer.act()
      }
      passed = end
    },
  }
}
