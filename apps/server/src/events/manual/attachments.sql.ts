import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { AttachmentOwner } from '../../platform/files/changeAttachments.ts'
import { personReference } from '../../platform/database/sql/personReference.ts'

/** Attachments of events, oldest first. */
export const attachmentsOf = (work: UnitOfWork, eventIds: readonly string[]) =>
  work.sql
    .selectFrom('event_attachments')
    .select([
      'event_id as eventId',
      'name',
      'type',
      sql<number>`bytes::float8`.as('size'),
      'file_id as fileId',
      'created_at as addedAt',
    ])
    .select(personReference('event_attachments.created_by').as('addedBy'))
    .where('event_id', 'in', [...eventIds])
    .orderBy('event_id')
    .orderBy('id')
    .execute()
const insertAttachment = (
  work: UnitOfWork,
  attachment: { eventId: string; name: string; type: string; bytes: number; fileId: string },
) =>
  work.sql
    .insertInto('event_attachments')
    .values({
      event_id: attachment.eventId,
      name: attachment.name,
      type: attachment.type,
      bytes: attachment.bytes,
      file_id: attachment.fileId,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .execute()

const deleteAttachments = (work: UnitOfWork, fileIds: readonly string[]) =>
  work.sql
    .deleteFrom('event_attachments')
    .where('file_id', 'in', [...fileIds])
    .execute()

/** An event as the owner of its files. */
export const eventAttachments = (
  work: UnitOfWork,
  event: { readonly id: string; readonly entityId: string },
): AttachmentOwner => ({
  entityId: event.entityId,
  list: () => attachmentsOf(work, [event.id]),
  insert: attachment => insertAttachment(work, { eventId: event.id, ...attachment }),
  delete: fileIds => deleteAttachments(work, fileIds),
})
