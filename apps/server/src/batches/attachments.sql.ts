import { sql } from 'kysely'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { AttachmentOwner } from '../platform/files/changeAttachments.ts'

/** What a file hangs on: the column of its id. */
export type AttachmentColumn = 'batch_id' | 'animal_movement_id' | 'feed_movement_id'

/** Files of batches or movements, oldest first. */
export const productionAttachments = (work: UnitOfWork, column: AttachmentColumn, ids: readonly string[]) =>
  work.sql
    .selectFrom('production_attachments')
    .select([
      sql<string>`${sql.ref(column)}`.as('ownerId'),
      'name',
      'type',
      sql<number>`bytes::float8`.as('size'),
      'file_id as fileId',
      'created_at as addedAt',
      personReference('production_attachments.created_by').as('addedBy'),
    ])
    .where(column, 'in', [...ids])
    .orderBy('id')
    .execute()

/** A batch or a movement as the owner of its files; `entityId`: the house. */
export const attachmentOwner = (
  work: UnitOfWork,
  column: AttachmentColumn,
  { id, entityId }: { readonly id: string; readonly entityId: string },
): AttachmentOwner => ({
  entityId,
  list: () => productionAttachments(work, column, [id]),
  insert: ({ name, type, bytes, fileId }) =>
    work.sql
      .insertInto('production_attachments')
      .values({ [column]: id, name, type, bytes, file_id: fileId, created_at: work.now, created_by: work.actor.id })
      .execute(),
  delete: fileIds =>
    work.sql
      .deleteFrom('production_attachments')
      .where('file_id', 'in', [...fileIds])
      .execute(),
})

/** Moves the files of one owner to another; the name of one that is there already is preceded by the first owner's id. */
export const moveAttachments = (work: UnitOfWork, column: AttachmentColumn, from: string, to: string) =>
  work.sql
    .updateTable('production_attachments')
    .set({
      [column]: to,
      name: sql<string>`case when exists (select from production_attachments other
        where other.${sql.ref(column)} = ${to} and other.name = production_attachments.name)
        then ${from} || '-' || name else name end`,
    })
    .where(column, '=', from)
    .execute()
