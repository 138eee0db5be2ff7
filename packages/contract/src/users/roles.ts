import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, DisplayName, Done, Id, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { permissionKeys } from './permissions.ts'
import type { Permission } from './permissions.ts'
import { routes } from '../http/route.ts'

/** A permission by its key; the session carries the pair of name and category that it stands for. */
export const PermissionKey = z.enum(permissionKeys as [Permission, ...Permission[]]) // safe: the table's own keys

/** A role where a person has it, or may be given it. */
export const RoleRef = z.object({ id: Id, name: z.string() })

export const Role = RoleRef.extend({
  /** Where it was made: people at that entity and below it may have it. null: above what the caller sees. */
  entity: EntityRef.nullable(),
  permissions: z.array(PermissionKey),
  /** How many people have it, as far as the caller may see them. */
  users: z.number().int(),
  /** May the caller change it: within reach, and with nothing in it that the caller lacks. */
  editable: z.boolean(),
  version: z.number().int(),
})
export type Role = z.infer<typeof Role>
export const RoleDetails = Role.extend(Audited.shape)
export type RoleDetails = z.infer<typeof RoleDetails>

/** A role that could be given at an entity. */
export const GivenRole = RoleRef.extend({
  /** False where it holds something that the caller does not. */
  grantable: z.boolean(),
})

export const rolePages = paging({ sorts: ['name', 'id'], sort: 'name', direction: 'ASC' })

const wishes = { name: DisplayName, permissions: z.array(PermissionKey).max(permissionKeys.length) }

export const roles = routes({
  search: {
    method: 'GET',
    path: '/roles/search',
    summary: 'Roles, paged',
    access: 'roles.read',
    query: rolePages.query.extend({
      search: z.string().trim().max(150).optional(),
      /** Made there or below it. */
      entityId: Id.optional(),
    }),
    reply: rolePages.of(Role),
  },
  details: { method: 'GET', path: '/roles/:id', summary: 'One role', access: 'roles.read', params: byId, reply: RoleDetails },
  create: {
    method: 'POST',
    path: '/roles',
    summary: 'Make a role; nobody puts into it what they do not hold',
    access: 'roles.create',
    body: z.strictObject({ entityId: Id, ...wishes }),
    reply: RoleDetails,
  },
  edit: {
    method: 'PUT',
    path: '/roles/:id',
    summary: 'Change a role; it holds from the next request of everybody who has it',
    access: 'roles.update',
    params: byId,
    body: z.strictObject({ ...wishes, version: Version }),
    reply: RoleDetails,
  },
  remove: {
    method: 'DELETE',
    path: '/roles/:id',
    summary: 'Delete a role that nobody has',
    access: 'roles.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_DELETE_ROLE'],
  },
  atEntity: {
    method: 'GET',
    path: '/entities/:id/roles',
    summary: 'The roles that people at an entity may have: made there or above',
    access: ['entities.read', 'users.create', 'users.update'],
    params: byId,
    reply: z.array(GivenRole),
  },
  list: {
    method: 'GET',
    path: '/entities/roles/list',
    summary: 'Every role that people in reach may have, for filters',
    access: 'roles.read',
    reply: z.array(RoleRef),
  },
})
