import { statusAfter } from '@steading/contract/events'
import type { EventCategory, EventStatus, EventStep } from '@steading/contract/events'
import type { Work } from '../platform/database/work.ts'
import { insertChange } from './changes.sql.ts'
import { batchOf } from './ofBatch.ts'
import { insertWritten } from './written.sql.ts'
import type { Written } from './written.sql.ts'

/** What somebody wrote down in the demo's past, and what was done about it. */
export interface PastEvent extends Omit<Written, 'additionalNotes' | 'batchId' | 'batchSaid'> {
  /** Who wrote it, by id. */
  readonly by: string
  readonly steps: readonly { readonly step: EventStep; readonly by: string; readonly at: Date; readonly notes: string }[]
}

/** Nobody is told: it is long over. */
export async function writePast(work: Work, { by, steps, ...said }: PastEvent): Promise<string> {
  const end = steps.find(one => one.step === 'SOLVED')
  const status = steps.reduce<EventStatus>((_, { step }) => statusAfter(step), 'OPEN')
  const then: Work = { ...work, now: said.openDate, actor: { ...work.actor, id: by } }
  const standing = { status, closeDate: end?.at ?? null, closedBy: end?.by ?? null }
  const category = said.category as EventCategory // safe: the diary's own
  const of = await batchOf(work, { category, place: said.entityId, openDate: said.openDate })
  const eventId = await insertWritten(then, { ...said, ...of, additionalNotes: '' }, standing)
  await insertChange(work, { eventId, key: null, status: 'OPEN', userId: by, date: said.openDate })
  for (const { step, by: userId, at: date, notes } of steps)
    await insertChange(work, { eventId, key: null, status: statusAfter(step), step, via: 'SCREEN', userId, date, notes })
  return eventId
}
