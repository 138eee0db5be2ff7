import type { Terminal } from './farm.ts'
import type { Random } from '../random.ts'
import { aBox } from './box.ts'
import { percentile, until } from './until.ts'

/** A good box among bad ones: reads once a beat, and notes how long each reading took until it was acknowledged. */
export function aPulse(port: number, terminal: Terminal, random: Random, beat = 50) {
  const readAt: number[] = []
  const took: number[] = []
  let from = 0
  const box = aBox({
    port,
    terminal,
    readings: 0,
    size: 1,
    belief: 'ack',
    began: Date.now() - 3_600_000,
    random,
    onAcknowledged: count => {
      for (let left = count; left > 0; left--) took.push(performance.now() - readAt[took.length]!)
    },
  })
  let timer: NodeJS.Timeout | undefined
  return {
    box,
    async start() {
      box.start()
      if (!(await until(() => box.isWelcome(), 60))) throw new Error('the good box is not welcome')
      timer = setInterval(() => {
        readAt.push(performance.now())
        box.add(1)
      }, beat)
    },
    /** What it notes counts from here. */
    begin: () => void (from = took.length),
    async stop() {
      clearInterval(timer)
      await until(() => box.isDone(), 60)
      box.stop()
    },
    read: () => readAt.length,
    /** How many of them are acknowledged. */
    stored: () => took.length,
    /** ms that 99 of 100 did not exceed. */
    p99: () => Math.round(percentile(took.slice(from), 0.99)),
    slowest: () => Math.round(Math.max(0, ...took.slice(from))),
  }
}
