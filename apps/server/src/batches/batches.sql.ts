import type { BatchRef, BatchStatus } from '@steading/contract/batches'
import type { PageQuery } from '@steading/contract/paging'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { mayDo } from '../platform/actor.ts'
import { nextVersion } from '../platform/database/nextVersion.ts'
import { saysPlainly } from '../platform/database/search.ts'
import { who } from '../platform/database/who.ts'
import { atOrBelow, inScope, within } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'

const rows = (work: Work) =>
  work.sql
    .selectFrom('batches')
    .selectAll('batches')
    .select([
      entityRef('entity_id', 'batches').as('entity'),
      sql<string>`(select time_zone from entities where entities.id = batches.entity_id)`.as('timeZone'),
      who('batches.created_by').as('createdBy'),
      who('batches.updated_by').as('updatedBy'),
    ])
    .where(inScope(work, 'batches.entity_id'))
export type BatchRow = NonNullable<Awaited<ReturnType<typeof batchById>>>

export const batchById = (work: Work, id: string) => rows(work).where('batches.id', '=', id).executeTakeFirst()

/** A batch as others name it, by a column that holds its id; null for whoever does not see it. */
export const batchRef = ({ actor }: Work, column: string) =>
  mayDo(actor, 'batches.read')
    ? sql<BatchRef | null>`(select json_build_object('id', batches.id::text, 'code', batches.code)
        from batches where batches.id = ${sql.ref(column)} and ${within(actor, sql.ref('batches.entity_id'))})`
    : sql<null>`null::json`

/** Is it one that the caller sees? */
export const isSeenBatch = ({ actor }: Work, id: string): Expression<SqlBool> =>
  mayDo(actor, 'batches.read')
    ? sql<SqlBool>`exists (select 1 from batches where batches.id = ${id} and ${within(actor, sql.ref('batches.entity_id'))})`
    : sql<SqlBool>`false`

/** The batch that was at a place at a time, seen or not. */
export async function batchIdAt(work: Work, place: string, at: Date): Promise<string | null> {
  const { rows: found } = await sql<{ id: string | null }>`select batch_at(${place}, ${at}) as id`.execute(work.sql)
  return found[0]!.id
}

export interface BatchFilter {
  readonly entityId?: string | undefined
  readonly status?: readonly BatchStatus[] | undefined
  readonly search?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly placeId?: string | undefined
  readonly at?: string | undefined
}

export function searchBatches(work: Work, asked: PageQuery, { entityId, status, search, ids, placeId, at }: BatchFilter) {
  let query = rows(work)
  if (search) query = query.where(saysPlainly(sql.ref('batches.code'), search))
  if (ids) query = query.where('batches.id', 'in', ids)
  if (status) query = query.where(sql<SqlBool>`case when close_date is null then 'OPEN' else 'CLOSED' end = any(${[...status]})`)
  if (placeId)
    query = query.where(
      sql<SqlBool>`exists (select 1 from entities home, entities place where home.id = batches.entity_id and place.id = ${placeId}
        and (home.path <@ place.path or place.path <@ home.path))`,
    )
  if (placeId && at) query = query.where(sql<SqlBool>`batches.id = batch_at(${placeId}, ${at})`)
  if (entityId) query = query.where(atOrBelow(sql.ref('batches.entity_id'), entityId))
  const columns = {
    openDate: 'batches.open_date',
    closeDate: 'batches.close_date',
    code: 'batches.code',
    id: 'batches.id',
  } as const
  return page(work, query, asked, columns, 'batches.id', row => row)
}

export async function insertBatch(work: Work, entityId: string, openDate: Date): Promise<string> {
  const { id } = await work.sql
    .insertInto('batches')
    .values({
      ...{ entity_id: entityId, open_date: openDate, code: sql<string>`next_batch_code(${entityId}, ${openDate})` },
      ...{ created_at: work.now, created_by: work.actor.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Serialises changes of the days of batches in a house and its rooms, until the transaction ends. */
export const lockHouse = (work: Work, entityId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('batch days ' || (
    select house.id from entities here join entities house on house.path @> here.path and house.type = 'SECTOR'
    where here.id = ${entityId} order by nlevel(house.path) limit 1)))`.execute(work.sql)

/** Whether another batch at, above or below a place has any of these days; `closeDate` null: without an end. */
export async function isOccupied(
  work: Work,
  entityId: string,
  { openDate, closeDate }: { readonly openDate: Date; readonly closeDate: Date | null },
  except: string | null,
): Promise<boolean> {
  const { rows: found } = await sql`select 1 from entities here
    join entities place on place.path @> here.path or place.path <@ here.path
    join batches on batches.entity_id = place.id
    where here.id = ${entityId} and batches.id is distinct from ${except}
      and tstzrange(batches.open_date, batches.close_date) && tstzrange(${openDate}, ${closeDate}) limit 1`.execute(work.sql)
  return found.length > 0
}

/** One of the past, or one that goes on (null). */
export async function writeBatch(work: Work, entityId: string, openDate: Date, closeDate: Date | null): Promise<void> {
  const id = await insertBatch(work, entityId, openDate)
  if (closeDate) await work.sql.updateTable('batches').set({ close_date: closeDate }).where('id', '=', id).execute()
}

/** False if somebody else was faster. */
export async function updateBatch(
  work: Work,
  id: string,
  version: number,
  days: { readonly openDate: Date; readonly closeDate: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('batches')
    .set({ open_date: days.openDate, close_date: days.closeDate, ...nextVersion(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Did somebody write down an event of it, by its name? */
export async function isWrittenOf(work: Work, id: string): Promise<boolean> {
  const { rows: found } = await sql`select 1 from events where batch_id = ${id} and batch_said limit 1`.execute(work.sql)
  return found.length > 0
}

export const deleteBatch = (work: Work, id: string) => work.sql.deleteFrom('batches').where('id', '=', id).execute()
