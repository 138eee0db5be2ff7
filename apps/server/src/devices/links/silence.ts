import { LIMITS } from '@steading/contract/box/messages'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { setSilentSince, terminalsToWatch } from './links.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** No packet for longer than the time-out of the terminal. */
    'terminal.silent': { terminalId: string; entityId: string; since: Date }
    /** Packets arrive again, or silence is no longer monitored. */
    'terminal.back': { terminalId: string; entityId: string; at: Date }
  }
}

const system = systemActor('silence')

/** Is a terminal silent? `silenceMs` against a time-out in s; 0 s: never. */
export const isSilent = (timeOut: number, silenceMs: number) => timeOut > 0 && silenceMs >= timeOut * 1000

/** ms. Longest reconnect time of a box after a server restart: maximum backoff plus time to connect. */
export const RECONNECT_TIME = LIMITS.backoff.most + 30_000

/**
 * Publishes when a terminal falls silent and when it is back, once each, also across restarts. Silence is measured on the
 * monotonic clock. After a start every box has RECONNECT_TIME; a box without contact by then counts as silent since its last
 * contact before the start, so that a restart delays an alarm by no more than that.
 * @param silenceMs ms since the last packet of a terminal; undefined: none since the start
 */
export function createSilenceWatch({ db, bus, clock }: World, silenceMs: (terminalId: string) => number | undefined) {
  let startedAt = clock.mono()
  return {
    start: () => void (startedAt = clock.mono()),
    async sweep() {
      const changes = await db.work(system, async work => {
        const changed: { terminalId: string; entityId: string; since: Date | null }[] = []
        const uptime = clock.mono() - startedAt
        for (const { terminalId, entityId, timeOut, silentSince, heardAt } of await terminalsToWatch(work)) {
          const sinceStart = silenceMs(terminalId)
          const beforeStart = uptime >= RECONNECT_TIME && heardAt ? clock.now() - heardAt.getTime() : 0
          const age = sinceStart ?? Math.max(uptime, beforeStart)
          const silent = isSilent(timeOut, age)
          // Without contact since the start, the earlier state stays.
          if (silent === (silentSince !== null) || (!silent && sinceStart === undefined && timeOut > 0)) continue
          const since = silent ? new Date(clock.now() - age) : null
          await setSilentSince(work, terminalId, since)
          changed.push({ terminalId, entityId, since })
        }
        return changed
      })
      for (const { terminalId, entityId, since } of changes)
        if (since) bus.emit('terminal.silent', { terminalId, entityId, since })
        else bus.emit('terminal.back', { terminalId, entityId, at: new Date(clock.now()) })
    },
  }
}
