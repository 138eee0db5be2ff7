import { reachOf } from '../../escalation/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { recipientsById } from './recipients.sql.ts'
import type { Recipient } from './recipients.ts'

export interface InChargeQuery {
  readonly entityId: string
  /** Its escalation run knows whose turn it was; null: a run that begins now. */
  readonly eventId?: string | null
  /** Escalation level. */
  readonly escalation?: number
}

/** The people in charge of an entity up to an escalation level: by its escalation list, on duty first, else level by level. */
export async function peopleInCharge(
  work: UnitOfWork,
  { entityId, eventId, escalation = 0 }: InChargeQuery,
): Promise<Recipient[]> {
  const { userIds } = await reachOf(work, { entityId, eventId, step: escalation })
  const people = await work.withSystemScope(whole => recipientsById(whole, userIds, entityId))
  return people.toSorted((a, b) => userIds.indexOf(a.userId ?? '') - userIds.indexOf(b.userId ?? ''))
}
