import { Billing } from '@steading/contract/production/billing'
import {
  childTypesOf,
  ENTITY_TYPES,
  entityProblems,
  entityTypes,
  mayStandBelow,
  MOST_LEVELS,
  MOST_RESPONSIBLES,
} from '@steading/contract/entities/entities'
import type { CreateEntity, EditEntity, Entity, EntityRow } from '@steading/contract/entities/entities'
import type { z } from 'zod'
import { deletePicture } from '../platform/files/pictures.sql.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted, created } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import {
  activityBelow,
  candidates,
  countingBy,
  deleteEntity,
  dependentsOf,
  disabledAbove,
  entityById,
  escalationAt,
  fittingTags,
  insertEntity,
  lockEntity,
  namedAt,
  sameZoneBelow,
  setResponsibles,
  setTags,
  setZones,
  tagsMadeAt,
  touchEntity,
  updateEntity,
} from './entities.sql.ts'
import type { EntityChoiceRow, EntityDetailsRow, EntityListRow, EntityRefRow, NewEntity } from './entities.sql.ts'
import { holdTree, shareTree } from './tree.sql.ts'

export const presentRef = (row: EntityRefRow) => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  type: row.type,
  parentId: row.parentId,
  status: row.status,
})

export const presentChoice = (row: EntityChoiceRow) => ({ ...presentRef(row), enterprise: row.enterprise })

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
  type: row.type,
  code: row.code,
  status: row.status,
  parent: row.parent,
  farmOfSector: row.type === 'SECTOR' ? row.farmOfSector : null,
  enterprise: row.enterprise,
  dashboard: row.dashboard,
  responsibleUsers: row.responsibleUsers,
  hiddenResponsibles: row.responsibles - row.responsibleUsers.length,
  hasImage: row.picture_id !== null,
  entityInfo: row.info,
  billingInformation: Billing.nullable().parse(row.billing),
  area: row.area,
  usableArea: row.usable_area,
  height: row.height,
  ventilationCapacity: row.ventilation_capacity,
  distressTemperature: row.distress_temperature,
  lethalTemperature: row.lethal_temperature,
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

/** An entity below another, if the tree's rules allow that type there; the tree is shared. */
/** @throws Failed for a place deeper than the tree goes */
export function mustBeWithinDepth(levels: number) {
  if (levels > MOST_LEVELS) throw invalid('parentId', 'tooDeep', { max: MOST_LEVELS })
}

export const levelsOf = (path: string): number => path.split('.').length

async function place(work: UnitOfWork, entity: NewEntity): Promise<string> {
  if (entity.parentId !== null) {
    const parent = orNotFound(await entityById(work, entity.parentId))
    if (!mayStandBelow(entity.type, parent.type))
      throw invalid('type', 'notOneOf', { options: childTypesOf(parent.type).join(', ') })
    mustBeWithinDepth(levelsOf(parent.path) + 1)
  }
  return codeUnique(() => insertEntity(work, entity))
}

/**
 * Adds an entity, and tells of it.
 * @throws Failed for a type that may not stand there; Refused ENTITY_CODE_IN_USE
 */
export async function createEntity(work: UnitOfWork, entity: NewEntity): Promise<string> {
  await shareTree(work)
  const id = await place(work, entity)
  await tellMade(work, orNotFound(await entityById(work, id)))
  return id
}

export const tellMade = async (work: UnitOfWork, row: EntityDetailsRow) =>
  auditEntity(work, 'CREATE', row, created(await auditSnapshot(work, row)))

type CreateWish = z.output<typeof CreateEntity>
type EditWish = z.output<typeof EditEntity>

/** A new entity as a person wishes it, with its people and tags; it is still to be told of. */
export async function addEntity(work: UnitOfWork, wish: CreateWish): Promise<string> {
  await shareTree(work)
  const parent = await entityById(work, wish.parentId)
  if (!parent) throw invalid('parentId', 'notFound')
  const id = await place(work, { ...wish, timeZone: wish.timeZone ?? parent.time_zone })
  await setPeopleAndTags(work, id, `${parent.path}.${id}`, wish, new Map())
  return id
}

/**
 * Writes an entity as it shall be.
 * @throws VersionConflict; Failed for what its type may not have; Refused ENTITY_CODE_IN_USE, CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES,
 *   CONFIRM_TIME_ZONE_WITH_RULES
 */
export async function editEntity(
  work: UnitOfWork,
  before: EntityDetailsRow,
  wish: EditWish,
  confirmed: { readonly confirm: boolean; readonly confirmTimeZone: boolean },
  followZone: FollowZone,
): Promise<void> {
  if (before.version !== wish.version) throw new VersionConflict()
  const problems = entityProblems(before.type, wish)
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
  // What the system closed stays closed, whatever a form sends along.
  const isChosen = before.status === 'ACTIVE' || before.status === 'DISABLED'
  if (isChosen && wish.status === 'DISABLED' && before.status === 'ACTIVE' && !confirmed.confirm) {
    const atWork = await activityBelow(work, before.id)
    if (Object.values(atWork).includes(true)) throw new Refused('CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES')
  }
  const next = {
    ...wish,
    status: isChosen ? wish.status : before.status,
    timeZone: wish.timeZone ?? before.time_zone,
  }
  const isWritten = await codeUnique(() => updateEntity(work, before.id, wish.version, next))
  if (!isWritten) throw new VersionConflict()
  const zones = { from: before.time_zone, to: next.timeZone }
  if (zones.from !== zones.to) await handDownZone(work, before.id, zones, confirmed.confirmTimeZone, followZone)
  await setPeopleAndTags(work, before.id, before.path, wish, await unseenAt(work, before))
}

export interface Zones {
  readonly from: string
  readonly to: string
}
/** Gives another time zone to what stands at these entities and had theirs. */
export type FollowZone = (systemWork: UnitOfWork, entityIds: readonly string[], zones: Zones) => Promise<void>

/** So many are named in a question. */
const MOST_NAMED = 10

/**
 * What had the time zone of an entity gets the new one: what is below it, and with that drill plans and duty rosters; smart boxes
 * without rules. A rule carries its zone to its box, and would switch at another hour: such boxes and rules stay, once confirmed.
 */
async function handDownZone(
  work: UnitOfWork,
  id: string,
  zones: Zones,
  isConfirmed: boolean,
  followZone: FollowZone,
): Promise<void> {
  await work.withSystemScope(async systemWork => {
    const heirs = await sameZoneBelow(systemWork, id, zones.from)
    const ids = [id, ...heirs.map(one => one.id)]
    const staying = await countingBy(systemWork, ids, zones.from)
    if (staying.length > 0 && !isConfirmed) {
      const more = staying.length - MOST_NAMED
      const names = staying.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` + ${more}` : '')
      throw new Refused('CONFIRM_TIME_ZONE_WITH_RULES', 'CONFIRM_TIME_ZONE_WITH_RULES', { names, zone: zones.from })
    }
    if (heirs.length > 0) await setZones(systemWork, ids.slice(1), zones.to)
    const changes = fieldChanges({ timeZone: zones.from }, { timeZone: zones.to })
    for (const heir of heirs)
      await systemWork.audit({
        action: 'UPDATE',
        objectType: 'entity',
        objectId: heir.id,
        objectName: heir.name,
        entityId: heir.id,
        changes,
      })
    await followZone(systemWork, ids, zones)
  })
}

/** What goes with an entity that is deleted, and stands elsewhere; told of the one above. */
export type Leaves = (work: UnitOfWork, id: string, above: string) => Promise<void>
/**
 * Does what may keep people from being told of alarms, or from seeing anything: asks before they are, and takes them off the
 * lists where they would be told no more. @throws Refused CONFIRM_LEAVING_ALARM_LISTS
 */
export type Guard = <T>(
  work: UnitOfWork,
  place: { readonly id: string; readonly displayName: string },
  isConfirmed: boolean,
  act: () => Promise<T>,
) => Promise<T>

/**
 * Deletes an entity that nothing hangs on; answers the id of the one above.
 * @throws Refused CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES, or what the guard asks
 */
export async function removeEntity(
  work: UnitOfWork,
  id: string,
  { guard, leaves }: { readonly guard: Guard; readonly leaves: readonly Leaves[] },
  isConfirmed: boolean,
): Promise<string> {
  await holdTree(work)
  await lockEntity(work, id)
  const row = orNotFound(await entityById(work, id))
  const above = row.parent_id
  const { ruleGroup, template, entry, ...hanging } = await work.withSystemScope(systemWork => dependentsOf(systemWork, id))
  if (above === null || Object.values(hanging).includes(true)) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES')
  if (ruleGroup !== null)
    throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_RULE_GROUP', { name: ruleGroup })
  if (template !== null) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_TEMPLATE', { name: template })
  if (entry !== null) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_BOOK_ENTRY', { name: entry })
  await guard(work, { id, displayName: row.displayName }, isConfirmed, async () => {
    // Told of the one above: the entity itself is gone for whoever reads this.
    await auditEntity(work, 'DELETE', row, deleted(await auditSnapshot(work, row)), above)
    await tellWhatGoes(work, row, above)
    for (const leave of leaves) await leave(work, id, above)
    await deleteEntity(work, id)
  })
  if (row.picture_id) await deletePicture(work, row.picture_id)
  return above
}

/** Tags go with the entity, and whom alarms there climbed to; they stand on nothing else. */
async function tellWhatGoes(work: UnitOfWork, { id, name }: EntityDetailsRow, entityId: string) {
  const gonePart = { action: 'DELETE', entityId } as const
  for (const { id: tag, name: its, translations } of await tagsMadeAt(work, id))
    await work.audit({
      ...gonePart,
      objectType: 'tag',
      objectId: tag,
      objectName: its,
      changes: deleted({ name: its, translations }),
    })
  const escalation = await escalationAt(work, id)
  if (escalation)
    await work.audit({
      ...gonePart,
      objectType: 'escalation',
      objectId: id,
      objectName: name,
      changes: deleted({ ...escalation }),
    })
}

/** Takes people off those who are in charge of an entity, and tells of it. */
export async function takeFromCharge(systemWork: UnitOfWork, id: string, people: ReadonlySet<string>): Promise<void> {
  const before = orNotFound(await entityById(systemWork, id))
  const snapshot = await auditSnapshot(systemWork, before)
  const staying = (await namedAt(systemWork, id)).map(one => one.id).filter(person => !people.has(person))
  if (!(await touchEntity(systemWork, id, before.version))) throw new VersionConflict()
  await setResponsibles(systemWork, id, staying)
  const after = orNotFound(await entityById(systemWork, id))
  await auditEntity(systemWork, 'UPDATE', after, fieldChanges(snapshot, await auditSnapshot(systemWork, after)))
}

/** Who is named at an entity out of the caller's sight, each with its place in the order. */
async function unseenAt(work: UnitOfWork, { id, responsibleUsers }: EntityDetailsRow): Promise<ReadonlyMap<string, number>> {
  const seen = new Set(responsibleUsers.map(responsibleUser => responsibleUser.userId))
  const all = await work.withSystemScope(systemWork => namedAt(systemWork, id))
  return new Map(all.map((one, at) => [one.id, at] as const).filter(([person]) => !seen.has(person)))
}

/** Those wished for, and those that the caller does not see at the places where they stood. */
export function withUnseen(wished: readonly string[], unseen: ReadonlyMap<string, number>): string[] {
  const order = [...new Set(wished)].filter(person => !unseen.has(person))
  for (const [person, at] of unseen) order.splice(at, 0, person)
  return order
}

async function setPeopleAndTags(
  work: UnitOfWork,
  id: string,
  path: string,
  { responsibleUserIds, tagIds }: Pick<CreateWish, 'responsibleUserIds' | 'tagIds'>,
  unseen: ReadonlyMap<string, number>,
) {
  const there = await work.withSystemScope(systemWork =>
    candidates({ ...systemWork, actor: work.actor }, responsibleUserIds, path),
  )
  const known = new Map(there.map(one => [one.id, one]))
  for (const [at, person] of responsibleUserIds.entries()) {
    if (unseen.has(person)) continue
    const one = known.get(person)
    if (!one?.sees) throw invalid(`responsibleUserIds.${at}`, 'notFound')
    if (one.status !== 'ACTIVE') throw invalid(`responsibleUserIds.${at}`, 'inactivePerson')
  }
  const people = withUnseen(responsibleUserIds, unseen)
  // Who sees all of them names all at once, and the schema takes no more.
  if (people.length > MOST_RESPONSIBLES)
    throw invalid('responsibleUserIds', 'tooMany', { max: Math.max(0, MOST_RESPONSIBLES - unseen.size) })
  await setResponsibles(work, id, people)
  const fitting = new Set((await work.withSystemScope(systemWork => fittingTags(systemWork, tagIds, path))).map(one => one.id))
  for (const [at, tag] of tagIds.entries()) if (!fitting.has(tag)) throw invalid(`tagIds.${at}`, 'notFound')
  await setTags(work, id, [...new Set(tagIds)])
}

/**
 * Nothing new begins below a disabled entity; what runs there goes on.
 * @throws Failed that names the field and the entity
 */
export async function mustBeActive(work: UnitOfWork, entityId: string, field: string): Promise<void> {
  const disabled = await disabledAbove(work, entityId)
  if (disabled) throw invalid(field, 'disabled', { name: disabled.name })
}

/** The audited fields of an entity, with all of its responsible people, also those whom the caller does not see. */
export const auditSnapshot = async (work: UnitOfWork, row: EntityDetailsRow) => ({
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
        'height',
        'ventilation_capacity',
        'distress_temperature',
        'lethal_temperature',
        'latitude',
        'longitude',
        'boundaries',
        'time_zone',
      ] as const
    ).map(key => [key.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()), row[key]]),
  ),
  parent: row.parent?.name ?? null,
  responsibleUsers: (await work.withSystemScope(systemWork => namedAt(systemWork, row.id))).map(one => one.shortName).join(', '),
  tags: row.tags.map(tag => tag.name).join(', '),
  image: row.picture_id,
  dashboard: row.dashboard?.displayName ?? null,
})

export const auditEntity = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'TRANSFER' | 'DELETE',
  { id, name }: EntityDetailsRow,
  changes: readonly FieldChange[],
  entityId = id,
) => work.audit({ action, objectType: 'entity', objectId: id, objectName: name, entityId, changes })
