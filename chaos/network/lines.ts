import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Conditions, Proxy } from '../stage/proxy.ts'
import { until } from '../stage/until.ts'

/** 64 kbit/s, as bytes. */
const NARROW = 8000

/** How a line is bad; steady: it never breaks, so that what is measured now must come through at once. */
export const LINES = {
  narrow: { steady: true, conditions: { least: 20, most: 60, rate: NARROW } },
  lossy: { steady: true, conditions: { least: 10, most: 40, loss: 0.2 } },
  slow: { steady: true, conditions: { least: 3000, most: 3000 } },
  flapping: { steady: false, conditions: { least: 20, most: 60, rate: NARROW } },
  halfOpen: { steady: false, conditions: { least: 20, most: 60, rate: NARROW } },
} as const satisfies Record<string, { steady: boolean; conditions: Partial<Conditions> }>
export type LineName = keyof typeof LINES

const NOTICED_WITHIN = 150

/** What happens to a line that is not steady, as long as it lasts. */
export async function trouble(name: LineName, proxy: Proxy, random: Random, isOver: () => boolean) {
  if (name === 'flapping')
    while (!isOver()) {
      await pause(random.between(1000, 3500))
      proxy.cut()
    }
  if (name === 'halfOpen') {
    await pause(3000)
    proxy.stall()
  }
}

/** Seconds until a box gave its dead connection up by itself, with the keepalive of a real one. */
export async function givesUp(proxy: Proxy): Promise<number> {
  const began = performance.now()
  const before = proxy.seen.connections
  await until(() => proxy.seen.connections > before, NOTICED_WITHIN, 100)
  return Math.round((performance.now() - began) / 1000)
}
