import { statusAfter } from '@steading/contract/events'
import type { EventStatus, EventStep, STEP_WAYS } from '@steading/contract/events'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { turn } from './byHand.ts'
import { eventById, lockEvent } from './events.sql.ts'
import type { EventRow } from './events.sql.ts'
import { lasts, wasChecked } from './steps.sql.ts'
import type { Telling } from './telling.ts'

/** May they say that it is solved? Whoever has no account can't be asked later why it was closed. */
export const maySolve = ({ id }: Pick<Actor, 'id'>): boolean => id !== null

/**
 * Somebody says how far they are. Nobody who saved before stands in the way, and what is closed stays so. What still lasts is
 * solved only by whom has been there. Without a step it is a note, also of what is closed.
 * @throws Failed that names the step, or the note that is missing
 */
export async function takeStep(
  work: Work,
  telling: Pick<Telling, 'changed' | 'set'>,
  id: string,
  { step, notes, via }: { readonly step: EventStep | null; readonly notes: string; readonly via: (typeof STEP_WAYS)[number] },
): Promise<EventRow> {
  const row = found(await lockEvent(work, id))
  if (step === null && notes === '') throw invalid('notes', 'required')
  if (step === 'SOLVED') {
    if (!maySolve(work.actor)) throw invalid('step', 'notAllowed')
    if ((await lasts(work, id)) && !(await wasChecked(work, id))) throw invalid('step', 'onSite')
  }
  const standing = row.status as EventStatus // safe: the column's check
  const status = step === null || standing === 'CLOSED' ? standing : statusAfter(step)
  await turn(work, telling, row, { status, notes, via, ...(step !== null && { step }) })
  return found(await eventById(work, id))
}
