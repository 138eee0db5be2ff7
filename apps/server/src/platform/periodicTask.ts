import { RETRY_WHEN_UNAVAILABLE, isDatabaseUnavailable } from './database/connection/availability.ts'
import type { Part } from './part.ts'
import { systemClock } from './time/clock.ts'
import type { Clock } from './time/clock.ts'
import type { Logger } from './log.ts'

export interface PeriodicTask extends Part {
  /** Runs the task soon. Several calls during a run cause one further run. */
  wake(): void
  /** Resolves when no run is in progress. */
  idle(): Promise<void>
}

/**
 * Periodic task: runs at the start, then `ms` after each run and when woken; sooner after an outage of the database. Runs never
 * overlap. A failure is logged and makes the part unhealthy until a run succeeds. Stopping waits for the current run.
 */
export function createPeriodicTask(
  { log, clock = systemClock }: { readonly log: Logger; readonly clock?: Pick<Clock, 'after'> },
  name: string,
  ms: number,
  run: () => Promise<void>,
): PeriodicTask {
  let cancelNext = () => {}
  let running: Promise<void> | undefined
  let again = false
  let stopped = true
  let problem: string | undefined
  let pause = ms

  const runOnce = () => {
    cancelNext()
    again = false
    running = attempt().then(() => {
      running = undefined
      if (stopped) return
      if (again) runOnce()
      else cancelNext = clock.after(pause, runOnce)
    })
  }
  const attempt = async () => {
    try {
      await run()
      problem = undefined
      pause = ms
    } catch (error) {
      pause = isDatabaseUnavailable(error) ? Math.min(ms, RETRY_WHEN_UNAVAILABLE) : ms
      problem = error instanceof Error ? error.message : String(error)
      log.error({ err: error, part: name, retryMs: pause }, 'periodic task failed, retrying')
    }
  }
  return {
    name,
    start() {
      stopped = false
      runOnce()
      return Promise.resolve()
    },
    async stop() {
      stopped = true
      cancelNext()
      await running
    },
    wake() {
      if (stopped) return
      if (running) again = true
      else runOnce()
    },
    async idle() {
      while (running) await running
    },
    health: () => ({ ok: !stopped && problem === undefined, detail: problem ?? (stopped ? 'stopped' : 'running') }),
  }
}
