import { clockOffset, LIMITS } from '@steading/contract/box/messages'
import type { ClockAnswer } from '@steading/contract/box/messages'
import type { Clock } from './clock.ts'
import type { BoxTime } from './time.ts'

/** Asks the platform for the time: at each opening, every ten minutes, and again soon when an answer was lost or too slow. */
export interface Sync {
  open(): void
  close(): void
  answer(answer: ClockAnswer): void
}

const AGAIN = 5000

/** @param learned called after each good sample */
export const createSync = (clock: Clock, time: BoxTime, ask: (m: number) => void, learned: () => void): Sync => {
  let cancel = () => {}
  let asked: number | null = null

  const next = () => {
    cancel()
    asked = clock.mono()
    ask(asked)
    cancel = clock.after(AGAIN, next)
  }

  return {
    open: next,
    close: () => {
      cancel()
      asked = null
    },
    answer: answer => {
      // An answer to another question, a repeated one or one of an old session says nothing.
      if (asked === null || answer.m !== asked) return
      const sample = clockOffset(answer, clock.mono())
      asked = null
      if (sample === null) return
      cancel()
      time.learn(sample.offset)
      cancel = clock.after(LIMITS.clockEvery, next)
      learned()
    },
  }
}
