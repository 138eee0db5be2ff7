import type { Danger } from '@steading/contract/events/danger'
import { canonicalOperator } from '@steading/contract/rules/operators'
import { estimateDanger } from '../../danger/index.ts'
import type { DangerSubject } from '../../danger/index.ts'
import { memoizePerTransaction } from '../../platform/database/memoizePerTransaction.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openingCausesFromColumn } from '../cause.ts'
import type { FrozenCause } from '../cause.ts'
import type { EventRow } from '../events.sql.ts'

/** ms without an estimate of an event after one failed. */
const RETRY_AFTER = 10 * 60_000
/** Events whose estimate failed lately, remembered at most. */
const MOST_FAILURES = 1000
const retryAt = new Map<string, number>()
/** Transactions in which an estimate failed: their steps are tried again from a savepoint. */
const failedIn = new WeakSet<UnitOfWork['sql']>()

/**
 * How long the animals have while an event lasts: an estimate; null: there is none, and nothing is told.
 * @throws the error of the estimate, once: the caller's next attempt goes without it, so that it holds back no alarm
 */
export async function dangerOf(work: UnitOfWork, event: EventRow): Promise<Danger | null> {
  const subject = dangerSubject(event)
  if (!subject || failedIn.has(work.sql) || work.now.getTime() < (retryAt.get(event.id) ?? -Infinity)) return null
  try {
    return await memoizePerTransaction(work, `danger/${event.id}`, () => estimateDanger(work, subject))
  } catch (error) {
    failedIn.add(work.sql)
    if (retryAt.size >= MOST_FAILURES) retryAt.clear()
    retryAt.set(event.id, work.now.getTime() + RETRY_AFTER)
    throw error
  }
}

/** As `dangerOf`, for a reader: of an event that is over or was found afterwards nothing is told. */
export const presentDanger = (work: UnitOfWork, event: EventRow): Promise<Danger | null> =>
  event.status === 'CLOSED' || event.is_historic ? Promise.resolve(null) : dangerOf(work, event)

/** Does the event tell of something that endangers the animals by heat: heat, bad air, power, ventilation, a silent box? */
export function dangerSubject(
  event: Pick<EventRow, 'entity_id' | 'terminal_id' | 'origin' | 'problem' | 'subject_id' | 'causes'>,
): DangerSubject | null {
  const { entity_id: entityId, terminal_id: terminalId, problem, subject_id: interfaceId } = event
  if (event.origin !== 'AUTOMATIC') return null
  if (problem === 'TERMINAL_SILENT') return { entityId, ventilation: 'OFF', silentTerminalId: terminalId }
  if (problem === 'OUTPUT_FAULT') return { entityId, ventilation: 'OUTPUT', interfaceId }
  if (problem !== null) return null
  const causes = openingCausesFromColumn(event.causes)
  if (causes.some(isPowerFailure)) return { entityId, ventilation: 'GENERATOR' }
  return causes.some(isHeat) ? { entityId, ventilation: 'UNKNOWN' } : null
}

const isPowerFailure = ({ category, reading }: FrozenCause) => category === 'MAINS_POWER' && reading === false

const RISING: ReadonlySet<string | undefined> = new Set(['GREATER', 'GREATER_EQUAL'])
const HEATED: ReadonlySet<string> = new Set(['TEMPERATURE', 'CO2', 'NH3'])
const VENTILATION: ReadonlySet<string> = new Set(['VENTILATION_CONTROL', 'FAN_RELAY'])

/** Too warm or bad air; a fan that does not do what was ordered. Too cold is another danger. */
const isHeat = ({ category, operator }: FrozenCause) =>
  VENTILATION.has(category) || (HEATED.has(category) && RISING.has(canonicalOperator(operator)))
