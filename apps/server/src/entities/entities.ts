import { Billing } from '@steading/contract/billing'
import { childTypesOf, ENTITY_TYPES, entityTypes, mayStandBelow } from '@steading/contract/entities'
import type { CreateEntity, EditEntity, Entity, EntityRow, EntityStatus, EntityType } from '@steading/contract/entities'
import { IANAZone } from 'luxon'
import type { z } from 'zod'
import { deletePicture } from '../platform/database/pictures.sql.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import {
  activityBelow,
  candidates,
  deleteEntity,
  dependentsOf,
  disabledAbove,
  entityById,
  fittingTags,
  insertEntity,
  setResponsibles,
  setTags,
  updateEntity,
} from './entities.sql.ts'
import type { EntityDetailsRow, EntityListRow, EntityRefRow, NewEntity } from './entities.sql.ts'

export const presentRef = (row: EntityRefRow) => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  type: row.type as EntityType, // safe: the column's check
  parentId: row.parentId,
  status: row.status as EntityStatus, // safe: the column's check
})

export const presentRow = (row: EntityListRow): EntityRow => ({
  ...presentRef(row),
  code: row.code,
  above: row.above,
  children: row.children,
  tags: row.tags,
})

export const present = (row: EntityDetailsRow): Entity => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  type: row.type as EntityType, // safe: the column's check
  code: row.code,
  status: row.status as EntityStatus, // safe: the column's check
  parent: row.parent,
  farmOfSector: row.type === 'SECTOR' ? row.farmOfSector : null,
  enterprise: row.enterprise,
  dashboard: row.dashboard,
  responsibleUsers: row.responsibleUsers,
  hasImage: row.picture_id !== null,
  entityInfo: row.info,
  billingInformation: Billing.nullable().parse(row.billing),
  area: row.area,
  usableArea: row.usable_area,
  latitude: row.latitude,
  longitude: row.longitude,
  areaBoundaries: row.boundaries,
  tags: row.tags,
  timeZone: row.time_zone,
  children: row.children,
  version: row.version,
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

export const types = entityTypes.map(name => ({
  name,
  group: ENTITY_TYPES[name].group,
  parents: [...ENTITY_TYPES[name].parents],
  children: [...childTypesOf(name)],
  targets: [...ENTITY_TYPES[name].targets],
}))

/** Codes are unique by index: two people at once can't both have one. */
export async function codeUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && /^entities_(enterprise|farm)_code$/.test(String(error.constraint)))
      throw new Refused('ENTITY_CODE_IN_USE')
    throw error
  }
}

/**
 * Adds an entity below another, if the tree's rules allow that type there.
 * @throws Failed for a type that may not stand there; Refused ENTITY_CODE_IN_USE
 */
export async function createEntity(work: Work, entity: NewEntity): Promise<string> {
  if (entity.parentId !== null) {
    const parent = found(await entityById(work, entity.parentId))
    // safe: the column's check
    if (!mayStandBelow(entity.type, parent.type as EntityType))
      throw invalid('type', 'notOneOf', { options: childTypesOf(parent.type as EntityType).join(', ') })
  }
  const id = await codeUnique(() => insertEntity(work, entity))
  await work.audit({ action: 'CREATE', objectType: 'entity', objectId: id, objectName: entity.name, entityId: id })
  return id
}

type CreateWish = z.output<typeof CreateEntity>
type EditWish = z.output<typeof EditEntity>

/** A new entity as a person wishes it, with its people and tags. */
export async function addEntity(work: Work, wish: CreateWish): Promise<string> {
  const parent = await entityById(work, wish.parentId)
  if (!parent) throw invalid('parentId', 'notFound')
  checkZone(wish.timeZone)
  const id = await createEntity(work, { ...wish, timeZone: wish.timeZone ?? parent.time_zone })
  await setPeopleAndTags(work, id, `${parent.path}.${id}`, wish, [])
  return id
}

/**
 * Writes an entity as it shall be.
 * @throws VersionConflict; Refused ENTITY_CODE_IN_USE, CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES
 */
export async function editEntity(work: Work, before: EntityDetailsRow, wish: EditWish, confirmed: boolean): Promise<void> {
  if (before.version !== wish.version) throw new VersionConflict()
  checkZone(wish.timeZone)
  // What the system closed stays closed, whatever a form sends along.
  const isChosen = before.status === 'ACTIVE' || before.status === 'DISABLED'
  if (isChosen && wish.status === 'DISABLED' && before.status === 'ACTIVE' && !confirmed) {
    const atWork = await activityBelow(work, before.id)
    if (Object.values(atWork).includes(true)) throw new Refused('CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES')
  }
  const next = {
    ...wish,
    status: isChosen ? wish.status : (before.status as EntityStatus),
    timeZone: wish.timeZone ?? before.time_zone,
  }
  const isWritten = await codeUnique(() => updateEntity(work, before.id, wish.version, next))
  if (!isWritten) throw new VersionConflict()
  const people = before.responsibleUsers.map(one => one.userId)
  await setPeopleAndTags(work, before.id, before.path, wish, people)
}

/**
 * Deletes an entity that nothing hangs on; answers the id of the one above.
 * @throws Refused CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES
 */
export async function removeEntity(work: Work, id: string): Promise<string> {
  const row = found(await entityById(work, id))
  const hanging = await work.beyond(whole => dependentsOf(whole, id))
  if (row.parent_id === null || Object.values(hanging).includes(true)) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES')
  // Told of the one above: the entity itself is gone for whoever reads this.
  await work.audit({ action: 'DELETE', objectType: 'entity', objectId: id, objectName: row.name, entityId: row.parent_id })
  await deleteEntity(work, id)
  if (row.picture_id) await deletePicture(work, row.picture_id)
  return row.parent_id
}

async function setPeopleAndTags(
  work: Work,
  id: string,
  path: string,
  { responsibleUserIds, tagIds }: Pick<CreateWish, 'responsibleUserIds' | 'tagIds'>,
  held: readonly string[],
) {
  const known = new Map((await candidates(work, responsibleUserIds, path)).map(one => [one.id, one]))
  for (const [at, person] of responsibleUserIds.entries()) {
    // Somebody who stands above the caller stays named.
    if (held.includes(person)) continue
    const one = known.get(person)
    if (!one?.sees) throw invalid(`responsibleUserIds.${at}`, 'notFound')
    if (one.status !== 'ACTIVE') throw invalid(`responsibleUserIds.${at}`, 'inactivePerson')
  }
  await setResponsibles(work, id, [...new Set(responsibleUserIds)])
  const fitting = new Set((await work.beyond(whole => fittingTags(whole, tagIds, path))).map(one => one.id))
  for (const [at, tag] of tagIds.entries()) if (!fitting.has(tag)) throw invalid(`tagIds.${at}`, 'notFound')
  await setTags(work, id, [...new Set(tagIds)])
}

function checkZone(zone: string | undefined) {
  if (zone !== undefined && !IANAZone.isValidZone(zone)) throw invalid('timeZone', 'timeZone')
}

/**
 * Nothing new begins below a disabled entity; what runs there goes on.
 * @throws Failed that names the field and the entity
 */
export async function mustBeActive(work: Work, entityId: string, field: string): Promise<void> {
  const disabled = await disabledAbove(work, entityId)
  if (disabled) throw invalid(field, 'disabled', { name: disabled.name })
}

/** What audits tell of an entity's fields. */
const told = (row: EntityDetailsRow) => ({
  ...Object.fromEntries(
    (
      [
        'name',
        'code',
        'status',
        'info',
        'billing',
        'area',
        'usable_area',
        'latitude',
        'longitude',
        'boundaries',
        'time_zone',
      ] as const
    ).map(key => [key.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()), row[key]]),
  ),
  parent: row.parent?.name ?? null,
  responsibleUsers: row.responsibleUsers.map(one => one.shortName).join(', '),
  tags: row.tags.map(one => one.name).join(', '),
  image: row.picture_id,
  dashboard: row.dashboard?.displayName ?? null,
})

/** Field by field what became different. */
export function changesOf(before: EntityDetailsRow, after: EntityDetailsRow) {
  const [old, fresh]: Record<string, unknown>[] = [told(before), told(after)]
  return Object.keys(old!)
    .filter(field => JSON.stringify(old![field]) !== JSON.stringify(fresh![field]))
    .map(field => ({ field, old: old![field], new: fresh![field] }))
}
