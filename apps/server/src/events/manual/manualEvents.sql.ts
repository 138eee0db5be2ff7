import type { EventStatus, Severity } from '@steading/contract/events/kinds'
import { versionColumns } from '../../platform/database/sql/nextVersion.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Fields of an event that users write. */
export type ManualEvent = {
  readonly entityId: string
  readonly title: string
  readonly severity: Severity
  readonly description: string
  readonly additionalNotes: string
  readonly category: string
  readonly cause: string
  readonly openDate: Date
  readonly batchId: string | null
  /** A user chose the batch, or none. */
  readonly isBatchAssignedManually: boolean
}

const toColumns = (event: ManualEvent) => ({
  entity_id: event.entityId,
  title: event.title,
  severity: event.severity,
  description: event.description,
  additional_notes: event.additionalNotes,
  category: event.category,
  cause: event.cause,
  open_date: event.openDate,
  batch_id: event.batchId,
  batch_assigned_manually: event.isBatchAssignedManually,
})

export const insertManualEvent = async (
  work: UnitOfWork,
  event: ManualEvent,
  state: { status: EventStatus; closeDate: Date | null; closedBy: string | null },
) => {
  const { id } = await work.sql
    .insertInto('events')
    .values({
      ...toColumns(event),
      source: 'PERSON',
      status: state.status,
      close_date: state.closeDate,
      closed_by: state.closedBy,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateManualEvent = (work: UnitOfWork, id: string, event: ManualEvent) =>
  work.sql
    .updateTable('events')
    .set({ ...toColumns(event), ...versionColumns(work) })
    .where('id', '=', id)
    .execute()

/** Stores the notification actions of the last save. */
export const setActions = (work: UnitOfWork, id: string, actions: readonly unknown[]) =>
  work.sql
    .updateTable('events')
    .set({ actions: JSON.stringify(actions) })
    .where('id', '=', id)
    .execute()

export const deleteEvent = (work: UnitOfWork, id: string) => work.sql.deleteFrom('events').where('id', '=', id).execute()
