import type { World } from '../../platform/world.ts'
import type { Links } from './links.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** Two boxes seem to use one identity: each connection replaces the other. */
    'terminal.doubled': { terminalId: string; entityId: string; count: number; at: Date }
  }
}

/** Connections within ten minutes that indicate two boxes. A single one is a reconnect after a broken line. */
export const DUPLICATE_CONNECTIONS = 3
const WINDOW = 10 * 60_000

export function createDuplicateDetector({ bus, clock, log }: Pick<World, 'bus' | 'clock' | 'log'>, links: Links) {
  const connections = new Map<string, number[]>()
  return {
    onDuplicate(uid: string) {
      const now = clock.mono()
      const times = [...(connections.get(uid) ?? []).filter(at => now - at < WINDOW), now]
      connections.set(uid, times.slice(-DUPLICATE_CONNECTIONS))
      log.warn({ uid, count: times.length }, 'second connection with the same box identity replaced the first')
      const link = links.byUid(uid)
      if (times.length === DUPLICATE_CONNECTIONS && link) {
        connections.delete(uid)
        const { terminalId, entityId } = link
        bus.emit('terminal.doubled', { terminalId, entityId, count: DUPLICATE_CONNECTIONS, at: new Date(clock.now()) })
      }
    },
  }
}
