import { AGAIN_WHEN_AWAY, isAway } from './database/away.ts'
import type { Part, World } from './world.ts'

export interface Repeated extends Part {
  /** Runs soon, without waiting for the next turn; however often it is asked, one run follows. */
  wake(): void
}

/**
 * Runs something at the start, then `ms` after each run, and when woken; sooner when the database was away. Runs never overlap;
 * what one throws is logged and makes the part ill until a run succeeds. Stopping waits for the run under way.
 */
export function every({ log }: Pick<World, 'log'>, name: string, ms: number, run: () => Promise<void>): Repeated {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = true
  let problem: string | undefined
  let pause = ms

  const turn = () => {
    clearTimeout(timer)
    again = false
    running = attempt().then(() => {
      running = undefined
      if (!stopped) timer = setTimeout(turn, again ? 0 : pause)
    })
  }
  const attempt = async () => {
    try {
      await run()
      problem = undefined
      pause = ms
    } catch (error) {
      pause = isAway(error) ? Math.min(ms, AGAIN_WHEN_AWAY) : ms
      problem = error instanceof Error ? error.message : String(error)
      log.error({ err: error, part: name }, 'a turn failed')
    }
  }
  return {
    name,
    start() {
      stopped = false
      turn()
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
      else turn()
    },
    health: () => ({ ok: !stopped && problem === undefined, detail: problem ?? (stopped ? 'stopped' : 'running') }),
  }
}
