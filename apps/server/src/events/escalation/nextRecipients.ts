import type { NextTold } from '@steading/contract/events/events'
import { namesOf, reachOf } from '../../escalation/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { escalationRunOf } from './escalationRuns.sql.ts'
import { standingOf } from './promises.ts'
import { answersOf } from '../status/changes.sql.ts'
import type { EventRow } from '../events.sql.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { nextStep } from './nextStep.ts'

/** Recipients and time of the next escalation step; null: there is none. */
export function nextRecipients(
  work: UnitOfWork,
  event: EventRow,
  notifier: Pick<Notifier, 'actionsOf' | 'resolveRecipients'>,
): Promise<NextTold | null> {
  // System scope: recipients may belong to entities above the caller.
  return work.withSystemScope(async whole => {
    const run = event.status === 'CLOSED' ? undefined : await escalationRunOf(whole, event.id)
    if (!run) return null
    const subject = { entityId: event.entity_id, eventId: event.id }
    const { isLast: isLastLevel } = await reachOf(whole, { ...subject, step: run.level })
    const { severity } = event
    const of = { severity, now: run.dueAt, climbedAt: run.climbedAt }
    const standing = standingOf(await answersOf(whole, event.id), of)
    const next = nextStep({ severity, standing, isTaken: event.status === 'PENDING', isLastLevel, now: run.dueAt })
    if (next.kind === 'END') return null
    const level = Math.max(isLastLevel ? run.level : run.level + 1, 1)
    const destinations = await notifier.resolveRecipients(whole, {
      ...subject,
      severity,
      escalation: level,
      actions: await notifier.actionsOf(whole, event),
    })
    const recipients = destinations.map(destination => destination.to)
    return {
      atUtc: (next.kind === 'WAIT' ? next.until : run.dueAt).toISOString(),
      people: await namesOf(whole, [...new Set(recipients.flatMap(recipient => recipient.userId ?? []))]),
      contacts: new Set(recipients.filter(recipient => recipient.userId === null).map(recipient => recipient.address)).size,
    }
  })
}
