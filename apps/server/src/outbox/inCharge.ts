import { reachOf } from '../escalation/index.ts'
import type { Work } from '../platform/database/work.ts'
import { peopleOf } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'

export interface InChargeOf {
  readonly entityId: string
  /** The event whose escalation run says who had their turn; null: a run that begins now. */
  readonly eventId?: string | null
  /** Steps up the list. */
  readonly escalation?: number
}

/** Who is in charge of a place up to a step: by the list that holds there, whoever is on duty first, else level by level. */
export async function inChargeOf(work: Work, { entityId, eventId, escalation = 0 }: InChargeOf): Promise<Recipient[]> {
  const { userIds } = await reachOf(work, { entityId, eventId, step: escalation })
  const people = await work.beyond(whole => peopleOf(whole, userIds, entityId))
  return people.toSorted((a, b) => userIds.indexOf(a.userId ?? '') - userIds.indexOf(b.userId ?? ''))
}
