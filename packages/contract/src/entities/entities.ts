import { z } from 'zod'
import { Severity } from '../events/kinds.ts'
import { Billing } from '../production/billing.ts'
import { EntityType, EntityGroup, EntityRef, isTenant } from './entityRef.ts'
import { crossThemselves, readBoundaries } from './boundaries.ts'
import { Audited, byId, Done, flag, Id, many, name, TimeZone, Version, whole } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { Tag } from './tags.ts'

export * from './entityRef.ts'

/** Letters A to Z or digits of a code: enterprises 2, farms 3, others none. */
export const CODE_LENGTHS: Readonly<Partial<Record<EntityType, number>>> = { ENTERPRISE: 2, FARM: 3 }

export const ENTITY_STATUSES = ['ACTIVE', 'DISABLED', 'CLOSED', 'EXPIRED'] as const
export const EntityStatus = z.enum(ENTITY_STATUSES)
export type EntityStatus = z.infer<typeof EntityStatus>
/** Those that a person may choose; the others are set by the system. */
export const CHOSEN_STATUSES = ['ACTIVE', 'DISABLED'] as const

/** A person who is told first when something is wrong. */
export const Responsible = z.object({ userId: Id, shortName: z.string() })

/** An entity in lists and trees. */
export const EntityRow = EntityRef.extend({
  code: z.string().nullable(),
  status: EntityStatus,
  parentId: Id.nullable(),
  /** Names from the caller's root down to the parent. */
  above: z.array(z.string()),
  /** How many stand directly below. */
  children: z.number().int(),
  tags: z.array(Tag.pick({ id: true, name: true, translations: true })),
})
export type EntityRow = z.infer<typeof EntityRow>

export const Entity = EntityRef.extend({
  code: z.string().nullable(),
  status: EntityStatus,
  parent: EntityRef.nullable(),
  /** The farm that a sector stands in. */
  farmOfSector: EntityRef.nullable(),
  /** The enterprise above or the entity itself; null above enterprises. */
  enterprise: EntityRef.nullable(),
  dashboard: z.object({ id: Id, displayName: z.string() }).nullable(),
  responsibleUsers: z.array(Responsible),
  /** How many more are named whom the caller does not see. */
  hiddenResponsibles: z.number().int(),
  hasImage: z.boolean(),
  entityInfo: z.string().nullable(),
  billingInformation: Billing.nullable(),
  /** m² */
  area: z.number().nullable(),
  /** m² that animals can use. */
  usableArea: z.number().nullable(),
  /** Of a house or room: m from the floor to the ceiling. */
  height: z.number().nullable(),
  /** m³/h with all fans at full speed. */
  ventilationCapacity: z.number().nullable(),
  /** °C in the house from which the animals suffer, and from which they die, instead of the limits of the species. */
  distressTemperature: z.number().nullable(),
  lethalTemperature: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** GeoJSON Polygon or MultiPolygon as text. */
  areaBoundaries: z.string().nullable(),
  tags: z.array(Tag.pick({ id: true, name: true, translations: true })),
  timeZone: z.string(),
  children: z.number().int(),
  version: z.number().int(),
}).extend(Audited.shape)
export type Entity = z.infer<typeof Entity>

/** Up to 10 digits before the point and 10 after it. */
const Area = z
  .number()
  .min(0)
  .lt(1e10, 'area')
  .refine(value => Math.abs(value * 1e10 - Math.round(value * 1e10)) < 1e-3 * Math.max(1, value), 'area')
const Coordinate = (most: number) => z.number().min(-most).max(most)
const AreaBoundaries = z
  .string()
  .max(200_000)
  .superRefine((text, context) => {
    const boundaries = readBoundaries(text)
    if (boundaries && !crossThemselves(boundaries)) return
    context.addIssue({ code: 'custom', message: boundaries ? 'boundariesCross' : 'boundaries', input: text })
  })

/** In capitals, the letters of codes alone: what has another capital, like ß or ſ, is none of them and stays to be refused. */
const capitals = (text: string) => text.replaceAll(/[a-z]/g, letter => letter.toUpperCase())

/** The most people in charge of an entity. */
export const MOST_RESPONSIBLES = 50

/** °C */
const HouseTemperature = z.number().min(20).max(50)

/** What create and edit share. Left out or null: none. */
const wishes = {
  name: name(1, 150),
  code: z.string().trim().overwrite(capitals).max(10).nullish(),
  status: z.enum(CHOSEN_STATUSES).default('ACTIVE'),
  responsibleUserIds: z.array(Id).max(MOST_RESPONSIBLES).default([]),
  entityInfo: z.string().trim().max(1000).nullish(),
  billingInformation: Billing.nullish(),
  area: Area.nullish(),
  usableArea: Area.nullish(),
  height: z.number().min(1).max(50).nullish(),
  ventilationCapacity: z.number().min(1).max(10_000_000).nullish(),
  distressTemperature: HouseTemperature.nullish(),
  lethalTemperature: HouseTemperature.nullish(),
  latitude: Coordinate(90).nullish(),
  longitude: Coordinate(180).nullish(),
  areaBoundaries: AreaBoundaries.nullish(),
  tagIds: z.array(Id).max(50).default([]),
  /** IANA; left out: the parent's. */
  timeZone: TimeZone.optional(),
}

/** What only a house or room has. */
export const HOUSE_FIELDS = ['height', 'ventilationCapacity', 'distressTemperature', 'lethalTemperature'] as const

interface EntityDraft {
  readonly code?: string | null | undefined
  readonly billingInformation?: Billing | null | undefined
  readonly area?: number | null | undefined
  readonly usableArea?: number | null | undefined
  readonly height?: number | null | undefined
  readonly ventilationCapacity?: number | null | undefined
  readonly distressTemperature?: number | null | undefined
  readonly lethalTemperature?: number | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
}

interface EntityProblem {
  readonly field: keyof EntityDraft
  readonly code:
    | 'enterpriseCode'
    | 'farmCode'
    | 'noCode'
    | 'noBilling'
    | 'noHouse'
    | 'bothLimits'
    | 'limitOrder'
    | 'bothCoordinates'
}
const CODE_PROBLEMS: Readonly<Partial<Record<EntityType, EntityProblem['code']>>> = {
  ENTERPRISE: 'enterpriseCode',
  FARM: 'farmCode',
}

/** What depends on the type, and on two fields at once; the form asks it, and the server of a new entity and of a change. */
export function entityProblems(type: EntityType, draft: EntityDraft): EntityProblem[] {
  const problems: EntityProblem[] = []
  const length = CODE_LENGTHS[type]
  const code = draft.code ?? ''
  if (length === undefined && code !== '') problems.push({ field: 'code', code: 'noCode' })
  if (length !== undefined && !new RegExp(`^[A-Z0-9]{${length}}$`).test(code))
    problems.push({ field: 'code', code: CODE_PROBLEMS[type]! })
  if (!isTenant(type) && draft.billingInformation) problems.push({ field: 'billingInformation', code: 'noBilling' })
  for (const field of HOUSE_FIELDS)
    if (type !== 'SECTOR' && (draft[field] ?? null) !== null) problems.push({ field, code: 'noHouse' })
  const [distress, lethal] = [draft.distressTemperature ?? null, draft.lethalTemperature ?? null]
  if (distress === null && lethal !== null) problems.push({ field: 'distressTemperature', code: 'bothLimits' })
  if (lethal === null && distress !== null) problems.push({ field: 'lethalTemperature', code: 'bothLimits' })
  if (distress !== null && lethal !== null && lethal <= distress)
    problems.push({ field: 'lethalTemperature', code: 'limitOrder' })
  if ((draft.latitude ?? null) === null && (draft.longitude ?? null) !== null)
    problems.push({ field: 'latitude', code: 'bothCoordinates' })
  if ((draft.longitude ?? null) === null && (draft.latitude ?? null) !== null)
    problems.push({ field: 'longitude', code: 'bothCoordinates' })
  return problems
}

/** What a new entity is made of. */
export const CreateEntity = z
  .strictObject({ type: EntityType.exclude(['ROOT']), parentId: Id, ...wishes })
  .superRefine((draft, context) => {
    for (const { field, code } of entityProblems(draft.type, draft))
      context.addIssue({ code: 'custom', path: [field], message: code, input: draft[field] })
  })
export type CreateEntity = z.input<typeof CreateEntity>

/** The whole entity as it shall be; its type and its place stay. `removeImage` takes the picture away. */
export const EditEntity = z.strictObject({ ...wishes, removeImage: z.boolean().default(false), version: Version })
export type EditEntity = z.input<typeof EditEntity>

/** Levels of the tree. */
export const MOST_LEVELS = 64

const search = z.string().trim().max(150).optional()

/** `match`: by how well each fits the search: called so, its words, what begins them, parts of them; then by name. */
export const entityPages = paging({
  sorts: ['displayName', 'code', 'type', 'status', 'id', 'match'],
  sort: 'displayName',
  direction: 'ASC',
})
/** As many as one looks through before typing more. */
export const choicePages = paging({ sorts: ['match'], sort: 'match', direction: 'ASC', size: 20, sizes: [20, 200] })
/** An entity to choose. */
export const EntityChoice = EntityRef.extend({
  parentId: Id.nullable(),
  status: EntityStatus,
  /** The company above or the entity itself; null above companies, and out of sight. */
  enterprise: EntityRef.nullable(),
})
export type EntityChoice = z.infer<typeof EntityChoice>

/** All the tops that somebody may see: as many as one may be kept to. */
export const topPages = paging({
  sorts: ['displayName', 'id'],
  sort: 'displayName',
  direction: 'ASC',
  size: 200,
  sizes: [50, 200],
})
/** A level of the tree at a time. */
export const treePages = paging({ sorts: ['displayName', 'id'], sort: 'displayName', direction: 'ASC', size: 50 })

/** A place on the map. */
export const MappedEntity = EntityRef.extend({
  parentId: Id.nullable(),
  status: EntityStatus,
  latitude: z.number(),
  longitude: z.number(),
  /** Whether a place above it is in the same answer: that one stands for both where they are drawn small. */
  hasPlaceAbove: z.boolean(),
  areaBoundaries: z.string().nullable(),
  /** The severity of the worst event at or below it that is not closed; null: there is none, or the caller sees no events. */
  worst: Severity.nullable(),
  /** Its default dashboard. */
  dashboard: z.object({ id: Id, displayName: z.string() }).nullable(),
})
export type MappedEntity = z.infer<typeof MappedEntity>

export const entities = routes({
  search: {
    method: 'GET',
    path: '/entities/search',
    summary: 'Entities, paged',
    access: 'entities.read',
    query: entityPages.query.extend({
      /** Words of the name or the code; some may be of what stands above. */
      search,
      entityTypeNames: many(EntityType).optional(),
      entityStatus: EntityStatus.optional(),
      /** With all below it. */
      entityId: Id.optional(),
      tagIds: many(Id).optional(),
    }),
    reply: entityPages.of(EntityRow),
  },
  list: {
    method: 'GET',
    path: '/entities',
    summary:
      'Entities of these types and this status, for filters; the first 1,000 by name, or as many as `most`; those first that fit the search',
    access: 'session',
    query: z.object({
      entityTypeNames: many(EntityType).optional(),
      entityStatus: EntityStatus.optional(),
      search,
      most: whole(1, 1000).default(1000),
    }),
    reply: z.array(EntityRef.extend({ parentId: Id.nullable(), status: EntityStatus })),
  },
  choices: {
    method: 'GET',
    path: '/entities/choices',
    summary: 'Entities to choose one from, those first that fit the search best; how many there are; or these by their ids',
    access: 'session',
    query: choicePages.query.extend({
      search,
      entityTypeNames: many(EntityType).optional(),
      entityStatus: EntityStatus.optional(),
      /** With all below it. */
      entityId: Id.optional(),
      ids: many(Id).optional(),
    }),
    reply: choicePages.of(EntityChoice),
  },
  byQuery: {
    method: 'GET',
    path: '/entities/details',
    summary: 'One entity, its id in the query',
    access: 'entities.read',
    query: z.object({ entityId: Id }),
    reply: Entity,
  },
  types: {
    method: 'GET',
    path: '/entities/entityTypes',
    summary: 'The types: their group, what may stand above and below each, and where it may be moved',
    access: 'entities.read',
    reply: z.array(
      z.object({
        name: EntityType,
        group: EntityGroup,
        parents: z.array(EntityType),
        children: z.array(EntityType),
        targets: z.array(EntityType),
      }),
    ),
  },
  map: {
    method: 'GET',
    path: '/entities/map',
    summary: 'Entities that have coordinates, with their worst open event and their dashboard',
    access: 'entities.read',
    query: z.object({
      entityTypeNames: many(EntityType).optional(),
      /** With all below it. */
      entityId: Id.optional(),
    }),
    reply: z.array(MappedEntity),
  },
  hasBatches: {
    method: 'GET',
    path: '/entities/hasBatches',
    summary: 'Has it, or anything below it, a production batch?',
    access: 'entities.read',
    query: z.object({ entityId: Id }),
    reply: z.object({ hasBatches: z.boolean() }),
  },
  allSectors: {
    method: 'GET',
    path: '/entities/sectors/list',
    summary: 'The sectors in reach, for filters; at most 1,000',
    access: 'session',
    query: z.object({ search }),
    reply: z.array(EntityRef),
  },
  top: {
    method: 'GET',
    path: '/entities/subentities',
    summary: "What stands directly below the caller's own root, paged",
    access: 'entities.read',
    query: treePages.query.extend({ search }),
    reply: treePages.of(EntityRow),
  },
  tops: {
    method: 'GET',
    path: '/entities/tops',
    summary: 'The tops of what the caller sees: their root, or the parts of it that they are kept to; none inside another',
    access: 'session',
    query: topPages.query,
    reply: topPages.of(EntityRow),
  },
  details: { method: 'GET', path: '/entities/:id', summary: 'One entity', access: 'entities.read', params: byId, reply: Entity },
  image: {
    method: 'GET',
    path: '/entities/:id/image',
    summary: 'Its picture',
    access: 'entities.read',
    params: byId,
    reply: { file: ['image/webp'] },
  },
  subentities: {
    method: 'GET',
    path: '/entities/:id/subentities',
    summary: 'What stands directly below it, paged',
    access: 'entities.read',
    params: byId,
    query: treePages.query.extend({ search }),
    reply: treePages.of(EntityRow),
  },
  allSubentities: {
    method: 'GET',
    path: '/entities/:id/all-subentities',
    summary: 'All that stands below it, paged',
    access: 'entities.read',
    params: byId,
    query: treePages.query.extend({ search }),
    reply: treePages.of(EntityRow),
  },
  parent: {
    method: 'GET',
    path: '/entities/:id/parent',
    summary: "What it stands below; null for the caller's root",
    access: 'entities.read',
    params: byId,
    reply: EntityRef.nullable(),
  },
  parentId: {
    method: 'GET',
    path: '/entities/:id/parentId',
    summary: 'The id of the same',
    access: 'entities.read',
    params: byId,
    reply: z.object({ parentId: Id.nullable() }),
  },
  sectors: {
    method: 'GET',
    path: '/entities/:id/sectors/list',
    summary: 'The sectors below it, for filters; at most 1,000',
    access: 'session',
    params: byId,
    reply: z.array(EntityRef),
  },
  responsibleUsers: {
    method: 'GET',
    path: '/entities/:id/responsible-users',
    summary: 'Who is told when something is wrong there, the first first; those of the nearest entity above that has any',
    access: 'session',
    params: byId,
    query: z.object({
      /** As if this person were not there: who hears of what they do. */
      besides: Id.optional(),
    }),
    /** `hidden`: how many more there are whom the caller does not see. */
    reply: z.object({ people: z.array(Responsible), hidden: z.number().int() }),
  },
  create: {
    method: 'POST',
    path: '/entities',
    summary: 'Add an entity',
    access: 'entities.create',
    multipart: { json: 'createEntityRequest', files: 'file', limits: 'image' },
    body: CreateEntity,
    reply: Entity,
    refusals: ['ENTITY_CODE_IN_USE'],
  },
  edit: {
    method: 'PUT',
    path: '/entities/:id',
    summary:
      'Change an entity. Disabling one with dependencies asks first and wants confirm=true then. Another time zone is handed down to what had the same; where rules keep the old one it asks first and wants confirmTimeZone=true then',
    access: 'entities.update',
    params: byId,
    query: z.object({ confirm: flag.default(false), confirmTimeZone: flag.default(false) }),
    multipart: { json: 'editEntityRequest', files: 'file', limits: 'image' },
    body: EditEntity,
    reply: Entity,
    refusals: ['ENTITY_CODE_IN_USE', 'CONFIRM_INACTIVATE_ENTITY_WITH_DEPENDENCIES', 'CONFIRM_TIME_ZONE_WITH_RULES'],
  },
  remove: {
    method: 'DELETE',
    path: '/entities/:id',
    summary:
      'Delete an entity that nothing depends on; where somebody would see nothing any more it asks first and wants confirm=true then',
    access: 'entities.delete',
    params: byId,
    query: z.object({ confirm: flag.default(false) }),
    reply: Done,
    refusals: ['CANNOT_DELETE_ENTITY_WITH_DEPENDENCIES', 'CONFIRM_LEAVING_ALARM_LISTS'],
  },
  transfer: {
    method: 'PUT',
    path: '/entities/:id/transfer',
    summary:
      'Move an entity, with all below it, to another place; where somebody would be told no more it asks first and wants confirm=true then',
    access: 'entities.transfer',
    params: byId,
    query: z.object({ confirm: flag.default(false) }),
    body: z.strictObject({ parentId: Id, version: Version }),
    reply: Entity,
    refusals: ['CANNOT_TRANSFER_ENTITY_WITH_DEPENDENCIES', 'ENTITY_CODE_IN_USE', 'CONFIRM_LEAVING_ALARM_LISTS'],
  },
})
