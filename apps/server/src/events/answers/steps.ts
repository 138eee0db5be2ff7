import { statusAfter } from '@steading/contract/events/events'
import type { Check, EventStatus, EventStep, Finding, STEP_WAYS } from '@steading/contract/events/events'
import type { Actor } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid } from '../../platform/failures.ts'
import { answersOf } from '../status/changes.sql.ts'
import { mayFind } from '../status/finding.ts'
import { changeStatus } from '../status/statusChanges.ts'
import { eventById, lockEvent } from '../events.sql.ts'
import type { EventRow } from '../events.sql.ts'
import { isOngoing, isCheckedOnSite } from '../status/ongoing.sql.ts'
import type { StatusNotifier } from '../status/statusChanges.ts'

/** May the actor solve an event? Requires an account, so that the closing is attributable. */
export const maySolve = ({ id }: Pick<Actor, 'id'>): boolean => id !== null

interface TakenStep {
  readonly step: EventStep | null
  readonly notes: string
  readonly via: (typeof STEP_WAYS)[number]
  /** min from now, of GOING. */
  readonly arrivesIn?: number | undefined
  readonly checks?: readonly Check[] | undefined
  readonly finding?: Finding | undefined
}

/** Identifies the actor among those who answered. */
const answererOf = ({ id, name }: Pick<Actor, 'id' | 'name'>) => id ?? name

/** Status after a step: a withdrawal leaves the event to the others who took it, or open. */
async function statusOf(work: UnitOfWork, row: EventRow, step: EventStep): Promise<EventStatus> {
  if (step !== 'WITHDRAWN') return statusAfter(step)
  const who = answererOf(work.actor)
  const answers = await answersOf(work, row.id)
  if (!answers.some(answer => answer.who === who && answer.step === 'GOING')) throw invalid('step', 'notAllowed')
  return answers.some(answer => answer.who !== who && answer.step !== 'WITHDRAWN') ? 'PENDING' : 'OPEN'
}

/**
 * Records a step without an optimistic lock. A closed event stays closed. An ongoing event can be solved only after a check on
 * site. Without a step it is a note or a finding, also on a closed event.
 * @throws Failed for a step that is not allowed or a missing note
 */
export async function takeStep(
  work: UnitOfWork,
  notifier: StatusNotifier,
  id: string,
  { step, notes, via, arrivesIn, checks = [], finding }: TakenStep,
): Promise<EventRow> {
  const row = orNotFound(await lockEvent(work, id))
  if (finding !== undefined && !mayFind(row)) throw invalid('finding', 'notAllowed')
  if (step === null && finding === undefined && notes === '') throw invalid('notes', 'required')
  if (step === 'SOLVED') {
    if (!maySolve(work.actor)) throw invalid('step', 'notAllowed')
    if ((await isOngoing(work, id)) && !(await isCheckedOnSite(work, id))) throw invalid('step', 'onSite')
  }
  const currentStatus = row.status
  if (step === 'WITHDRAWN' && currentStatus === 'CLOSED') throw invalid('step', 'notAllowed')
  const status = step === null || currentStatus === 'CLOSED' ? currentStatus : await statusOf(work, row, step)
  const arrivesAt = arrivesIn === undefined ? null : new Date(work.now.getTime() + arrivesIn * 60_000)
  await changeStatus(work, notifier, row, { status, notes, via, arrivesAt, checks, finding, ...(step !== null && { step }) })
  return orNotFound(await eventById(work, id))
}
