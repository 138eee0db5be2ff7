import type { Attachment } from '@steading/contract/events'
import { freeName } from '../platform/attachments.ts'
import type { Attached } from '../platform/attachments.ts'
import type { Work } from '../platform/database/work.ts'
import { Failed, invalid } from '../platform/failures.ts'
import type { Files } from '../platform/files.ts'
import { attachmentsOf, deleteAttachments, insertAttachment } from './attachments.sql.ts'
import type { AttachmentRow } from './attachments.sql.ts'

/** A file that is on disk, and nobody's yet. */
export type Stored = Attached & { readonly id: string }

export async function stored(files: Files, some: readonly Attached[]): Promise<Stored[]> {
  const all: Stored[] = []
  for (const one of some) all.push({ ...one, id: await files.store(one) })
  return all
}

export const presentAttachment = ({ name, type, size, addedBy, addedAt }: AttachmentRow): Attachment => ({
  ...{ name, type, size, addedBy },
  addedUtc: addedAt.toISOString(),
})

/** Who keeps them, and how many one event may have. */
export interface Keeping {
  readonly files: Files
  readonly most: number
}

/**
 * Adds files to an event and takes others away; two of one name are told apart. Answers what the audit says.
 * @throws Failed that names what is not there, or says that there are too many
 */
export async function changeAttachments(
  work: Work,
  { files, most }: Keeping,
  event: { readonly id: string; readonly entityId: string },
  { added, removed }: { readonly added: readonly Stored[]; readonly removed: readonly string[] },
) {
  if (added.length === 0 && removed.length === 0) return []
  const before = await attachmentsOf(work, [event.id])
  for (const [at, name] of removed.entries())
    if (!before.some(one => one.name === name)) throw invalid(`removedAttachments.${at}`, 'notFound')
  const away = before.filter(one => removed.includes(one.name))
  const names = before.filter(one => !away.includes(one)).map(one => one.name)
  if (names.length + added.length > most)
    throw new Failed('TOO_MANY_FILES', [{ field: 'files', code: 'tooMany', values: { max: most } }])
  if (away.length > 0) {
    const ids = away.map(one => one.fileId)
    await deleteAttachments(work, ids)
    await files.drop(work, ids)
  }
  const after = [...names]
  for (const { id, name: wanted, type, size } of added) {
    const name = freeName(wanted, new Set(after.map(one => one.toLowerCase())))
    await files.keep(work, id, event.entityId)
    await insertAttachment(work, { eventId: event.id, name, type, bytes: size, fileId: id })
    after.push(name)
  }
  return [{ field: 'attachments', old: before.map(one => one.name), new: after }]
}
