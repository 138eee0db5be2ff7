import { nextVersion } from '../platform/database/nextVersion.ts'
import type { Work } from '../platform/database/work.ts'

/** What a person says of an event. */
export type Written = {
  readonly entityId: string
  readonly title: string
  readonly severity: string
  readonly description: string
  readonly additionalNotes: string
  readonly category: string
  readonly cause: string
  readonly openDate: Date
  readonly batchId: string | null
  /** A person said which, or that it is none's. */
  readonly batchSaid: boolean
}

const columns = (said: Written) => ({
  entity_id: said.entityId,
  title: said.title,
  severity: said.severity,
  description: said.description,
  additional_notes: said.additionalNotes,
  category: said.category,
  cause: said.cause,
  open_date: said.openDate,
  batch_id: said.batchId,
  batch_said: said.batchSaid,
})

export const insertWritten = async (
  work: Work,
  said: Written,
  standing: { status: string; closeDate: Date | null; closedBy: string | null },
) => {
  const { id } = await work.sql
    .insertInto('events')
    .values({
      ...columns(said),
      origin: 'MANUAL',
      status: standing.status,
      close_date: standing.closeDate,
      closed_by: standing.closedBy,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateWritten = (work: Work, id: string, said: Written) =>
  work.sql
    .updateTable('events')
    .set({ ...columns(said), ...nextVersion(work) })
    .where('id', '=', id)
    .execute()

/** Whom its writer told last. */
export const setActions = (work: Work, id: string, actions: readonly unknown[]) =>
  work.sql
    .updateTable('events')
    .set({ actions: JSON.stringify(actions) })
    .where('id', '=', id)
    .execute()

export const deleteEvent = (work: Work, id: string) => work.sql.deleteFrom('events').where('id', '=', id).execute()
