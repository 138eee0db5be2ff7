import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../src/platform/clock.ts'

/** Time that stands still until it is told to pass. */
export interface VirtualClock extends Clock {
  /** Lets time pass; timers run in their order, promises between them settle. */
  pass(ms: number): Promise<void>
  /** The system's clock jumps; the monotonic one does not. */
  jump(ms: number): void
}

export const virtualClock = (start = 1_790_000_000_000): VirtualClock => {
  let mono = 1000
  let offset = start - mono
  let last = 0
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>()
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))

  return {
    now: () => mono + offset,
    mono: () => mono,
    after: (ms, run) => {
      const id = ++last
      timers.set(id, { at: mono + Math.max(0, ms), run })
      return () => timers.delete(id)
    },
    pass: async ms => {
      const end = mono + ms
      await settle()
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]
        if (!due) break
        timers.delete(due[0])
        mono = Math.max(mono, due[1].at)
        due[1].run()
        await settle()
      }
      mono = end
      await settle()
    },
    jump: ms => {
      offset += ms
    },
  }
}

/** ms that pass in each turn of the event loop that waits a ms: several times as fast as outside, and never faster than the process. */
const TURN = 10

/** Lets time pass until it is called off; a process that gets no processor loses no time. */
export function letPass(clock: VirtualClock): () => Promise<void> {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await clock.pass(TURN)
      await pause(1)
    }
  })()
  return async () => {
    isOver = true
    await running
  }
}
