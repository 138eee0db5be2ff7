import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'

/** The files of events, the first that came first. */
export const attachmentsOf = (work: Work, eventIds: readonly string[]) =>
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
    .select(who('event_attachments.created_by').as('addedBy'))
    .where('event_id', 'in', [...eventIds])
    .orderBy('event_id')
    .orderBy('id')
    .execute()
export type AttachmentRow = Awaited<ReturnType<typeof attachmentsOf>>[number]

export const insertAttachment = (
  work: Work,
  one: { eventId: string; name: string; type: string; bytes: number; fileId: string },
) =>
  work.sql
    .insertInto('event_attachments')
    .values({
      event_id: one.eventId,
      name: one.name,
      type: one.type,
      bytes: one.bytes,
      file_id: one.fileId,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .execute()

export const deleteAttachments = (work: Work, fileIds: readonly string[]) =>
  work.sql
    .deleteFrom('event_attachments')
    .where('file_id', 'in', [...fileIds])
    .execute()
