import { z } from 'zod'
import { EntityRef } from './entities.ts'
import type { Permission } from '../users/permissions.ts'
import { Audited, byId, Id, many, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import type { Refusal } from '../http/refusals.ts'
import { routes } from '../http/route.ts'

/** Whether entries of a book are offered: one that is in use is not deleted but inactive. */
export const BOOK_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export const BookStatus = z.enum(BOOK_STATUSES)
export type BookStatus = z.infer<typeof BookStatus>

/** Names of the permissions that have create, read, update and delete. */
type BookPermission = Permission extends infer P ? (P extends `${infer Name}.create` ? Name : never) : never

interface BookDefinition<F extends z.ZodRawShape, Q extends z.ZodRawShape, S extends string, N extends Refusal> {
  readonly path: `/${string}`
  readonly permission: BookPermission
  /** For summaries: 'a feed type', 'feed types'. */
  readonly one: string
  readonly many: string
  /** What people enter: each field is a column of the book's table, in snake case. */
  readonly fields: F
  /** Filters of the list besides text, entity, status and ids; each compares a column of its name. */
  readonly filters: Q
  readonly sorts: readonly [S, ...S[]]
  readonly sort: S
  /** Refused where the entity sees the name already. */
  readonly nameInUse: N
}

/**
 * The contract of a book of reference data: entries made at an entity, seen and used there and below; those of the product (entity
 * null) are everywhere and nobody changes them.
 */
export function book<
  const F extends z.ZodRawShape,
  const Q extends z.ZodRawShape,
  const S extends string,
  const N extends Refusal,
>({ path, permission, one, many: all, fields, filters, sorts, sort, nameInUse }: BookDefinition<F, Q, S, N>) {
  const access = (action: 'create' | 'read' | 'update' | 'delete') => `${permission}.${action}` as Permission // safe: BookPermission has all four
  const entry = z.object({
    id: Id,
    ...fields,
    /** Where it was made; null: the product's, or above what the caller sees. */
    entity: EntityRef.nullable(),
    status: BookStatus,
    /** Of the product: nobody changes it. */
    isSystem: z.boolean(),
    editable: z.boolean(),
    version: z.number().int(),
  })
  const details = z.object({ ...entry.shape, ...Audited.shape })
  const pages = paging({ sorts, sort, direction: 'ASC' })
  const search = z.object({
    ...pages.query.shape,
    ...filters,
    search: z.string().trim().max(150).optional(),
    /** Made there or below it. */
    entityId: Id.optional(),
    /** Usable there: the product's, and those made there or above it. */
    usableAt: Id.optional(),
    status: many(BookStatus).optional(),
    ids: many(Id).optional(),
  })
  const create = z.strictObject({ entityId: Id, ...fields })
  const edit = z.strictObject({ ...fields, status: BookStatus, version: Version })
  return {
    entry,
    details,
    pages,
    create,
    edit,
    fieldNames: Object.keys(fields),
    filterNames: Object.keys(filters),
    nameInUse,
    routes: routes({
      search: {
        method: 'GET',
        path: `${path}/search`,
        summary: `Reference data: ${all}, paged`,
        access: access('read'),
        query: search,
        reply: pages.of(entry),
      },
      details: {
        method: 'GET',
        path: `${path}/:id`,
        summary: `Reference data: ${one}`,
        access: access('read'),
        params: byId,
        reply: details,
      },
      create: {
        method: 'POST',
        path,
        summary: `Create ${one}; it is visible at its entity and below`,
        access: access('create'),
        body: create,
        reply: details,
        refusals: [nameInUse],
      },
      edit: {
        method: 'PUT',
        path: `${path}/:id`,
        summary: `Change ${one}`,
        access: access('update'),
        params: byId,
        body: edit,
        reply: details,
        refusals: [nameInUse],
      },
      remove: {
        method: 'DELETE',
        path: `${path}/:id`,
        summary: `Delete ${one}; if it is in use it becomes inactive instead`,
        access: access('delete'),
        params: byId,
        reply: z.object({ outcome: z.enum(['DELETED', 'INACTIVATED']) }),
      },
    }),
  }
}
