import { z } from 'zod'
import { byId, DisplayName, Done, flag, Id, many, Stamp, Version } from '../http/fields.ts'
import {
  AlarmLimit,
  CategoryInfo,
  CategoryName,
  DataType,
  DEFAULT_CATEGORIES,
  DefaultInterfaces,
  Direction,
  HistoryConfiguration,
  Interface,
  InterfaceDetails,
  InterfaceRef,
  RuleCounts,
  UnitType,
  Value,
} from './interfaceShapes.ts'
import { interfacePlace as place, interfaceViews } from './interfaceViews.ts'
import { Bound, Capacity, Factor, MaxRate, Modulus, Offset } from '../http/numbers.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { SeenVirtual, Virtual } from './virtual.ts'

export * from './interfaceShapes.ts'

/** `match`: by how well each fits the search: it is called so, or its place is; its words, what begins them, parts of them; then by name. */
export const interfacePages = paging({
  sorts: ['lastReadingTimestampUtc', 'displayName', 'category', 'id', 'match'],
  sort: 'lastReadingTimestampUtc',
  direction: 'DESC',
})

/** Hidden interfaces are not offered, unless somebody asks for them. */
const withHidden = { withHidden: flag.optional() }
const filter = {
  ...withHidden,
  search: z.string().trim().max(150).optional(),
  category: CategoryName.optional(),
  historyConfiguration: HistoryConfiguration.optional(),
  dataType: DataType.optional(),
}

/** Its box takes no more. */
const FULL = ['BOX_SIRENS_FULL', 'BOX_CONFIGURATION_FULL'] as const

const Address = z.string().min(1).max(200)
const Every = z.number().int().min(1).max(86_400)
const Seconds = z.number().int().min(1).max(86_400)

export const interfaces = routes({
  search: {
    method: 'GET',
    path: '/interfaces/search',
    summary: 'Interfaces, paged',
    access: 'interfaces.read',
    query: interfacePages.query.extend({
      /** Words of its name and of its place's, in any order. */
      search: z.string().trim().max(150).optional(),
      terminalId: Id.optional(),
      entityId: Id.optional(),
      category: CategoryName.optional(),
      /** Left out: hidden ones and others. */
      hidden: flag.optional(),
    }),
    reply: interfacePages.of(Interface.extend(RuleCounts.shape)),
  },
  list: {
    method: 'GET',
    path: '/interfaces/list',
    summary: 'Interfaces for filters, by name; at most 1,000. Those of a retired terminal only where one asks for that one',
    access: 'interfaces.read',
    query: z.object({ ...filter, entityId: Id.optional(), terminalId: Id.optional() }),
    reply: z.array(InterfaceRef),
  },
  ofEntities: {
    method: 'GET',
    path: '/entities/interfaces',
    summary: 'The interfaces at these entities and below them, by name; at most 1,000',
    access: 'interfaces.read',
    query: z.object({ ...filter, entityIds: many(Id).optional() }),
    reply: z.array(InterfaceRef),
  },
  atEntity: {
    method: 'GET',
    path: '/entities/:id/interfaces',
    summary: 'The interfaces at an entity and below it, by name; at most 1,000',
    access: 'interfaces.read',
    params: byId,
    query: z.object(filter),
    reply: z.array(InterfaceRef),
  },
  atTerminal: {
    method: 'GET',
    path: '/entities/:id/terminals/:terminalId/interfaces',
    summary: 'The interfaces of a terminal, at an entity and below it, by name; at most 1,000',
    access: 'interfaces.read',
    params: z.object({ id: Id, terminalId: Id }),
    query: z.object(withHidden),
    reply: z.array(InterfaceRef),
  },
  unitTypes: {
    method: 'GET',
    path: '/interfaces/unitTypes',
    summary: 'Units, and what true and false are called, in every language',
    access: 'session',
    apiScope: 'interfaces.read',
    reply: z.array(UnitType),
  },
  dataTypes: {
    method: 'GET',
    path: '/interfaces/dataTypes',
    summary: 'The kinds of values',
    access: 'interfaces.read',
    reply: z.array(DataType),
  },
  categories: {
    method: 'GET',
    path: '/interfaces/categories',
    summary: 'What an interface can be: all 39',
    access: 'session',
    apiScope: 'interfaces.read',
    reply: z.array(CategoryInfo),
  },
  analyticsCategories: {
    method: 'GET',
    path: '/interfaces/analytics/categories',
    summary: 'Categories whose values make a series: all but texts',
    access: 'interfaces.read',
    reply: z.array(CategoryInfo),
  },
  defaultCategories: {
    method: 'GET',
    path: '/interfaces/defaultCategories',
    summary: 'Categories of which an entity has a default interface',
    access: 'interfaces.read',
    reply: z.array(CategoryInfo),
  },
  interfaceTypes: {
    method: 'GET',
    path: '/interfaces/interfaceTypes',
    summary: 'Directions, seen from the platform: IN is measured, OUT is driven, IN_OUT is driven and read back',
    access: 'interfaces.read',
    reply: z.array(Direction),
  },
  withAlarms: {
    method: 'GET',
    path: '/interfaces/check-interfaces-with-alarms',
    summary: 'Which of these does an alarm in service watch, and at which limits? Ids out of reach are left out',
    access: 'interfaces.read',
    query: z.object({ interfaceIds: many(Id) }),
    reply: z.array(z.object({ interfaceId: Id, hasAlarms: z.boolean(), limits: z.array(AlarmLimit) })),
  },
  overview: {
    method: 'GET',
    path: '/interfaces/readings-overview',
    summary: 'How many interfaces tell something, of those in reach or of an entity with all below it',
    access: 'interfaces.read',
    query: z.object({ entityId: Id.optional() }),
    reply: z.object({
      total: z.number().int(),
      /** Read within their terminal's time-out, and in range. */
      fresh: z.number().int(),
      stale: z.number().int(),
      /** Fresh, but out of range. */
      bad: z.number().int(),
      never: z.number().int(),
    }),
  },
  defaults: {
    method: 'GET',
    path: '/entities/:id/defaultInterfaces',
    summary: 'The interfaces that stand for an entity, one a category',
    access: 'entities.read',
    params: byId,
    reply: DefaultInterfaces,
  },
  setDefaults: {
    method: 'PUT',
    path: '/entities/:id/defaultInterfaces',
    summary: 'Choose the interfaces that stand for an entity: all of them at once, at the entity or below it',
    access: 'entities.update',
    params: byId,
    body: z.strictObject({ interfaceIds: z.array(Id).max(DEFAULT_CATEGORIES.length), version: Version }),
    reply: DefaultInterfaces,
  },
  ...interfaceViews,
  details: {
    method: 'GET',
    path: '/interfaces/:id',
    summary: 'One interface',
    access: 'interfaces.read',
    params: byId,
    reply: InterfaceDetails,
  },
  at: {
    method: 'GET',
    path: '/interfaces/:e/terminals/:t/interfaces/:i',
    summary: 'One interface, by its place',
    access: 'interfaces.read',
    params: place,
    reply: InterfaceDetails,
  },
  create: {
    method: 'POST',
    path: '/interfaces',
    summary: 'Add an interface to a terminal: one that its box has, or a virtual one',
    access: 'interfaces.create',
    body: z.strictObject({
      displayName: DisplayName,
      terminalId: Id,
      entityId: Id,
      category: CategoryName,
      /** The driver's address on the box; a virtual one has none. */
      address: Address.optional(),
      virtual: Virtual.optional(),
      /** Seconds between samples. */
      every: Every.default(60),
      factor: Factor.default(1),
      offset: Offset.default(0),
      historyConfiguration: HistoryConfiguration.optional(),
      historySeconds: Seconds.optional(),
      hidden: z.boolean().default(false),
      /** Scales of poultry weigh in grams. */
      poultry: z.boolean().default(false),
      min: Bound.optional(),
      max: Bound.optional(),
      /** Of an output, while nothing drives it; booleans as 0 and 1. */
      safeValue: Bound.optional(),
      /** Of a counter, in its unit: it starts again at 0 after modulus − 1. */
      modulus: Modulus.optional(),
      /** Of a counter: the most that it can count in a minute; a greater step is left out and marked. */
      maxRate: MaxRate.optional(),
      /** Of a silo, kg. */
      capacity: Capacity.optional(),
    }),
    reply: InterfaceDetails,
    refusals: ['TERMINAL_UPDATING', ...FULL],
  },
  edit: {
    method: 'PUT',
    path: '/interfaces/:e/terminals/:t/interfaces/:i',
    summary:
      'Change an interface; what is left out stays. The name alone, or the sector alone, may be changed by those who may that',
    access: ['interfaces.update', 'interfaces.update_name', 'interfaces.update_sector'],
    params: place,
    body: z.strictObject({
      displayName: DisplayName.optional(),
      /** The sector, or the farm. */
      entityId: Id.optional(),
      /** Another of the same unit, kind and direction: what was measured before must still read right. */
      category: CategoryName.optional(),
      address: Address.optional(),
      /** Sources out of the caller's sight stay, wherever they stood. */
      virtual: SeenVirtual.optional(),
      every: Every.optional(),
      factor: Factor.optional(),
      offset: Offset.optional(),
      historyConfiguration: HistoryConfiguration.optional(),
      historySeconds: Seconds.optional(),
      hidden: z.boolean().optional(),
      /** null: as the category says. */
      min: Bound.nullish(),
      max: Bound.nullish(),
      safeValue: Bound.nullish(),
      modulus: Modulus.nullish(),
      maxRate: MaxRate.nullish(),
      capacity: Capacity.nullish(),
      version: Version,
    }),
    reply: InterfaceDetails,
    refusals: ['CANNOT_EDIT_ENTITY_OR_CATEGORY_OF_DEFAULT_INTERFACE', 'TERMINAL_UPDATING', ...FULL],
  },
  remove: {
    method: 'DELETE',
    path: '/interfaces/:e/terminals/:t/interfaces/:i',
    summary: 'Delete an interface that nothing needs; its history stays',
    access: 'interfaces.delete',
    params: place,
    reply: Done,
    refusals: [
      'CANNOT_DELETE_INTERFACE_WITH_ACTIVE_RULES',
      'CANNOT_DELETE_INTERFACE_BEING_DEFAULT_INTERFACE',
      'CANNOT_DELETE_INTERFACE_WITH_VIRTUAL_INTERFACES_CONFIGURED',
      'TERMINAL_UPDATING',
    ],
  },
  reading: {
    method: 'GET',
    path: '/entities/:e/terminals/:t/interfaces/:i/reading',
    summary: 'The last reading',
    access: 'interfaces.read',
    params: place,
    reply: z.object({ interfaceId: Id, convertedValue: Value.nullable(), timestampUtc: Stamp.nullable(), good: z.boolean() }),
  },
})
