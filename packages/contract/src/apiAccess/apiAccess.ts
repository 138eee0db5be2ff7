import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, DisplayName, Done, Id, Instant, many, Stamp, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { permissionKeys } from '../users/permissions.ts'
import type { Permission } from '../users/permissions.ts'

/** Permissions that an API user may have: all but the one that includes every other. */
export const API_SCOPES = permissionKeys.filter(key => key !== 'platform.root')
const ApiScope = z.enum(API_SCOPES as [Permission, ...Permission[]]) // safe: the table of permissions has more than one

export const API_ACCESS_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export const ApiAccessStatus = z.enum(API_ACCESS_STATUSES)

export const DEFAULT_RATE_LIMIT = 60
export const MAX_ALLOWED_ADDRESSES = 20
/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const IpNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'network' })

/** A program that calls the API on behalf of the user who created it. */
export const ApiAccess = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  /** The entity below which it sees everything that its owner sees; null: above what the caller sees. */
  entity: EntityRef.nullable(),
  status: ApiAccessStatus,
  /** At each call an API user has those of them that its owner still has. */
  scopes: z.array(z.enum(permissionKeys as [Permission, ...Permission[]])), // safe: as above
  /** Empty: from every address. */
  allowedIps: z.array(z.string()),
  /** Calls a minute. */
  rateLimit: z.number().int(),
  expiresUtc: Stamp.nullable(),
  lastUsedUtc: Stamp.nullable(),
  /** May the caller change it: with nothing in it that the caller lacks. */
  editable: z.boolean(),
  version: z.number().int(),
})
export type ApiAccess = z.infer<typeof ApiAccess>
export const ApiAccessDetails = z.object({ ...ApiAccess.shape, ...Audited.shape })
export type ApiAccessDetails = z.infer<typeof ApiAccessDetails>

/** With its secret, which is stored as a hash and shown only in this answer. */
export const ApiAccessWithSecret = z.object({
  ...ApiAccessDetails.shape,
  /** Calls carry `Authorization: Bearer <id>.<secret>`. */
  secret: z.string(),
})
export type ApiAccessWithSecret = z.infer<typeof ApiAccessWithSecret>

export const apiAccessPages = paging({
  sorts: ['displayName', 'username', 'lastUsedUtc', 'id'],
  sort: 'displayName',
  direction: 'ASC',
})

const fields = {
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z][a-z0-9._-]{2,49}$/, 'apiUsername'),
  displayName: DisplayName,
  scopes: z.array(ApiScope).min(1).max(API_SCOPES.length),
  allowedIps: z.array(IpNetwork).max(MAX_ALLOWED_ADDRESSES),
  rateLimit: z.number().int().min(1).max(6_000),
  expiresUtc: Instant.nullable(),
}

export const apiAccess = routes({
  search: {
    method: 'GET',
    path: '/apiAccess/search',
    summary: 'API users, paged',
    access: 'api.read',
    query: apiAccessPages.query.extend({
      search: z.string().trim().max(150).optional(),
      /** There or below it. */
      entityId: Id.optional(),
      status: many(ApiAccessStatus).optional(),
    }),
    reply: apiAccessPages.of(ApiAccess),
  },
  details: {
    method: 'GET',
    path: '/apiAccess/:id',
    summary: 'One API user',
    access: ['api.read', 'api.update'],
    params: byId,
    reply: ApiAccessDetails,
  },
  create: {
    method: 'POST',
    path: '/apiAccess',
    summary: 'Create an API user; the answer carries its secret, once. Its scopes are permissions that the caller has',
    access: 'api.create',
    body: z.strictObject({ entityId: Id, ...fields, rateLimit: fields.rateLimit.default(DEFAULT_RATE_LIMIT) }),
    reply: ApiAccessWithSecret,
    refusals: ['API_ACCESS_USERNAME_ALREADY_EXISTS'],
  },
  edit: {
    method: 'PUT',
    path: '/apiAccess/:id',
    summary: 'Change an API user; it holds from its next call',
    access: 'api.update',
    params: byId,
    body: z.strictObject({ ...fields, status: ApiAccessStatus, version: Version }),
    reply: ApiAccessDetails,
    refusals: ['API_ACCESS_USERNAME_ALREADY_EXISTS'],
  },
  remove: {
    method: 'DELETE',
    path: '/apiAccess/:id',
    summary: 'Delete an API user with its subscriptions',
    access: 'api.delete',
    params: byId,
    reply: Done,
  },
  rotateSecret: {
    method: 'POST',
    path: '/apiAccess/:id/secret',
    summary: 'Replace the secret; the old one is refused from the next call, the answer carries the new one, once',
    access: 'api.update',
    params: byId,
    reply: ApiAccessWithSecret,
  },
})
