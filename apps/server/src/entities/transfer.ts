import { mayMoveBelow } from '@steading/contract/entities'
import type { EntityType } from '@steading/contract/entities'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences } from '../platform/differences.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { codeUnique, levelsOf, mustBeWithinDepth } from './entities.ts'
import { dropForeignTags, entityById, levelsBelow, moveEntity, straddles } from './entities.sql.ts'
import { holdTree } from './tree.sql.ts'

/** What another slice does when a subtree has come to another place; `path` is the new one. */
export type Moved = (whole: Work, place: { readonly id: string; readonly path: string }) => Promise<void>

/**
 * Moves an entity with all below it. People who stand there keep their roles as copies of their own; tags of the old place
 * fall off, and what is in it stands for nothing above that place any more.
 * @throws VersionConflict; Failed for a place where it may not stand; Refused for a rule or a box that reaches over the edge
 */
export async function transferEntity(
  work: Work,
  wish: { id: string; parentId: string; version: number },
  moved: readonly Moved[],
): Promise<void> {
  await holdTree(work)
  const before = found(await entityById(work, wish.id))
  const target = await entityById(work, wish.parentId)
  if (!target) throw invalid('parentId', 'notFound')
  if (before.version !== wish.version) throw new VersionConflict()
  const [path, to] = [before.path, target.path]
  // safe, both: the column's check
  const fits = mayMoveBelow(before.type as EntityType, target.type as EntityType)
  if (!fits || `${to}.`.startsWith(`${path}.`)) throw invalid('parentId', 'notThere')
  await work.beyond(async whole => {
    mustBeWithinDepth(levelsOf(to) + (await levelsBelow(whole, path)))
    const { box, rule } = await straddles(whole, { path, to })
    if (box !== null) throw new Refused('CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_BOX_ACROSS', { name: box })
    if (rule) throw new Refused('CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES')
    if (!(await codeUnique(() => moveEntity(whole, wish.id, wish.version, wish.parentId)))) throw new VersionConflict()
    const place = { id: wish.id, path: `${to}.${wish.id}` }
    for (const follow of moved) await follow(whole, place)
    for (const { id, name, lost, kept } of await dropForeignTags(whole, place.path)) {
      // Of what was moved itself the transfer tells.
      if (id === place.id) continue
      const tags = (all: readonly string[]) => all.toSorted().join(', ')
      await whole.audit({
        action: 'UPDATE',
        objectType: 'entity',
        objectId: id,
        objectName: name,
        entityId: id,
        changes: differences({ tags: tags([...kept, ...lost]) }, { tags: tags(kept) }),
      })
    }
  })
}
