import { isHelpdesk } from '@steading/contract/events'
import type { EventCategory } from '@steading/contract/events'
import { batchById, batchIdAt } from '../batches/index.ts'
import { areInLine } from '../entities/index.ts'
import { mayDo } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid, Refused } from '../platform/failures.ts'

/**
 * The batch that an event is of: the one that is said, or where nothing is said, the one that was there then.
 * @throws Failed for one out of sight or elsewhere; Refused for a day on which a closed one was over
 */
export async function batchIdOf(
  work: Work,
  {
    category,
    batchId,
    place,
    openDate,
  }: {
    readonly category: EventCategory
    readonly batchId?: string | null | undefined
    readonly place: string
    readonly openDate: Date
  },
): Promise<string | null> {
  if (isHelpdesk(category)) {
    if (batchId) throw invalid('batchId', 'leaveEmpty')
    return null
  }
  if (batchId === undefined) return batchIdAt(work, place, openDate)
  if (batchId === null) return null
  const batch = await batchSeen(work, batchId)
  if (!(await areInLine(work, batch.entity_id, place))) throw invalid('batchId', 'batchElsewhere')
  // Its last movement is the one that closed it.
  if (batch.close_date && openDate >= batch.close_date) throw new Refused('EVENT_DATE_GTE_LAST_ANI_MOV_DATE')
  return batchId
}

/** @throws Failed for one that is not there, or out of the caller's sight */
export async function batchSeen(work: Work, batchId: string) {
  const batch = mayDo(work.actor, 'batches.read') ? await batchById(work, batchId) : undefined
  if (!batch) throw invalid('batchId', 'notFound')
  return batch
}
