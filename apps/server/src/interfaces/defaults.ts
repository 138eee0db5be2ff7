import { shareTree, touchEntity } from '../entities/index.ts'
import type { Moved } from '../entities/index.ts'
import { DEFAULT_CATEGORIES } from '@steading/contract/devices/interfaces'
import type { DefaultInterfaces } from '@steading/contract/devices/interfaces'
import type { z } from 'zod'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { invalid, VersionConflict } from '../platform/failures.ts'
import { candidates, defaultsOf, dropStraddling, entityVersion, writeDefaults } from './defaults.sql.ts'
import { interfacesByIds } from './interfaces.sql.ts'
import { presentRef } from './interfaces.ts'

type Category = (typeof DEFAULT_CATEGORIES)[number]
const isDefaultCategory = (category: string): category is Category => (DEFAULT_CATEGORIES as readonly string[]).includes(category)

/** The interfaces that stand for an entity. */
export async function defaultInterfaces(work: UnitOfWork, entityId: string): Promise<z.infer<typeof DefaultInterfaces>> {
  const { version } = orNotFound(await entityVersion(work, entityId))
  const chosen = await defaultsOf(work, entityId)
  const rows = await interfacesByIds(
    work,
    chosen.map(one => one.id),
  )
  return { defaults: rows.map(row => ({ category: row.category as Category, interface: presentRef(row) })), version } // safe: setDefaults writes no other
}

/**
 * Chooses the interfaces that stand for an entity, all at once.
 * @throws VersionConflict; Failed for an interface elsewhere, of a category that has none, or a second one of a category
 */
export async function setDefaults(
  work: UnitOfWork,
  entityId: string,
  wish: { interfaceIds: readonly string[]; version: number },
) {
  await shareTree(work)
  const entity = orNotFound(await entityVersion(work, entityId))
  const known = new Map((await candidates(work, entityId, wish.interfaceIds)).map(candidate => [candidate.id, candidate]))
  const chosen = new Map<string, { id: string; category: string; displayName: string }>()
  for (const [at, id] of wish.interfaceIds.entries()) {
    const field = `interfaceIds.${at}`
    const one = known.get(id)
    if (!one) throw invalid(field, 'notFound')
    if (!isDefaultCategory(one.category)) throw invalid(field, 'notOneOf', { options: DEFAULT_CATEGORIES.join(', ') })
    const other = chosen.get(one.category)
    if (other && other.id === id) throw invalid(field, 'DUPLICATE_INTERFACE')
    if (other) throw invalid(field, 'oneOfACategory', { name: other.displayName })
    chosen.set(one.category, one)
  }
  const before = await defaultsOf(work, entityId)
  await saveIfChanged(work, {
    before,
    read: () => defaultsOf(work, entityId),
    write: async () => {
      if (!(await touchEntity(work, entityId, wish.version))) throw new VersionConflict()
      await writeDefaults(work, entityId, [...chosen.values()])
    },
    audit: after => tell(work, { id: entityId, name: entity.name }, before, after),
  })
}

/** What stood for an entity above the old place of a moved subtree, and lies in it, stands for that entity no more. */
export const dropDefaults: Moved = async (systemWork, { path }) => {
  const dropped = Map.groupBy(await dropStraddling(systemWork, path), one => one.entityId)
  for (const [id, lost] of dropped) {
    const { name, version } = orNotFound(await entityVersion(systemWork, id))
    if (!(await touchEntity(systemWork, id, version))) throw new VersionConflict()
    const remaining = await defaultsOf(systemWork, id)
    await tell(systemWork, { id, name }, [...remaining, ...lost], remaining)
  }
}

type Chosen = readonly { readonly category: string; readonly displayName: string; readonly id: string }[]
const named = (all: Chosen) =>
  all
    .map(one => `${one.category}: ${one.displayName} (${one.id})`)
    .toSorted()
    .join(', ')

const tell = (work: UnitOfWork, { id, name }: { readonly id: string; readonly name: string }, before: Chosen, after: Chosen) =>
  work.audit({
    action: 'UPDATE',
    objectType: 'entity',
    objectId: id,
    objectName: name,
    entityId: id,
    changes: fieldChanges({ defaultInterfaces: named(before) }, { defaultInterfaces: named(after) }),
  })
