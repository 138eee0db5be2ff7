import type { BookStatus } from '@steading/contract/entities/book'
import type { Refusal } from '@steading/contract/http/refusals'
import type { AuditObject } from '@steading/contract/users/audit'
import { isEntityInReach } from '../entities/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import { deleteEntry, entryById, insertEntry, isNameInUse, lockNames, updateEntry } from './book.sql.ts'
import type { BookFields, BookRow, BookStore } from './book.sql.ts'

/** A book of reference data as the server keeps it. */
export interface Book extends BookStore {
  readonly objectType: AuditObject
  readonly nameInUse: Refusal
  /** The form in which fields are stored, so that equal entries are equal. */
  readonly normalize?: (fields: BookFields) => BookFields
  /** Checks fields beyond the schema. @throws Failed */
  readonly check?: (work: UnitOfWork, fields: BookFields, entityId: string) => Promise<void>
}

/** The entry on the wire; fields come as the contract names them. */
export const present = (row: BookRow) => ({
  id: row.id,
  ...row.fields,
  entity: row.entity,
  status: row.status,
  isSystem: row.entity_id === null,
  editable: row.inReach,
  version: row.version,
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

/** @throws Failed for a place out of reach; Refused for a name that the place sees already */
export async function createEntry(work: UnitOfWork, book: Book, entityId: string, entered: BookFields): Promise<BookRow> {
  const fields = book.normalize?.(entered) ?? entered
  if (!(await isEntityInReach(work, entityId))) throw invalid('entityId', 'notFound')
  await book.check?.(work, fields, entityId)
  await nameMustBeFree(work, book, { entityId, except: null }, fields)
  const row = orNotFound(await entryById(work, book, await insertEntry(work, book, entityId, fields)))
  await audit(work, book, 'CREATE', row, created(auditFields(row)))
  return row
}

/** @throws NotFound, also for an entry made above the caller's reach; Failed NOT_ALLOWED for one of the product; Refused; VersionConflict */
export async function editEntry(
  work: UnitOfWork,
  book: Book,
  { id, version, status }: { readonly id: string; readonly version: number; readonly status: BookStatus },
  entered: BookFields,
): Promise<BookRow> {
  const fields = book.normalize?.(entered) ?? entered
  const before = await editableEntry(work, book, id)
  const entityId = before.entity_id! // safe: the product's are not editable
  await book.check?.(work, fields, entityId)
  await nameMustBeFree(work, book, { entityId, except: id }, fields)
  return saveIfChanged(work, {
    before,
    read: async () => orNotFound(await entryById(work, book, id)),
    write: async () => {
      if (!(await updateEntry(work, book, { id, version, status }, fields))) throw new VersionConflict()
    },
    audit: after => audit(work, book, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after))),
  })
}

/**
 * Deletes an entry; one that a row refers to becomes inactive instead.
 * @throws NotFound; Failed NOT_ALLOWED as `editEntry`
 */
export async function removeEntry(work: UnitOfWork, book: Book, id: string): Promise<'DELETED' | 'INACTIVATED'> {
  const before = await editableEntry(work, book, id)
  const isDeleted = await work.withSavepoint(async () => {
    try {
      await deleteEntry(work, book, id)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '23503') return false
      throw error
    }
  })
  if (isDeleted) {
    await audit(work, book, 'DELETE', before, deleted(auditFields(before)))
    return 'DELETED'
  }
  await saveIfChanged(work, {
    before,
    read: async () => orNotFound(await entryById(work, book, id)),
    write: () => updateEntry(work, book, { id, version: before.version, status: 'INACTIVE' }, before.fields),
    audit: after => audit(work, book, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after))),
  })
  return 'INACTIVATED'
}

async function editableEntry(work: UnitOfWork, book: Book, id: string): Promise<BookRow> {
  const row = await entryById(work, book, id)
  if (row?.entity_id === null) throw new Failed('NOT_ALLOWED')
  if (!row?.inReach) throw new NotFound()
  return row
}

async function nameMustBeFree(
  work: UnitOfWork,
  book: Book,
  place: { readonly entityId: string; readonly except: string | null },
  { displayName, species }: BookFields,
): Promise<void> {
  const isTaken = await work.withSystemScope(async systemWork => {
    await lockNames(systemWork, book)
    return isNameInUse(systemWork, book, { displayName, species, ...place })
  })
  if (isTaken) throw new Refused(book.nameInUse)
}

const auditFields = ({ fields, entity, status }: BookRow) => ({ ...fields, entity: entity?.displayName, status })

const audit = (
  work: UnitOfWork,
  { objectType }: Book,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  { id, entity_id: entityId, fields }: BookRow,
  changes: readonly FieldChange[],
) => work.audit({ action, objectType, objectId: id, objectName: fields.displayName, entityId, changes })
