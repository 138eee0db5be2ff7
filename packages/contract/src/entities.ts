import { z } from 'zod'
import { byId, Id, many } from './fields.ts'
import { routes } from './route.ts'

/** The tree's types: whose child each may be. */
export const ENTITY_TYPES = {
  ROOT: { group: 'ROOT', parents: [] },
  PARTNER: { group: 'TENANT', parents: ['ROOT'] },
  GROUP: { group: 'TENANT', parents: ['ROOT', 'PARTNER', 'GROUP'] },
  ENTERPRISE: { group: 'TENANT', parents: ['ROOT', 'PARTNER', 'GROUP'] },
  FARM: { group: 'PHYSICAL', parents: ['ENTERPRISE'] },
  SECTOR: { group: 'PHYSICAL', parents: ['FARM', 'SECTOR'] },
} as const
export const EntityType = z.enum(['ROOT', 'PARTNER', 'GROUP', 'ENTERPRISE', 'FARM', 'SECTOR'])
export type EntityType = z.infer<typeof EntityType>

export const ENTITY_STATUSES = ['ACTIVE', 'DISABLED', 'CLOSED', 'EXPIRED'] as const
export const EntityStatus = z.enum(ENTITY_STATUSES)

/** An entity where another thing names it. A sector's displayName reads "farm | sector". */
export const EntityRef = z.object({ id: Id, name: z.string(), displayName: z.string(), type: EntityType })
export type EntityRef = z.infer<typeof EntityRef>

export const Entity = EntityRef.extend({
  code: z.string().nullable(),
  status: EntityStatus,
  parent: z.object({ id: Id, displayName: z.string() }).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Square metres. */
  area: z.number().nullable(),
  usableArea: z.number().nullable(),
  timeZone: z.string(),
  version: z.number().int(),
})
export type Entity = z.infer<typeof Entity>

export const entities = routes({
  list: {
    method: 'GET',
    path: '/entities',
    summary: 'Entities of these types and this status, for filters',
    access: 'session',
    query: z.object({ entityTypeNames: many(EntityType).optional(), entityStatus: EntityStatus.optional() }),
    reply: z.array(EntityRef.extend({ parentId: Id.nullable(), status: EntityStatus })),
  },
  details: { method: 'GET', path: '/entities/:id', summary: 'One entity', access: 'entities.read', params: byId, reply: Entity },
})
