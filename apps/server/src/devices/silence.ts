import { LIMITS } from '@steading/contract/box'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { setSilent, watched } from './links.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** Nothing came for longer than the terminal's own time-out. */
    'terminal.silent': { terminalId: string; entityId: string; since: Date }
    /** It is heard again, or its silence no longer matters. */
    'terminal.back': { terminalId: string; entityId: string; at: Date }
  }
}

const system = systemActor('silence')

/** Is a terminal silent? `quiet` in ms; a time-out of 0 s never runs out. */
export const isSilent = (timeOut: number, quiet: number) => timeOut > 0 && quiet >= timeOut * 1000

/** What a box needs at the most to come back to a server that is there again: its longest wait, and time to connect. */
export const COMES_BACK = LIMITS.backoff.most + 30_000

/**
 * Tells when a terminal falls silent and when it is back, once each, also across restarts. Silence counts on the clock that no
 * change moves. After a start every box has the time to come back; whoever then was not heard is silent since it was heard last,
 * before the start too, so that no restart puts an alarm off for longer than that.
 * @param quiet ms since the terminal was heard; undefined if it was not since the start
 */
export function silenceWatch({ db, bus, clock }: World, quiet: (terminalId: string) => number | undefined) {
  let startedAt = clock.mono()
  return {
    start: () => void (startedAt = clock.mono()),
    async sweep() {
      const told = await db.work(system, async work => {
        const changed: { terminalId: string; entityId: string; since: Date | null }[] = []
        const up = clock.mono() - startedAt
        for (const { terminalId, entityId, timeOut, silentSince, heardAt } of await watched(work)) {
          const heard = quiet(terminalId)
          const before = up >= COMES_BACK && heardAt ? clock.now() - heardAt.getTime() : 0
          const age = heard ?? Math.max(up, before)
          const silent = isSilent(timeOut, age)
          // Without a word since the start, what was silent before stays so.
          if (silent === (silentSince !== null) || (!silent && heard === undefined && timeOut > 0)) continue
          const since = silent ? new Date(clock.now() - age) : null
          await setSilent(work, terminalId, since)
          changed.push({ terminalId, entityId, since })
        }
        return changed
      })
      for (const { terminalId, entityId, since } of told)
        if (since) bus.emit('terminal.silent', { terminalId, entityId, since })
        else bus.emit('terminal.back', { terminalId, entityId, at: new Date(clock.now()) })
    },
  }
}
