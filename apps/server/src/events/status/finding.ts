import type { EventStatus, EventStep, Finding } from '@steading/contract/events/events'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { EventRow } from '../events.sql.ts'
import { isCheckedOnSite } from './ongoing.sql.ts'

/** Whether an event can have a finding: only an alarm can, since a person who writes down an event has found something already. */
export const mayFind = ({ origin, category }: Pick<EventRow, 'origin' | 'category'>): boolean =>
  origin === 'AUTOMATIC' && category !== 'NOTIFICATION'

/** The finding that follows from the cause of an event; null: none does. */
export const findingOfCause = (cause: string): Finding | null =>
  cause === 'UNKNOWN' ? null : cause === 'FALSE_ALARM' ? 'NOTHING' : 'SOMETHING'

/**
 * The finding that a change by a person adds: the stated one, or the one of the step "nothing found", or, for an alarm without a
 * finding, the one of its solution with a cause or after a check on site. null: the change adds none.
 */
export async function findingAfter(
  work: UnitOfWork,
  row: EventRow,
  {
    stated,
    step,
    status,
  }: { readonly stated: Finding | undefined; readonly step: EventStep | null; readonly status: EventStatus },
): Promise<Finding | null> {
  if (stated !== undefined) return stated
  if (!mayFind(row)) return null
  if (step === 'NOTHING_FOUND') return 'NOTHING'
  if (row.finding !== null || status !== 'CLOSED' || step !== 'SOLVED') return null
  return findingOfCause(row.cause) ?? ((await isCheckedOnSite(work, row.id)) ? 'SOMETHING' : null)
}
