import { Billing } from '@steading/contract/billing'
import { MOST_LEVELS, MOST_RESPONSIBLES } from '@steading/contract/entities'
import { childTypesOf, ENTITY_TYPES, entityProblems, entityTypes, mayStandBelow } from '@steading/contract/entities'
import type { CreateEntity, EditEntity, Entity, EntityRow, EntityStatus, EntityType } from '@steading/contract/entities'
import type { z } from 'zod'
import { deletePicture } from '../platform/database/pictures.sql.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences, gone, made } from '../platform/differences.ts'
import type { Difference } from '../platform/differences.ts'
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
  type: row.type as EntityType, // safe: the column's check
  parentId: row.parentId,
  status: row.status as EntityStatus, // safe: the column's check
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
  type: row.type as EntityType, // safe: the column's check
  code: row.code,
  status: row.status as EntityStatus, // safe: the column's check
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

async function place(work: Work, entity: NewEntity): Promise<string> {
  if (entity.parentId !== null) {
    const parent = found(await entityById(work, entity.parentId))
    // safe: the column's check
    if (!mayStandBelow(entity.type, parent.type as EntityType))
      throw invalid('type', 'notOneOf', { options: childTypesOf(parent.type as EntityType).join(', ') })
    mustBeWithinDepth(levelsOf(parent.path) + 1)
  }
  return codeUnique(() => insertEntity(work, entity))
}

/**
 * Adds an entity, and tells of it.
 * @throws Failed for a type that may not stand there; Refused ENTITY_CODE_IN_USE
 */
export async function createEntity(work: Work, entity: NewEntity): Promise<string> {
  await shareTree(work)
  const id = await place(work, entity)
  await tellMade(work, found(await entityById(work, id)))
  return id
}

export const tellMade = async (work: Work, row: EntityDetailsRow) => tell(work, 'CREATE', row, made(await told(work, row)))

type CreateWish = z.output<typeof CreateEntity>
type EditWish = z.output<typeof EditEntity>

/** A new entity as a person wishes it, with its people and tags; it is still to be told of. */
export async function addEntity(work: Work, wish: CreateWish): Promise<string> {
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
  work: Work,
  before: EntityDetailsRow,
  wish: EditWish,
  confirmed: { readonly confirm: boolean; readonly confirmTimeZone: boolean },
  followZone: FollowZone,
): Promise<void> {
  if (before.version !== wish.version) throw new VersionConflict()
  const problems = entityProblems(before.type as EntityType, wish) // safe: the column's check
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
  // What the system closed stays closed, whatever a form sends along.
  const isChosen = before.status === 'ACTIVE' || before.status === 'DISABLED'
  if (isChosen && wish.status === 'DISABLED' && before.status === 'ACTIVE' && !confirmed.confirm) {
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
  const zones = { from: before.time_zone, to: next.timeZone }
  if (zones.from !== zones.to) await handDownZone(work, before.id, zones, confirmed.confirmTimeZone, followZone)
  await setPeopleAndTags(work, before.id, before.path, wish, await unseenAt(work, before))
}

export interface Zones {
  readonly from: string
  readonly to: string
}
/** Gives another time zone to what stands at these entities and had theirs. */
export type FollowZone = (whole: Work, entityIds: readonly string[], zones: Zones) => Promise<void>

/** So many are named in a question. */
const MOST_NAMED = 10

/**
 * What had the time zone of an entity gets the new one: what is below it, and with that drill plans and duty rosters; smart boxes
 * without rules. A rule carries its zone to its box, and would switch at another hour: such boxes and rules stay, once confirmed.
 */
async function handDownZone(work: Work, id: string, zones: Zones, isConfirmed: boolean, followZone: FollowZone): Promise<void> {
  await work.beyond(async whole => {
    const heirs = await sameZoneBelow(whole, id, zones.from)
    const ids = [id, ...heirs.map(one => one.id)]
    const staying = await countingBy(whole, ids, zones.from)
    if (staying.length > 0 && !isConfirmed) {
      const more = staying.length - MOST_NAMED
      const names = staying.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` + ${more}` : '')
      throw new Refused('CONFIRM_TIME_ZONE_WITH_RULES', 'CONFIRM_TIME_ZONE_WITH_RULES', { names, zone: zones.from })
    }
    if (heirs.length > 0) await setZones(whole, ids.slice(1), zones.to)
    const changes = differences({ timeZone: zones.from }, { timeZone: zones.to })
    for (const heir of heirs)
      await whole.audit({
        ...{ action: 'UPDATE', objectType: 'entity', objectId: heir.id, objectName: heir.name, entityId: heir.id },
        changes,
      })
    await followZone(whole, ids, zones)
  })
}

/** What goes with an entity that is deleted, and stands elsewhere; told of the one above. */
export type Leaves = (work: Work, id: string, above: string) => Promise<void>
/**
 * Does what may keep people from being told of alarms, or from seeing anything: asks before they are, and takes them off the
 * lists where they would be told no more. @throws Refused CONFIRM_LEAVING_ALARM_LISTS
 */
export type Guard = <T>(
  work: Work,
  place: { readonly id: string; readonly displayName: string },
  isConfirmed: boolean,
  act: () => Promise<T>,
) => Promise<T>

/**
 * Deletes an entity that nothing hangs on; answers the id of the one above.
 * @throws Refused CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES, or what the guard asks
 */
export async function removeEntity(
  work: Work,
  id: string,
  { guard, leaves }: { readonly guard: Guard; readonly leaves: readonly Leaves[] },
  isConfirmed: boolean,
): Promise<string> {
  await holdTree(work)
  await lockEntity(work, id)
  const row = found(await entityById(work, id))
  const above = row.parent_id
  const { ruleGroup, template, ...hanging } = await work.beyond(whole => dependentsOf(whole, id))
  if (above === null || Object.values(hanging).includes(true)) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES')
  if (ruleGroup !== null)
    throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_RULE_GROUP', { name: ruleGroup })
  if (template !== null) throw new Refused('CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'ENTITY_WITH_TEMPLATE', { name: template })
  await guard(work, { id, displayName: row.displayName }, isConfirmed, async () => {
    // Told of the one above: the entity itself is gone for whoever reads this.
    await tell(work, 'DELETE', row, gone(await told(work, row)), above)
    await tellWhatGoes(work, row, above)
    for (const leave of leaves) await leave(work, id, above)
    await deleteEntity(work, id)
  })
  if (row.picture_id) await deletePicture(work, row.picture_id)
  return above
}

/** Tags go with the entity, and whom alarms there climbed to; they stand on nothing else. */
async function tellWhatGoes(work: Work, { id, name }: EntityDetailsRow, entityId: string) {
  const gonePart = { action: 'DELETE', entityId } as const
  for (const { id: tag, name: its, translations } of await tagsMadeAt(work, id))
    await work.audit({
      ...gonePart,
      ...{ objectType: 'tag', objectId: tag, objectName: its, changes: gone({ name: its, translations }) },
    })
  const said = await escalationAt(work, id)
  if (said)
    await work.audit({ ...gonePart, objectType: 'escalation', objectId: id, objectName: name, changes: gone({ ...said }) })
}

/** Takes people off those who are in charge of an entity, and tells of it. */
export async function takeFromCharge(whole: Work, id: string, people: ReadonlySet<string>): Promise<void> {
  const before = found(await entityById(whole, id))
  const was = await told(whole, before)
  const staying = (await namedAt(whole, id)).map(one => one.id).filter(person => !people.has(person))
  if (!(await touchEntity(whole, id, before.version))) throw new VersionConflict()
  await setResponsibles(whole, id, staying)
  const after = found(await entityById(whole, id))
  await tell(whole, 'UPDATE', after, differences(was, await told(whole, after)))
}

/** Who is named at an entity out of the caller's sight, each with its place in the order. */
async function unseenAt(work: Work, { id, responsibleUsers }: EntityDetailsRow): Promise<ReadonlyMap<string, number>> {
  const seen = new Set(responsibleUsers.map(one => one.userId))
  const all = await work.beyond(whole => namedAt(whole, id))
  return new Map(all.map((one, at) => [one.id, at] as const).filter(([person]) => !seen.has(person)))
}

/** Those wished for, and those that the caller does not see at the places where they stood. */
export function withUnseen(wished: readonly string[], unseen: ReadonlyMap<string, number>): string[] {
  const order = [...new Set(wished)].filter(person => !unseen.has(person))
  for (const [person, at] of unseen) order.splice(at, 0, person)
  return order
}

async function setPeopleAndTags(
  work: Work,
  id: string,
  path: string,
  { responsibleUserIds, tagIds }: Pick<CreateWish, 'responsibleUserIds' | 'tagIds'>,
  unseen: ReadonlyMap<string, number>,
) {
  const there = await work.beyond(whole => candidates({ ...whole, actor: work.actor }, responsibleUserIds, path))
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
  const fitting = new Set((await work.beyond(whole => fittingTags(whole, tagIds, path))).map(one => one.id))
  for (const [at, tag] of tagIds.entries()) if (!fitting.has(tag)) throw invalid(`tagIds.${at}`, 'notFound')
  await setTags(work, id, [...new Set(tagIds)])
}

/**
 * Nothing new begins below a disabled entity; what runs there goes on.
 * @throws Failed that names the field and the entity
 */
export async function mustBeActive(work: Work, entityId: string, field: string): Promise<void> {
  const disabled = await disabledAbove(work, entityId)
  if (disabled) throw invalid(field, 'disabled', { name: disabled.name })
}

/** What audits tell of an entity's fields; of its people all, also those whom the caller does not see. */
export const told = async (work: Work, row: EntityDetailsRow) => ({
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
  responsibleUsers: (await work.beyond(whole => namedAt(whole, row.id))).map(one => one.shortName).join(', '),
  tags: row.tags.map(one => one.name).join(', '),
  image: row.picture_id,
  dashboard: row.dashboard?.displayName ?? null,
})

export const tell = (
  work: Work,
  action: 'CREATE' | 'UPDATE' | 'TRANSFER' | 'DELETE',
  { id, name }: EntityDetailsRow,
  changes: readonly Difference[],
  entityId = id,
) => work.audit({ action, objectType: 'entity', objectId: id, objectName: name, entityId, changes })
