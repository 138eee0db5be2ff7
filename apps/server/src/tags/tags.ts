import type { Tag, TAG_RESULTS } from '@steading/contract/entities/tags'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, created as madeWith } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { VersionConflict } from '../platform/failures.ts'
import { insertTag, tagById, tagsFor, updateTag } from './tags.sql.ts'
import type { TagRow } from './tags.sql.ts'

export const present = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  translations: row.translations as Tag['translations'], // safe: the contract checked it before it was stored
  entityId: row.entityId,
  version: row.version,
})

interface Outcome {
  readonly result: (typeof TAG_RESULTS)[number]
  readonly tag: Tag
}

/** The tag of this name that already stands for an entity; its own before one of those above. */
async function standing(work: UnitOfWork, entityId: string, name: string): Promise<Outcome | undefined> {
  const same = (await tagsFor(work, entityId)).filter(one => one.name.toLowerCase() === name.toLowerCase())
  const own = same.find(one => one.entityId === entityId)
  if (own) return { result: 'ERROR', tag: present(own) }
  return same[0] && { result: 'DEFERRED', tag: present(same[0]) }
}

/** Makes a tag, unless one of its name stands for the entity already. */
export async function createTag(
  work: UnitOfWork,
  wish: { entityId: string; name: string; translations: Record<string, string> },
): Promise<Outcome> {
  const outcome = await work.withSystemScope(systemWork => standing(systemWork, wish.entityId, wish.name))
  if (outcome) return outcome
  const made = await insertTag(work, wish)
  // Somebody else made it this very moment.
  if (!made) return (await standing(work, wish.entityId, wish.name))!
  await tell(work, 'CREATE', { id: made.id, ...wish }, madeWith(auditFields(wish)))
  return { result: 'SUCCESS', tag: present((await tagById(work, made.id))!) }
}

/** Renames a tag, unless another of that name stands there. @throws VersionConflict */
export async function editTag(
  work: UnitOfWork,
  before: TagRow,
  wish: { version: number; name: string; translations: Record<string, string> },
): Promise<Outcome> {
  const outcome = await work.withSystemScope(systemWork => standing(systemWork, before.entityId, wish.name))
  if (outcome && outcome.tag.id !== before.id) return outcome
  const after = await saveIfChanged(work, {
    before,
    read: async () => orNotFound(await tagById(work, before.id)),
    write: async () => {
      if (!(await updateTag(work, { id: before.id, ...wish }))) throw new VersionConflict()
    },
    audit: now => tell(work, 'UPDATE', now, fieldChanges(auditFields(before), auditFields(now))),
  })
  return { result: 'SUCCESS', tag: present(after) }
}

/** What audits tell of a tag; of its translations nothing, where it has none. */
export const auditFields = ({ name, translations }: Pick<TagRow, 'name' | 'translations'>) => ({
  name,
  translations: Object.keys(translations ?? {}).length > 0 ? translations : null,
})

export const tell = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  tag: { id: string; name: string; entityId: string },
  changes: readonly FieldChange[],
) => work.audit({ action, objectType: 'tag', objectId: tag.id, objectName: tag.name, entityId: tag.entityId, changes })
