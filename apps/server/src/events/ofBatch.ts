import { BATCH_THEN, isHelpdesk } from '@steading/contract/events'
import type { EventCategory } from '@steading/contract/events'
import { batchById, batchIdAt } from '../batches/index.ts'
import { areInLine } from '../entities/index.ts'
import { mayDo } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid, Refused } from '../platform/failures.ts'
import type { Written } from './written.sql.ts'

type OfBatch = Pick<Written, 'batchId' | 'batchSaid'>
interface Asked {
  readonly category: EventCategory
  readonly batchId?: string | null | undefined
  readonly place: string
  readonly openDate: Date
}

/**
 * The batch that an event is of: the one that is said, none, or the one that was there then.
 * @throws Failed for one out of sight or elsewhere; Refused for a day on which a closed one was over
 */
export async function batchOf(work: Work, { category, batchId: wish = BATCH_THEN, place, openDate }: Asked): Promise<OfBatch> {
  if (isHelpdesk(category)) {
    if (wish !== null && wish !== BATCH_THEN) throw invalid('batchId', 'leaveEmpty')
    return { batchId: null, batchSaid: false }
  }
  if (wish === BATCH_THEN) return { batchId: await batchIdAt(work, place, openDate), batchSaid: false }
  if (wish === null) return { batchId: null, batchSaid: true }
  const batch = await batchSeen(work, wish)
  if (!(await areInLine(work, batch.entity_id, place))) throw invalid('batchId', 'batchElsewhere')
  // Its last movement is the one that closed it.
  if (batch.close_date && openDate >= batch.close_date) throw new Refused('EVENT_DATE_GTE_LAST_ANI_MOV_DATE')
  return { batchId: wish, batchSaid: true }
}

/**
 * The same of one that is there. What somebody said holds while it stays where it is and nobody says otherwise; what is as it was
 * is asked again of nobody, whatever became of the batch since.
 * @throws as above
 */
export async function batchAfter(work: Work, was: Written, asked: Asked): Promise<OfBatch> {
  const stays = asked.place === was.entityId
  const isThen = asked.openDate.getTime() === was.openDate.getTime()
  if (asked.batchId === undefined && stays && was.batchSaid) {
    // Whoever does not see it is asked nothing about it.
    const isSeen = was.batchId !== null && maySay(work) && (await batchById(work, was.batchId)) !== undefined
    return isThen || !isSeen ? was : batchOf(work, { ...asked, batchId: was.batchId })
  }
  const wish = asked.batchId === undefined ? BATCH_THEN : asked.batchId
  const isAsSaid = wish === BATCH_THEN ? !was.batchSaid : was.batchSaid && wish === was.batchId
  return stays && isThen && isAsSaid ? was : batchOf(work, { ...asked, batchId: wish })
}

const maySay = ({ actor }: Work) => mayDo(actor, 'batches.read')

/** @throws Failed where somebody who sees no batches says something of one */
export function mustSeeBatches(work: Work, batchId: string | null | undefined) {
  if (batchId !== undefined && !maySay(work)) throw invalid('batchId', 'leaveEmpty')
}

/** @throws Failed for one that is not there, or out of the caller's sight */
export async function batchSeen(work: Work, batchId: string) {
  const batch = await batchById(work, batchId)
  if (!batch) throw invalid('batchId', 'notFound')
  return batch
}
