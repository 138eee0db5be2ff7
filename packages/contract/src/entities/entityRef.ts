import { z } from 'zod'
import { Id } from '../http/fields.ts'

// Apart from the calls of entities: what other contracts name entities by.

/** The tree's types: whose child each may be, and below whom it may be moved. */
export const ENTITY_TYPES = {
  ROOT: { group: 'ROOT', parents: [], targets: [] },
  PARTNER: { group: 'TENANT', parents: ['ROOT'], targets: [] },
  GROUP: { group: 'TENANT', parents: ['ROOT', 'PARTNER', 'GROUP'], targets: ['ROOT', 'PARTNER', 'GROUP'] },
  ENTERPRISE: { group: 'TENANT', parents: ['ROOT', 'PARTNER', 'GROUP'], targets: ['ROOT', 'PARTNER', 'GROUP'] },
  FARM: { group: 'PHYSICAL', parents: ['ENTERPRISE'], targets: [] },
  SECTOR: { group: 'PHYSICAL', parents: ['FARM', 'SECTOR'], targets: [] },
} as const
export const EntityType = z.enum(['ROOT', 'PARTNER', 'GROUP', 'ENTERPRISE', 'FARM', 'SECTOR'])
export type EntityType = z.infer<typeof EntityType>

export const ENTITY_GROUPS = ['ROOT', 'TENANT', 'PHYSICAL'] as const
export const EntityGroup = z.enum(ENTITY_GROUPS)

export const entityTypes = EntityType.options
/** What may stand below a type. */
export const childTypesOf = (type: EntityType): readonly EntityType[] =>
  entityTypes.filter(child => (ENTITY_TYPES[child].parents as readonly EntityType[]).includes(type))
export const mayStandBelow = (type: EntityType, parent: EntityType) => childTypesOf(parent).includes(type)
export const mayMoveBelow = (type: EntityType, parent: EntityType) =>
  (ENTITY_TYPES[type].targets as readonly EntityType[]).includes(parent)
/** Tenants have billing information; farms and sectors are places. */
export const isTenant = (type: EntityType) => ENTITY_TYPES[type].group !== 'PHYSICAL'

/** An entity where another thing names it. A sector's displayName reads "farm | sector". */
export const EntityRef = z.object({ id: Id, name: z.string(), displayName: z.string(), type: EntityType })
export type EntityRef = z.infer<typeof EntityRef>
