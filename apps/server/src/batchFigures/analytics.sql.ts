import { KPI_NAMES, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { Kpis } from '@steading/contract/production/figures'
import type { PageQuery } from '@steading/contract/http/paging'
import { kindsOf } from '@steading/contract/production/species'
import type { SpeciesCode, SpeciesRoot } from '@steading/contract/production/species'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { filteredBatches } from '../batches/index.ts'
import { areFiguresCurrent, areOwnFiguresCurrent, holdsAllKpis } from './batchFigures.sql.ts'
import type { BatchFilter } from '../batches/index.ts'
import { entityRef } from '../entities/index.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { invalid } from '../platform/failures.ts'
import { atOrBelow } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A KPI as it is stored; where it is not computable, whatever comes last in this direction. */
const kpiColumn = (name: string, direction: PageQuery['sortDirection']) =>
  sql<number>`coalesce(nullif((figures.figures ->> ${name})::float8, ${NOT_COMPUTABLE}),
    ${direction === 'ASC' ? 'infinity' : '-infinity'}::float8)`

const withFigures = (work: UnitOfWork, filter: BatchFilter) =>
  filteredBatches(work, filter).leftJoin('batch_figures as figures', join =>
    join.onRef('figures.batch_id', '=', 'batches.id').on(holdsAllKpis('figures')),
  )

/**
 * Batches in scope that were booked or edited since their KPIs were stored, the last opened first, at most so many, without some. A
 * look at the batches that share silos costs too much for each of thousands: the page alone is compared with them.
 */
export async function outdatedBatches(
  work: UnitOfWork,
  filter: BatchFilter,
  { most, except }: { readonly most: number; readonly except: readonly string[] },
): Promise<string[]> {
  const rows = await withFigures(work, filter)
    .clearSelect()
    .select('batches.id')
    .where(sql<SqlBool>`${areOwnFiguresCurrent} is not true`)
    .where(sql<SqlBool>`batches.id <> all (${except}::bigint[])`)
    .orderBy('batches.open_date', 'desc')
    .orderBy('batches.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A page of batches with their stored KPIs. Nothing is computed: a list of thousands reads rows, sorts their ids alone, and then
 * reads what belongs to those of the page.
 */
export async function rankBatches(work: UnitOfWork, pageQuery: PageQuery, filter: BatchFilter) {
  const columns = {
    openDate: 'batches.open_date',
    closeDate: 'batches.close_date',
    code: 'batches.code',
    ...Object.fromEntries(KPI_NAMES.map(name => [name, kpiColumn(name, pageQuery.sortDirection)])),
  } as const
  const ranked = withFigures(work, filter).clearSelect().select('batches.id')
  const page = await fetchPage(work, ranked, pageQuery, columns, 'batches.id', ({ id }) => id)
  if (page.content.length === 0) return { ...page, content: [] }
  const found = await withFigures(work, { ids: page.content })
    .select([sql<Kpis | null>`figures.figures`.as('kpis'), sql<boolean>`coalesce(${areFiguresCurrent}, false)`.as('isCurrent')])
    .execute()
  const rows = new Map(found.map(row => [row.id, row]))
  // A batch that was deleted meanwhile is missing.
  return { ...page, content: page.content.flatMap(id => rows.get(id) ?? []) }
}

/** Do batches in scope belong to several enterprises? Counted over the whole tree: the caller may not see the enterprises. */
async function areOfSeveralEnterprises(work: UnitOfWork, filter: BatchFilter): Promise<boolean> {
  const houses = await filteredBatches(work, filter).clearSelect().select('batches.entity_id').distinct().execute()
  const { rows } = await work.withSystemScope(whole =>
    sql<{ count: number }>`select count(distinct owner.id)::int as count from entities home
      join entities owner on owner.id = any (path_ids(home.path)) and owner.type = 'ENTERPRISE'
      where home.id = any (${houses.map(row => row.entity_id)}::bigint[])`.execute(whole.sql),
  )
  return rows[0]!.count > 1
}

/** Batches are ranked and compared within one enterprise. @throws Failed at a field for those of several */
export async function assertOneEnterprise(work: UnitOfWork, field: string, filter: BatchFilter): Promise<void> {
  if (await areOfSeveralEnterprises(work, filter)) throw invalid(field, 'severalEnterprises')
}

/** Closed batches of a farm that its history shows at most. */
const HISTORY_LENGTH = 30

/** Batches in scope by their ids, each with its farm; the house, where the caller does not see the farm. */
export const batchesWithFarm = (work: UnitOfWork, ids: readonly string[]) =>
  filteredBatches(work, { ids })
    .innerJoin(
      sql<{ entity_id: string }>`lateral (select coalesce((select farm.id from entities home
        join entities farm on farm.path @> home.path and farm.type = 'FARM' where home.id = batches.entity_id),
        batches.entity_id) as entity_id)`.as('farm'),
      join => join.onTrue(),
    )
    .select([entityRef('entity_id', 'farm').as('farm')])
    .orderBy('batches.id')
    .execute()

/** The closed batches of a species at a farm, the last closed first; KPIs null: they are out of date. */
export const closedBatches = (work: UnitOfWork, farmId: string, species: SpeciesRoot) =>
  withFigures(work, { entityId: farmId, species, status: ['CLOSED'] })
    .select([sql<Kpis | null>`case when ${areFiguresCurrent} then figures.figures end`.as('kpis')])
    .orderBy('batches.close_date', 'desc')
    .orderBy('batches.id', 'desc')
    .limit(HISTORY_LENGTH)
    .execute()

/** When batches were closed: after an instant up to another one, or on days of their house, both included. */
export type ClosedWithin = { readonly from: Date; readonly to: Date } | { readonly firstDay: string; readonly lastDay: string }

/** Closed batches in scope at entities and below them (none: everywhere) and of species (none: of all), with stored figures. */
export async function closedWithin(
  work: UnitOfWork,
  { entityIds = [], species = [] }: { readonly entityIds?: readonly string[]; readonly species?: readonly SpeciesCode[] },
  time: ClosedWithin,
) {
  let query = withFigures(work, { status: ['CLOSED'] })
    .clearSelect()
    .select([
      'batches.id',
      'batches.total_entry as entered',
      'batches.total_mortality as dead',
      'batches.total_exit as left',
      sql<Kpis | null>`case when ${areFiguresCurrent} then figures.figures end`.as('kpis'),
    ])
  if (entityIds.length > 0) query = query.where(atOrBelow(sql.ref('batches.entity_id'), entityIds))
  if (species.length > 0) query = query.where('batches.species', 'in', species.flatMap(kindsOf))
  query =
    'from' in time
      ? query.where('batches.close_date', '>', time.from).where('batches.close_date', '<=', time.to)
      : query.where(sql<boolean>`(batches.close_date at time zone (select time_zone from entities where entities.id = batches.entity_id))::date
          between ${time.firstDay}::date and ${time.lastDay}::date`)
  return query.orderBy('batches.id').execute()
}
