import type { QuarantinedPayload, QuarantineReason } from '@steading/contract/devices/terminals'
import { QUARANTINE_SHOWN } from '@steading/contract/devices/terminals'
import { quarantineWords } from '@steading/locales/reasons'
import type { Translate } from '@steading/locales/text'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import { insertQuarantined } from './quarantine.sql.ts'
import type { Quarantined, QuarantinedRow } from './quarantine.sql.ts'

export interface Quarantine {
  /**
   * Quarantines a payload: its first KB, the reason, and the box. People are notified of the tenth in an hour, and at once of a
   * possible loss of a reading or an alarm.
   */
  put(what: Quarantined, severity?: 'USUAL' | 'LOSS'): Promise<void>
  /** The same, at most once an hour for a reason and box: for errors that repeat with every message. */
  putOnce(what: Quarantined): Promise<void>
  /** Number of quarantined payloads since the start. */
  count(): number
}

const HOUR = 3_600_000
/** Quarantined payloads of one box in an hour that cause an alert. */
const ALERT_COUNT = 10
const MAX_REASONS = 10_000

const actor = systemActor('quarantine')

export function createQuarantine({ db, bus, clock, metrics }: Pick<World, 'db' | 'bus' | 'clock' | 'metrics'>): Quarantine {
  const countQuarantined = metrics.counter({
    name: 'quarantined_payloads_total',
    help: 'Payloads of boxes that were quarantined, by the code of the reason.',
    labels: ['code'],
  })
  const hours = new Map<string, { since: number; count: number }>()
  const reasons = new Map<string, number>()
  let count = 0

  /** Emits the alert at the tenth of an hour, once. */
  const tally = (terminalId: string) => {
    const now = clock.mono()
    const hour = hours.get(terminalId)
    if (!hour || now - hour.since > HOUR) return void hours.set(terminalId, { since: now, count: 1 })
    if (++hour.count === ALERT_COUNT) bus.emit('quarantine.often', { terminalId, count: ALERT_COUNT })
  }
  const put: Quarantine['put'] = async (what, severity = 'USUAL') => {
    count++
    countQuarantined({ code: what.code })
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
      if (reasons.size >= MAX_REASONS) reasons.clear()
      reasons.set(key, clock.mono())
      await put(what)
    },
    count: () => count,
  }
}

/** A quarantined payload as it is shown, the reason in the language of `t`. */
export const presentQuarantined = (row: QuarantinedRow, t: Translate): QuarantinedPayload => {
  const code = row.code as QuarantineReason // safe: insertQuarantined and migration 004 write no other
  return {
    id: row.id,
    receivedUtc: row.receivedAt.toISOString(),
    topic: row.topic,
    reason: { code, text: t(quarantineWords[code]), detail: row.reason },
    size: row.size,
    payload: row.payload.toString('utf8').slice(0, QUARANTINE_SHOWN).toWellFormed(),
  }
}
