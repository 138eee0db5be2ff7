import type { World } from '../platform/world.ts'
import type { Links } from './links.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** Two boxes seem to use one identity: they push each other out again and again. */
    'terminal.doubled': { terminalId: string; entityId: string; count: number; at: Date }
  }
}

/** One second connection is a box whose line broke; so many within ten minutes are two boxes. */
export const DOUBLES = 3
const WINDOW = 10 * 60_000

export function doubles({ bus, clock, log }: Pick<World, 'bus' | 'clock' | 'log'>, links: Links) {
  const seen = new Map<string, number[]>()
  return {
    seen(uid: string) {
      const now = clock.mono()
      const times = [...(seen.get(uid) ?? []).filter(at => now - at < WINDOW), now]
      seen.set(uid, times.slice(-DOUBLES))
      log.warn({ uid, count: times.length }, 'a second connection with the same identity')
      const link = links.byUid(uid)
      if (times.length === DOUBLES && link) {
        seen.delete(uid)
        const { terminalId, entityId } = link
        bus.emit('terminal.doubled', { terminalId, entityId, count: DOUBLES, at: new Date(clock.now()) })
      }
    },
  }
}
