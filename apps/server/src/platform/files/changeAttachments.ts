import type { Attachment } from '@steading/contract/attachments'
import type { UnitOfWork } from '../database/unitOfWork.ts'
import { Failed, invalid } from '../failures.ts'
import type { Upload } from '../http/call.ts'
import { inspectAttachments, uniqueFileName } from './attachments.ts'
import type { InspectedFile } from './attachments.ts'
import type { FileStore } from './fileStore.ts'

/** An uploaded file on disk, not attached yet. */
export type StoredUpload = InspectedFile & { readonly id: string }

/** @throws Failed with the field of a file that is not taken */
export async function storeUploads(files: FileStore, uploads: readonly Upload[]): Promise<StoredUpload[]> {
  const stored: StoredUpload[] = []
  for (const inspectedFile of await inspectAttachments(uploads))
    stored.push({ ...inspectedFile, id: await files.store(inspectedFile) })
  return stored
}

export interface AttachmentRow {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly fileId: string
  readonly addedBy: Attachment['addedBy']
  readonly addedAt: Date
}

export const presentAttachment = ({ name, type, size, addedBy, addedAt }: AttachmentRow): Attachment => ({
  name,
  type,
  size,
  addedBy,
  addedUtc: addedAt.toISOString(),
})

/** File store and maximum number of files per owner. */
export interface AttachmentStore {
  readonly files: FileStore
  readonly maxFiles: number
}

/** What attachments hang on: the entity that owns the files, and the rows of its table. */
export interface AttachmentOwner {
  readonly entityId: string
  list(): Promise<readonly AttachmentRow[]>
  insert(attachment: {
    readonly name: string
    readonly type: string
    readonly bytes: number
    readonly fileId: string
  }): Promise<unknown>
  delete(fileIds: readonly string[]): Promise<unknown>
}

/**
 * Adds and removes attachments of an owner; equal names are made unique. Answers the audit changes.
 * @throws Failed for an unknown name or too many files
 */
export async function changeAttachments(
  work: UnitOfWork,
  { files, maxFiles }: AttachmentStore,
  owner: AttachmentOwner,
  { uploads: added, removed }: { readonly uploads: readonly StoredUpload[]; readonly removed: readonly string[] },
) {
  if (added.length === 0 && removed.length === 0) return []
  const before = await owner.list()
  for (const [at, name] of removed.entries())
    if (!before.some(attachment => attachment.name === name)) throw invalid(`removedAttachments.${at}`, 'notFound')
  const removedFiles = before.filter(attachment => removed.includes(attachment.name))
  const keptNames = before.filter(attachment => !removedFiles.includes(attachment)).map(attachment => attachment.name)
  if (keptNames.length + added.length > maxFiles)
    throw new Failed('TOO_MANY_FILES', [{ field: 'files', code: 'tooMany', values: { max: maxFiles } }])
  if (removedFiles.length > 0) {
    const ids = removedFiles.map(attachment => attachment.fileId)
    await owner.delete(ids)
    await files.drop(work, ids)
  }
  const finalNames = [...keptNames]
  for (const { id, name: requestedName, type, size } of added) {
    const name = uniqueFileName(requestedName, new Set(finalNames.map(finalName => finalName.toLowerCase())))
    await files.keep(work, id, owner.entityId)
    await owner.insert({ name, type, bytes: size, fileId: id })
    finalNames.push(name)
  }
  return [{ field: 'attachments', old: before.map(attachment => attachment.name), new: finalNames }]
}
