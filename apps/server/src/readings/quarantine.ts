import type { QuarantinedPayload, QuarantineReason } from '@steading/contract/terminals'
import { QUARANTINE_SHOWN } from '@steading/contract/terminals'
import { quarantineWords } from '@steading/locales/reasons'
import type { Translate } from '@steading/locales/text'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import { insertQuarantined } from './quarantine.sql.ts'
import type { Quarantined, QuarantinedRow } from './quarantine.sql.ts'

export interface Quarantine {
  /**
   * Puts aside what a box should not have sent; its first KB, the reason, and whose it was. People hear of the tenth in an hour,
   * and at once of what may have cost a reading or an alarm.
   */
  put(what: Quarantined, severity?: 'USUAL' | 'LOSS'): Promise<void>
  /** The same, at most once an hour for the same reason of the same box: for what repeats with every message. */
  putOnce(what: Quarantined): Promise<void>
  /** Put aside since the start. */
  count(): number
}

const HOUR = 3_600_000
/** So many of one box in an hour are told to whoever listens. */
const OFTEN = 10
const MOST_REASONS = 10_000

const actor = systemActor('quarantine')

export function quarantine({ db, bus, clock }: Pick<World, 'db' | 'bus' | 'clock'>): Quarantine {
  const hours = new Map<string, { since: number; count: number }>()
  const reasons = new Map<string, number>()
  let count = 0

  /** Tells at the tenth of an hour, once. */
  const tally = (terminalId: string) => {
    const now = clock.mono()
    const hour = hours.get(terminalId)
    if (!hour || now - hour.since > HOUR) return void hours.set(terminalId, { since: now, count: 1 })
    if (++hour.count === OFTEN) bus.emit('quarantine.often', { terminalId, count: OFTEN })
  }
  const put: Quarantine['put'] = async (what, severity = 'USUAL') => {
    count++
    if (severity === 'LOSS') bus.emit('quarantine.often', { terminalId: what.terminalId, count: 1 })
    else tally(what.terminalId)
    await db.work(actor, work => insertQuarantined(work, what))
  }
  return {
    put,
    async putOnce(what) {
      const key = `${what.terminalId} ${what.reason}`
      const last = reasons.get(key)
      if (last !== undefined && clock.mono() - last < HOUR) return
      if (reasons.size >= MOST_REASONS) reasons.clear()
      reasons.set(key, clock.mono())
      await put(what)
    },
    count: () => count,
  }
}

/** A quarantined payload as people see it; the reason in the language of `t`. */
export const presentQuarantined = (row: QuarantinedRow, t: Translate): QuarantinedPayload => {
  const code = row.code as QuarantineReason // safe: insertQuarantined and migration 043 write no other
  return {
    id: row.id,
    receivedUtc: row.receivedAt.toISOString(),
    topic: row.topic,
    reason: { code, text: t(quarantineWords[code]), detail: row.reason },
    size: row.size,
    payload: row.payload.toString('utf8').slice(0, QUARANTINE_SHOWN).toWellFormed(),
  }
}
