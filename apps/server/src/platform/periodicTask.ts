import { RETRY_WHEN_UNAVAILABLE, isDatabaseUnavailable } from './database/connection/availability.ts'
import type { Part } from './part.ts'
import type { Logger } from './log.ts'

export interface PeriodicTask extends Part {
  /** Runs the task soon. Several calls during a run cause one further run. */
  wake(): void
}

/**
 * Periodic task: runs at the start, then `ms` after each run and when woken; sooner after an outage of the database. Runs never
 * overlap. A failure is logged and makes the part unhealthy until a run succeeds. Stopping waits for the current run.
 */
export function createPeriodicTask(
  { log }: { readonly log: Logger },
  name: string,
  ms: number,
  run: () => Promise<void>,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = true
  let problem: string | undefined
  let pause = ms

  const runOnce = () => {
    clearTimeout(timer)
    again = false
    running = attempt().then(() => {
      running = undefined
      if (!stopped) timer = setTimeout(runOnce, again ? 0 : pause)
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
      clearTimeout(timer)
      await running
    },
    wake() {
      if (stopped) return
      if (running) again = true
      else runOnce()
    },
    health: () => ({ ok: !stopped && problem === undefined, detail: problem ?? (stopped ? 'stopped' : 'running') }),
  }
}
