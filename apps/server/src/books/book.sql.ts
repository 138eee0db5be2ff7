import type { EntityRef } from '@steading/contract/entities/entities'
import type { BookStatus } from '@steading/contract/entities/book'
import type { Page, PageQuery } from '@steading/contract/http/paging'
import type { Who } from '@steading/contract/http/fields'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The tables of books. Each has the columns of the book's fields in snake case, and those that every book has. */
export type BookTable = 'genetics' | 'feed_types' | 'feed_factories' | 'death_reasons' | 'production_curves' | 'tariffs'

export interface BookQuery extends PageQuery {
  readonly search?: string | undefined
  readonly entityId?: string | undefined
  readonly usableAt?: string | undefined
  readonly status?: readonly BookStatus[] | undefined
  readonly ids?: readonly string[] | undefined
}

/** The fields of an entry by their names in the contract; every book has a name. */
export type BookFields = Readonly<Record<string, unknown>> & { readonly displayName: string }

/** An entry as it is stored: its fields by their names in the contract, and the columns of every book. */
export interface BookRow {
  readonly id: string
  readonly fields: BookFields
  readonly entity_id: string | null
  readonly entity: EntityRef | null
  readonly status: BookStatus
  readonly version: number
  readonly inReach: boolean
  readonly created_at: Date
  readonly updated_at: Date | null
  readonly createdBy: z.infer<typeof Who> | null
  readonly updatedBy: z.infer<typeof Who> | null
}

/** How a book is stored. */
export interface BookStore {
  readonly table: BookTable
  readonly fieldNames: readonly string[]
  readonly filterNames: readonly string[]
  /** Fields that a search looks at. */
  readonly searched: readonly string[]
  /** Fields that are stored as JSON. */
  readonly json?: readonly string[]
}

/** The column of a field. */
export const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const column = ({ table }: Pick<BookStore, 'table'>, field: string) => sql.ref(`${table}.${columnOf(field)}`)

/** Entries that the caller sees: the product's, and those made within reach or above it. */
const visible = (work: UnitOfWork, store: BookStore) => {
  const at = column(store, 'entityId')
  const fields = sql<BookFields>`json_build_object(${sql.join(
    store.fieldNames.flatMap(field => [sql.lit(field), readable(store, field)]),
  )})`
  // safe: every table of a book has these columns, under the same names and types
  return work.sql
    .selectFrom(store.table as 'feed_types')
    .select([
      'id',
      'entity_id',
      'status',
      'version',
      'created_at',
      'updated_at',
      fields.as('fields'),
      entityRef('entity_id', store.table).$castTo<EntityRef | null>().as('entity'),
      sql<boolean>`${at} is not null and ${within(work.actor, at)}`.as('inReach'),
      personReference(`${store.table}.created_by`).as('createdBy'),
      personReference(`${store.table}.updated_by`).as('updatedBy'),
    ])
    .where(sql<SqlBool>`(${at} is null or is_in_or_above_scope(${at}))`)
}

/** Ids travel as texts. */
const readable = (store: BookStore, field: string): RawBuilder<unknown> =>
  field.endsWith('Id') ? sql`${column(store, field)}::text` : column(store, field)

export function searchBook(
  work: UnitOfWork,
  store: BookStore,
  query: BookQuery & Readonly<Record<string, unknown>>,
): Promise<Page<BookRow>> {
  const at = column(store, 'entityId')
  let rows = visible(work, store)
  if (query.search) {
    const texts = store.searched.map(field => column(store, field))
    rows = rows.where(saysPlainly(sql`concat_ws(e'\n', ${sql.join(texts)})`, query.search))
  }
  if (query.entityId) rows = rows.where(atOrBelow(at, query.entityId))
  if (query.usableAt) rows = rows.where(isUsableAt(at, query.usableAt))
  if (query.status) rows = rows.where('status', 'in', query.status)
  if (query.ids) rows = rows.where('id', 'in', query.ids)
  for (const name of store.filterNames)
    if (query[name] !== undefined) rows = rows.where(sql<SqlBool>`${column(store, name)} = ${query[name]}`)
  const sorts = Object.fromEntries(['id', ...store.fieldNames].map(field => [field, column(store, field)]))
  return fetchPage(work, rows, query, sorts, column(store, 'id'), row => row)
}

/** Is what stands in this column the product's, or made at a place or above it? */
const isUsableAt = (at: RawBuilder<unknown>, place: string) =>
  // By the path: the caller need not see the entity above.
  sql<SqlBool>`(${at} is null or exists (select 1 from entities place where place.id = ${place} and ${at} = any (path_ids(place.path))))`

export const entryById = (work: UnitOfWork, store: BookStore, id: string): Promise<BookRow | undefined> =>
  visible(work, store).where('id', '=', id).executeTakeFirst()

/** An active entry that a place may use, or the one that is in use there already. */
export const usableEntry = (
  work: UnitOfWork,
  store: BookStore,
  id: string,
  place: { readonly entityId: string; readonly current?: string | null },
): Promise<BookRow | undefined> =>
  visible(work, store)
    .where('id', '=', id)
    .where(isUsableAt(column(store, 'entityId'), place.entityId))
    .where(eb => eb.or([eb('status', '=', 'ACTIVE'), eb('id', '=', place.current ?? null)]))
    .executeTakeFirst()

/** The active entries that a place may use, by name; without a place those that the caller sees. */
export const usableEntries = (
  work: UnitOfWork,
  store: BookStore,
  { entityId, species }: { readonly entityId?: string | undefined; readonly species?: readonly string[] | undefined },
): Promise<BookRow[]> => {
  let rows = visible(work, store).where('status', '=', 'ACTIVE')
  if (entityId) rows = rows.where(isUsableAt(column(store, 'entityId'), entityId))
  if (species) rows = rows.where(sql<SqlBool>`${column(store, 'species')} = any(${[...species]})`)
  return rows
    .orderBy(collateNames(column(store, 'displayName')))
    .orderBy('id')
    .limit(500)
    .execute()
}

/** Serialises the names of a book until the transaction ends. */
export const lockNames = (work: UnitOfWork, { table }: BookStore) =>
  sql`select pg_advisory_xact_lock(hashtext(${`names of ${table}`}))`.execute(work.sql)

/** Does a place see another entry of that name, whatever its case and accents? */
export async function isNameInUse(
  work: UnitOfWork,
  store: BookStore,
  entry: { readonly displayName: string; readonly species: unknown; readonly entityId: string; readonly except: string | null },
): Promise<boolean> {
  const isSameSpecies = store.fieldNames.includes('species') ? sql`${column(store, 'species')} = ${entry.species}` : sql`true`
  const { rows } = await sql`select 1 from ${sql.table(store.table)}
    where fold_text(display_name) = fold_text(${entry.displayName}) and ${isSameSpecies} and id is distinct from ${entry.except}
      and ${isUsableAt(column(store, 'entityId'), entry.entityId)} limit 1`.execute(work.sql)
  return rows.length > 0
}

const stored = ({ fieldNames, json = [] }: BookStore, fields: BookFields) =>
  fieldNames.map(field => ({
    name: sql.ref(columnOf(field)),
    value: json.includes(field) ? sql`${JSON.stringify(fields[field])}::jsonb` : sql`${fields[field]}`,
  }))

export async function insertEntry(work: UnitOfWork, store: BookStore, entityId: string, fields: BookFields): Promise<string> {
  const columns = stored(store, fields)
  const { rows } = await sql<{ id: string }>`insert into ${sql.table(store.table)}
    (entity_id, created_at, created_by, ${sql.join(columns.map(({ name }) => name))})
    values (${entityId}, ${work.now}, ${work.actor.id}, ${sql.join(columns.map(({ value }) => value))})
    returning id`.execute(work.sql)
  return rows[0]!.id
}

/** False on a version conflict. */
export async function updateEntry(
  work: UnitOfWork,
  store: BookStore,
  { id, version, status }: { readonly id: string; readonly version: number; readonly status: BookStatus },
  fields: BookFields,
): Promise<boolean> {
  const changes = stored(store, fields).map(({ name, value }) => sql`${name} = ${value}`)
  const { numAffectedRows } = await sql`update ${sql.table(store.table)}
    set version = version + 1, updated_at = ${work.now}, updated_by = ${work.actor.id}, status = ${status}, ${sql.join(changes)}
    where id = ${id} and version = ${version}`.execute(work.sql)
  return (numAffectedRows ?? 0n) > 0n
}

export const deleteEntry = (work: UnitOfWork, { table }: BookStore, id: string) =>
  work.sql.deleteFrom(table).where('id', '=', id).execute()
