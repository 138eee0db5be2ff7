import { ENTITY_TYPES } from '@steading/contract/entities'
import type { Entity, EntityStatus, EntityType } from '@steading/contract/entities'
import type { z } from 'zod'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { entityById, insertEntity, listEntities } from './entities.sql.ts'

type Row = NonNullable<Awaited<ReturnType<typeof entityById>>>
type RefRow = Awaited<ReturnType<typeof listEntities>>[number]

export const present = (row: Row): Entity => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  type: row.type as EntityType, // safe: the column's check
  code: row.code,
  status: row.status as z.infer<typeof EntityStatus>, // safe: the column's check
  parent: row.parentId && row.parentName ? { id: row.parentId, displayName: row.parentName } : null,
  latitude: row.latitude,
  longitude: row.longitude,
  area: row.area,
  usableArea: row.usable_area,
  timeZone: row.time_zone,
  version: row.version,
})

export const presentRef = (row: RefRow) => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  type: row.type as EntityType, // safe: the column's check
  parentId: row.parentId,
  status: row.status as z.infer<typeof EntityStatus>, // safe: the column's check
})

/** Adds an entity below another, if the tree's rules allow that type there. */
export async function createEntity(work: Work, entity: Parameters<typeof insertEntity>[1]): Promise<string> {
  if (entity.parentId !== null) {
    const parent = found(await entityById(work, entity.parentId))
    const parents: readonly string[] = ENTITY_TYPES[entity.type].parents
    if (!parents.includes(parent.type)) throw invalid('type', 'notOneOf', { options: parents.join(', ') })
  }
  const id = await insertEntity(work, entity)
  await work.audit({ action: 'CREATE', objectType: 'entity', objectId: id, objectName: entity.name, entityId: id })
  return id
}
