import { mayMoveBelow } from '@steading/contract/entities/entities'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { codeUnique, levelsOf, mustBeWithinDepth } from './entities.ts'
import { dropForeignTags, entityById, levelsBelow, moveEntity, straddles } from './entities.sql.ts'
import { holdTree } from './tree.sql.ts'

/** What another slice does when a subtree has come to another place; `path` is the new one. */
export type Moved = (systemWork: UnitOfWork, place: { readonly id: string; readonly path: string }) => Promise<void>

/**
 * Moves an entity with all below it. People who stand there keep their roles as copies of their own; tags of the old place
 * fall off, and what is in it stands for nothing above that place any more.
 * @throws VersionConflict; Failed for a place where it may not stand; Refused for a rule or a box that reaches over the edge
 */
export async function transferEntity(
  work: UnitOfWork,
  wish: { id: string; parentId: string; version: number },
  moved: readonly Moved[],
): Promise<void> {
  await holdTree(work)
  const before = orNotFound(await entityById(work, wish.id))
  const target = await entityById(work, wish.parentId)
  if (!target) throw invalid('parentId', 'notFound')
  if (before.version !== wish.version) throw new VersionConflict()
  const [path, to] = [before.path, target.path]
  const fits = mayMoveBelow(before.type, target.type)
  if (!fits || `${to}.`.startsWith(`${path}.`)) throw invalid('parentId', 'notThere')
  await work.withSystemScope(async systemWork => {
    mustBeWithinDepth(levelsOf(to) + (await levelsBelow(systemWork, path)))
    const { box, rule } = await straddles(systemWork, { path, to })
    if (box !== null) throw new Refused('CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_BOX_ACROSS', { name: box })
    if (rule) throw new Refused('CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES')
    if (!(await codeUnique(() => moveEntity(systemWork, wish.id, wish.version, wish.parentId)))) throw new VersionConflict()
    const place = { id: wish.id, path: `${to}.${wish.id}` }
    for (const follow of moved) await follow(systemWork, place)
    for (const { id, name, lost, remaining } of await dropForeignTags(systemWork, place.path)) {
      // Of what was moved itself the transfer tells.
      if (id === place.id) continue
      const tags = (all: readonly string[]) => all.toSorted().join(', ')
      await systemWork.audit({
        action: 'UPDATE',
        objectType: 'entity',
        objectId: id,
        objectName: name,
        entityId: id,
        changes: fieldChanges({ tags: tags([...remaining, ...lost]) }, { tags: tags(remaining) }),
      })
    }
  })
}
