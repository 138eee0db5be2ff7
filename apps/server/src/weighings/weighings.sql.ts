import type { PageQuery } from '@steading/contract/http/paging'
import type { WeighingMethod } from '@steading/contract/production/weighings'
import type { Curve } from '@steading/production/curve'
import { sql } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** kg of one animal. */
const average = sql<number>`weighings.total_weight::float8 / weighings.number`

/** Weighings of batches in reach, with what their ages and curves follow from. */
const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('weighings')
    .innerJoin('batches', 'batches.id', 'weighings.batch_id')
    .where(inScope(work, 'batches.entity_id'))
    .selectAll('weighings')
    .select([
      'batches.code as batchCode',
      'batches.entity_id as entityId',
      'batches.birth_day as birthDay',
      'batches.production_curve_id as curveId',
      entityRef('entity_id', 'batches').as('entity'),
      sql<string>`(select time_zone from entities where entities.id = batches.entity_id)`.as('timeZone'),
      average.as('average'),
      personReference('weighings.created_by').as('createdBy'),
      personReference('weighings.updated_by').as('updatedBy'),
    ])
export type WeighingRow = NonNullable<Awaited<ReturnType<typeof weighingById>>>

export const weighingById = (work: UnitOfWork, id: string) => rows(work).where('weighings.id', '=', id).executeTakeFirst()

/** Every weighing of a batch in reach, the oldest first. */
export const weighingsOfBatch = (work: UnitOfWork, batchId: string) =>
  rows(work).where('weighings.batch_id', '=', batchId).orderBy('weighings.at').orderBy('weighings.id').execute()

export interface WeighingFilter {
  readonly entityId?: string | undefined
  readonly batchId?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly search?: string | undefined
}

export function searchWeighings(
  work: UnitOfWork,
  pageQuery: PageQuery,
  { entityId, batchId, fromDate, toDate, search }: WeighingFilter,
) {
  let query = rows(work)
  if (entityId) query = query.where(atOrBelow(sql.ref('batches.entity_id'), entityId))
  if (batchId) query = query.where('weighings.batch_id', '=', batchId)
  if (fromDate) query = query.where('weighings.at', '>=', new Date(fromDate))
  if (toDate) query = query.where('weighings.at', '<', new Date(toDate))
  if (search) query = query.where(saysPlainly(sql`concat_ws(e'\n', batches.code, weighings.notes)`, search))
  const columns = {
    timestamp: 'weighings.at',
    number: 'weighings.number',
    average,
    creationTimestamp: 'weighings.created_at',
    id: 'weighings.id',
  } as const
  return fetchPage(work, query, pageQuery, columns, 'weighings.id', row => row)
}

/** Curves by id. */
export async function curvesByIds(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, Curve>> {
  if (ids.length === 0) return new Map()
  const curves = await work.sql
    .selectFrom('production_curves')
    .select(['id', 'details'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(curves.map(({ id, details }) => [id, details as unknown as Curve])) // safe: the contract checked it before it was stored
}

/** A weighing as its columns. */
export interface WeighingColumns {
  readonly at: Date
  readonly number: number
  readonly total_weight: number
  readonly weights: number[] | null
  readonly method: z.infer<typeof WeighingMethod>
  readonly notes: string
}

export async function insertWeighing(work: UnitOfWork, batchId: string, columns: WeighingColumns): Promise<string> {
  const { id } = await work.sql
    .insertInto('weighings')
    .values({ ...columns, batch_id: batchId, created_at: work.now, created_by: work.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateWeighing(work: UnitOfWork, id: string, version: number, columns: WeighingColumns): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('weighings')
    .set({ ...columns, ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteWeighing = (work: UnitOfWork, id: string) => work.sql.deleteFrom('weighings').where('id', '=', id).execute()
