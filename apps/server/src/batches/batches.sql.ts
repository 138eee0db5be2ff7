import type { BatchStatus, GeneticsRef, ProductionClass } from '@steading/contract/production/batches'
import type { BatchRef } from '@steading/contract/production/batchRef'
import type { CurvePoint, CurveRef } from '@steading/contract/production/curves'
import { kindsOf } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import type { WeighingMethod } from '@steading/contract/production/weighings'
import { countedWeighings } from '@steading/production/weight'
import type { z } from 'zod'
import type { PageQuery } from '@steading/contract/http/paging'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import { createBatchLoader, groupByPosition } from '../platform/database/batchLoader.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { onTrail, saysPlainly } from '../platform/database/sql/search.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { atOrBelow, inScope, inSubtrees, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

/** The age of a batch now, or at its end, in days; null before the first entry. Half a day rounds up, with the tolerance of figures. */
const age = (work: UnitOfWork) =>
  sql<number | null>`floor((coalesce(batches.close_date, ${work.now}) at time zone
    (select time_zone from entities where entities.id = batches.entity_id))::date - date '1970-01-01' - batches.birth_day
    + 0.5 + 1e-9)::int`

/** Day one of a batch, days since 1970-01-01: the local day of its first entry less the age then; before an entry that of its opening. */
const dayOne = sql<number>`(coalesce(
  (select (entry.at at time zone home.time_zone)::date - entry.age from animal_movements entry
    where entry.batch_id = batches.id and entry.action = 'ENTRY' and not entry.pending order by entry.at, entry.id limit 1),
  (batches.open_date at time zone home.time_zone)::date) - date '1970-01-01')`

const rows = (work: UnitOfWork) =>
  work.sql
    .selectFrom('batches')
    .selectAll('batches')
    .select([
      entityRef('entity_id', 'batches').as('entity'),
      sql<string>`(select time_zone from entities where entities.id = batches.entity_id)`.as('timeZone'),
      sql<z.infer<
        typeof GeneticsRef
      > | null>`(select json_build_object('id', genetics.id::text, 'displayName', genetics.display_name)
        from genetics where genetics.id = batches.genetics_id)`.as('genetics'),
      sql<z.infer<typeof CurveRef> | null>`(select json_build_object('id', curve.id::text, 'displayName', curve.display_name)
        from production_curves curve where curve.id = batches.production_curve_id)`.as('productionCurve'),
      age(work).as('batchAge'),
      sql<number>`(select ${dayOne} from entities home where home.id = batches.entity_id)`.as('dayOne'),
      personReference('batches.created_by').as('createdBy'),
      personReference('batches.updated_by').as('updatedBy'),
    ])
    .where(inScope(work, 'batches.entity_id'))
export type BatchRow = NonNullable<Awaited<ReturnType<typeof batchById>>>

/**
 * The interfaces that tell what a batch eats and drinks: those chosen for it, else the default ones of the house; of a closed batch
 * those at its closing.
 */
export const interfacesOf = async (work: UnitOfWork, { id }: Pick<BatchRow, 'id'>) => {
  const source = (column: string, category: string) =>
    sql`coalesce(${sql.ref(column)}, array(select interface_id from batch_sources source
      where source.batch_id = batches.id and source.category = ${category}
        and source.until = coalesce(batches.close_date, 'infinity')))::text[]`
  const { rows: found } = await sql<{ silo: string[]; water: string[]; feed: string[] }>`select
      ${source('silo_interface_ids', 'SILO_WEIGHT')} as silo, ${source('water_interface_ids', 'WATER_COUNTER')} as water,
      ${source('feed_interface_ids', 'FEED_COUNTER')} as feed
    from batches where id = ${id}`.execute(work.sql)
  return found[0]!
}

/** An interface that measures what a batch eats or drinks, during a part of its days. */
export interface BatchSource {
  readonly id: string
  readonly category: 'SILO_WEIGHT' | 'WATER_COUNTER' | 'FEED_COUNTER'
  readonly since: Date
  /** Null: it goes on. */
  readonly until: Date | null
}

/** The interfaces that measured what a batch ate and drank on all its days, replaced ones too, in the order of time. */
export async function sourcesOf(work: UnitOfWork, { id }: Pick<BatchRow, 'id'>): Promise<BatchSource[]> {
  const { rows: found } = await sql<BatchSource>`select interface_id::text as id, category, since,
      nullif(until, 'infinity') as until
    from batch_sources where batch_id = ${id} order by since, interface_id`.execute(work.sql)
  return found
}

/** Feed that the silos of a batch lost, kg; null without a measurement. */
export async function siloConsumption(work: UnitOfWork, id: string): Promise<number | null> {
  const { rows: found } = await sql<{ total: number | null }>`select sum(feed) as total from batch_days
    where batch_id = ${id} and feed_source = 'SILO'`.execute(work.sql)
  return found[0]!.total
}

/** The points of the curve of a batch; undefined: it follows none. */
export const curveOf = (work: UnitOfWork, { production_curve_id: id }: Pick<BatchRow, 'production_curve_id'>) =>
  id === null ? undefined : curveById(work, id)

const curveById = createBatchLoader(async (work, ids: readonly string[]) => {
  const found = await work.sql
    .selectFrom('production_curves')
    .select(['id', 'display_name', 'details', 'age_unit', 'version'])
    .where('id', 'in', [...ids])
    .execute()
  const curves = new Map(found.map(row => [row.id, row]))
  return ids.map(id => curves.get(id))
})

export const batchById = (work: UnitOfWork, id: string) => rows(work).where('batches.id', '=', id).executeTakeFirst()

/**
 * Locks batches in scope until the transaction ends, and answers them as they are then. Every transaction that writes movements or
 * weighings of a batch, or closes it, locks it first, in the order of ids: two transactions never wait for each other. It is the
 * lock of an update: events that refer to the batch can still be written.
 */
export const lockBatches = (work: UnitOfWork, ids: readonly string[]) =>
  rows(work)
    .where('batches.id', 'in', [...ids])
    .orderBy('batches.id')
    .forNoKeyUpdate()
    .execute()

/** A batch as others name it, by a column that holds its id; null for whoever does not see it. */
export const batchRef = ({ actor }: UnitOfWork, column: string) =>
  isPermitted(actor, 'batches.read')
    ? sql<BatchRef | null>`(select json_build_object('id', batches.id::text, 'code', batches.code)
        from batches where batches.id = ${sql.ref(column)} and ${within(actor, sql.ref('batches.entity_id'))})`
    : sql<null>`null::json`

/** Is it one that the caller sees? */
export const isSeenBatch = ({ actor }: UnitOfWork, id: string): Expression<SqlBool> =>
  isPermitted(actor, 'batches.read')
    ? sql<SqlBool>`exists (select 1 from batches where batches.id = ${id} and ${within(actor, sql.ref('batches.entity_id'))})`
    : sql<SqlBool>`false`

/** The batch that was at a place at a time, seen or not. */
export async function batchIdAt(work: UnitOfWork, place: string, at: Date): Promise<string | null> {
  const { rows: found } = await sql<{ id: string | null }>`select find_batch(${place}, ${at}) as id`.execute(work.sql)
  return found[0]!.id
}

/** Is a batch open in a house, in the house around it, or in one of its rooms? Seen or not. */
export async function isBatchOpenAround(work: UnitOfWork, place: string): Promise<boolean> {
  const { rows: found } = await work.withSystemScope(whole =>
    sql<{ open: boolean }>`select exists (select 1 from entities place
        join entities house on house.path @> place.path or house.path <@ place.path
        join batches on batches.entity_id = house.id and batches.close_date is null
      where place.id = ${place}) as open`.execute(whole.sql),
  )
  return found[0]!.open
}

/** An open batch as rules follow it. */
export interface FollowedBatch {
  readonly id: string
  readonly code: string
  readonly timeZone: string
  /** The local day on which the animals are of age 0, days since 1970-01-01. */
  readonly dayOne: number
  /** Null: the batch follows no curve. */
  readonly curve: CurvePoint[] | null
}

/** The open batch in each of these houses or rooms, or in the house around it, seen or not. */
export async function openBatchesAt(work: UnitOfWork, places: readonly string[]): Promise<ReadonlyMap<string, FollowedBatch>> {
  const { rows: found } = await work.withSystemScope(whole =>
    sql<FollowedBatch & { place: string }>`select place.id::text as place, batches.id::text as id, batches.code,
        home.time_zone as "timeZone", ${dayOne} as "dayOne", curve.details as curve
      from entities place join batches on batches.id = find_batch(place.id, ${work.now}) and batches.close_date is null
        join entities home on home.id = batches.entity_id
        left join production_curves curve on curve.id = batches.production_curve_id
      where place.id = any (${[...places]}::bigint[])`.execute(whole.sql),
  )
  return new Map(found.map(({ place, ...batch }) => [place, batch]))
}

/** What counts of the last weighing of each batch and the last whole day of its scale, in the order of time. */
export const lastWeights = createBatchLoader(async (work, ids: readonly string[]) => {
  const { rows: found } = await sql<{ at: number; weighedAt: number; average: number; method: WeighingMethod; entered: boolean }>`
    select asked.at::int as at, extract(epoch from last.at)::float8 * 1000 as "weighedAt", last.average, last.method, last.entered
    from unnest(${[...ids]}::bigint[]) with ordinality as asked (id, at) cross join lateral (
      (select weighings.at, (total_weight / number)::float8 as average, method, true as entered from weighings
        where batch_id = asked.id order by weighings.at desc, id desc limit 1)
      union all
      (select days.day at time zone home.time_zone, scale_weight, 'SCALE', false from batch_days days
          join batches on batches.id = days.batch_id join entities home on home.id = batches.entity_id
        where days.batch_id = asked.id and scale_weight is not null order by days.day desc limit 1)) last`.execute(work.sql)
  return groupByPosition(ids, found).map(weights => {
    const weighingsOf = (entered: boolean) =>
      weights
        .filter(weight => weight.entered === entered)
        .map(({ weighedAt, average, method }) => ({ at: weighedAt, average, method }))
    return countedWeighings(weighingsOf(true), weighingsOf(false))
  })
})

export interface BatchFilter {
  readonly entityId?: string | undefined
  readonly status?: readonly BatchStatus[] | undefined
  readonly search?: string | undefined
  readonly species?: SpeciesCode | undefined
  readonly speciesCodes?: readonly SpeciesCode[] | undefined
  /** At or below any of these. */
  readonly entities?: readonly string[] | undefined
  readonly productionType?: number | undefined
  readonly geneticsId?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly placeId?: string | undefined
  readonly at?: string | undefined
}

/** The batches in scope that a filter leaves. */
export function filteredBatches(
  work: UnitOfWork,
  {
    entityId,
    entities,
    status,
    search,
    species,
    speciesCodes,
    productionType,
    geneticsId,
    fromDate,
    toDate,
    ids,
    placeId,
    at,
  }: BatchFilter,
) {
  let query = rows(work)
  if (species) query = query.where('batches.species', 'in', kindsOf(species))
  if (speciesCodes) query = query.where('batches.species', 'in', speciesCodes.flatMap(kindsOf))
  if (productionType) query = query.where('batches.production_type', '=', productionType)
  if (geneticsId) query = query.where('batches.genetics_id', '=', geneticsId)
  if (fromDate) query = query.where('batches.open_date', '>=', new Date(fromDate))
  if (toDate) query = query.where('batches.open_date', '<', new Date(toDate))
  if (search) query = query.where(saysPlainly(sql.ref('batches.code'), search))
  if (ids) query = query.where('batches.id', 'in', ids)
  if (status) query = query.where(sql<SqlBool>`case when close_date is null then 'OPEN' else 'CLOSED' end = any(${[...status]})`)
  if (placeId)
    query = query.where(
      sql<SqlBool>`exists (select 1 from entities home, entities place where home.id = batches.entity_id and place.id = ${placeId}
        and (home.path <@ place.path or place.path <@ home.path))`,
    )
  if (placeId && at) query = query.where(sql<SqlBool>`batches.id = find_batch(${placeId}, ${at})`)
  for (const places of [entityId, entities]) if (places) query = query.where(atOrBelow(sql.ref('batches.entity_id'), places))
  return query
}

export function searchBatches(work: UnitOfWork, pageQuery: PageQuery, filter: BatchFilter) {
  const columns = {
    openDate: 'batches.open_date',
    closeDate: 'batches.close_date',
    code: 'batches.code',
    id: 'batches.id',
  } as const
  return fetchPage(work, filteredBatches(work, filter), pageQuery, columns, 'batches.id', row => row)
}

/** A batch as its columns; days apart. */
export interface BatchColumns {
  readonly production_class: ProductionClass | null
  readonly species: SpeciesCode
  readonly production_type: number
  readonly genetics_id: string | null
  readonly production_curve_id: string | null
  readonly usable_area: number | null
  readonly target_weight: number | null
  readonly silo_interface_ids: string[] | null
  readonly water_interface_ids: string[] | null
  readonly feed_interface_ids: string[] | null
}

export async function insertBatch(work: UnitOfWork, entityId: string, openDate: Date, columns: BatchColumns): Promise<string> {
  const { id } = await work.sql
    .insertInto('batches')
    .values({
      ...columns,
      entity_id: entityId,
      open_date: openDate,
      code: sql<string>`next_batch_code(${entityId}, ${openDate})`,
      sector_number: sql<string>`sector_number(${entityId})`,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateBatch(
  work: UnitOfWork,
  id: string,
  version: number,
  days: { readonly openDate: Date; readonly closeDate: Date | null },
  columns: BatchColumns | null,
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('batches')
    .set({
      ...columns,
      open_date: days.openDate,
      close_date: days.closeDate,
      // A corrected date keeps the instant of the closing.
      closed_at: days.closeDate === null ? null : sql<Date>`coalesce(closed_at, ${work.now})`,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Does a manual event, a movement, a weighing, a task or a report refer to the batch? */
export async function isWrittenOf(work: UnitOfWork, id: string): Promise<boolean> {
  const { rows: found } = await sql`select 1 from events where batch_id = ${id} and batch_assigned_manually
    union all select 1 from animal_movements where batch_id = ${id}
    union all select 1 from feed_movements where batch_id = ${id}
    union all select 1 from weighings where batch_id = ${id}
    union all select 1 from tasks where batch_id = ${id}
    union all select 1 from report_batches where batch_id = ${id} limit 1`.execute(work.sql)
  return found.length > 0
}

/** Are movements of animals or feed pending? */
export async function hasPending(work: UnitOfWork, id: string): Promise<boolean> {
  const { rows: found } = await sql`select 1 from animal_movements where batch_id = ${id} and pending
    union all select 1 from feed_movements where batch_id = ${id} and pending limit 1`.execute(work.sql)
  return found.length > 0
}

/** When the first movement or weighing of a batch was, and the last effective one; null: there is none. */
export async function movementSpan(work: UnitOfWork, id: string): Promise<{ first: Date | null; last: Date | null }> {
  const { rows: found } = await sql<{ first: Date | null; last: Date | null }>`select
      least((select min(at) from animal_movements where batch_id = ${id}), (select min(at) from feed_movements where batch_id = ${id}),
        (select min(at) from weighings where batch_id = ${id})) as first,
      greatest((select max(at) from animal_movements where batch_id = ${id} and not pending),
        (select max(at) from feed_movements where batch_id = ${id} and not pending),
        (select max(at) from weighings where batch_id = ${id})) as last`.execute(work.sql)
  return found[0]!
}

/** Whether the movements of a batch name feed, a cause of death or another batch of none of these species. */
export async function namesOtherSpecies(work: UnitOfWork, id: string, species: readonly SpeciesCode[]): Promise<boolean> {
  const isOther = (column: string) => sql`${sql.ref(column)} <> all(${species})`
  const { rows: found } = await sql<{ other: boolean }>`select
      exists (select from feed_movements movement join feed_types type on type.id = movement.feed_type_id
        where movement.batch_id = ${id} and ${isOther('type.species')})
      or exists (select from animal_movements movement join death_reasons reason on reason.id = movement.death_reason_id
        where movement.batch_id = ${id} and ${isOther('reason.species')})
      or exists (select from animal_movements movement
        join animal_movements half on half.transfer_id = movement.transfer_id and half.id <> movement.id
        join batches other_batch on other_batch.id = half.batch_id
        where movement.batch_id = ${id} and ${isOther('other_batch.species')}) as other`.execute(work.sql)
  return found[0]!.other
}

/** The batch before another one in the same house. */
export const batchBefore = (work: UnitOfWork, { entity_id: entityId, open_date: openDate, id }: BatchRow) =>
  rows(work)
    .where('batches.entity_id', '=', entityId)
    .where('batches.id', '<>', id)
    .where('batches.open_date', '<=', openDate)
    .orderBy('batches.open_date', 'desc')
    .orderBy('batches.id', 'desc')
    .executeTakeFirst()

/** Houses and rooms in reach, each with the number of its batches of either kind. */
export function searchHouses(
  work: UnitOfWork,
  pageQuery: PageQuery,
  { entityId, search, open }: { entityId?: string | undefined; search?: string | undefined; open?: boolean | undefined },
) {
  const openId = sql<string | null>`(select id from batches where batches.entity_id = entities.id and close_date is null)`
  let query = work.sql
    .selectFrom('entities')
    .where('entities.type', '=', 'SECTOR')
    .where(inSubtrees(work.actor, sql.ref('entities.path')))
    .select([
      'entities.id',
      entityRef('entity_id', 'house').as('entity'),
      openId.as('openId'),
      sql<number>`(select count(*)::int from batches where batches.entity_id = entities.id and close_date is not null)`.as(
        'closed',
      ),
    ])
    .innerJoin(sql<{ entity_id: string }>`lateral (select entities.id as entity_id)`.as('house'), join => join.onTrue())
  if (search) query = query.where(onTrail(search))
  if (entityId) query = query.where(atOrBelow(sql.ref('entities.id'), entityId))
  if (open !== undefined) query = query.where(sql<SqlBool>`(${openId} is not null) = ${open}`)
  return fetchPage(work, query, pageQuery, { name: 'entities.name', id: 'entities.id' }, 'entities.id', row => row)
}

export const batchesByIds = (work: UnitOfWork, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : rows(work)
        .where('batches.id', 'in', [...ids])
        .execute()

export const deleteBatch = (work: UnitOfWork, id: string) => work.sql.deleteFrom('batches').where('id', '=', id).execute()

/** Those of these interfaces that stand in the farm of a place, out of service or not. */
export async function interfacesInFarm(work: UnitOfWork, place: string, ids: readonly string[]): Promise<readonly string[]> {
  const { rows: found } = await sql<{ id: string }>`select interfaces.id from interfaces
    join entities home on home.id = interfaces.entity_id
    join entities here on here.id = ${place}
    join entities farm on farm.type = 'FARM' and farm.path @> here.path and farm.path @> home.path
    where interfaces.id = any(${[...ids]}::bigint[]) and interfaces.deleted_at is null`.execute(work.sql)
  return found.map(({ id }) => id)
}
