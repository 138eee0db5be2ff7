import type { CategoryId } from '@steading/contract/devices/categories'
import type { FeedSource } from '@steading/production/consumption'
import type { ComplianceCounts } from '@steading/production/compliance'
import { Kpis } from '@steading/contract/production/figures'
import type { Movement } from '@steading/production/replay'
import type { FeedMovement } from '@steading/production/stock'
import type { Weighing } from '@steading/production/weight'
import { sql } from 'kysely'
import { filteredBatches } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import { createBatchLoader } from '../platform/database/batchLoader.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

const DAY = 86_400_000

/** Computations of one batch wait for each other until their transactions end. */
export const lockFigures = (work: UnitOfWork, batchId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('batch figures ' || ${batchId}::text))`.execute(work.sql)

export const movementsOf = createBatchLoader(async (work, batchIds: readonly string[]): Promise<Movement[][]> => {
  const rows = await work.sql
    .selectFrom('animal_movements')
    .select(['batch_id', 'id', 'at', 'action', 'action_type', 'number', 'weight', 'age', 'pending'])
    .where('batch_id', 'in', [...batchIds])
    .execute()
  return byBatch(batchIds, rows, ({ at, action_type: actionType, age, id, action, number, weight, pending }) => ({
    id,
    at: at.getTime(),
    action,
    actionType,
    number,
    weight,
    ageDays: age,
    pending,
  }))
})

/** Rows of batches as they are in the books, in the order of the batches. */
function byBatch<Row extends { readonly batch_id: string }, Entry>(
  batchIds: readonly string[],
  rows: readonly Row[],
  entryOf: (row: Row) => Entry,
): Entry[][] {
  const groups = Map.groupBy(rows, row => row.batch_id)
  return batchIds.map(id => (groups.get(id) ?? []).map(entryOf))
}

/** The weighings that people entered, in the order in which they did. */
export const enteredWeighings = createBatchLoader(async (work, batchIds: readonly string[]): Promise<Weighing[][]> => {
  const rows = await work.sql
    .selectFrom('weighings')
    .select(['batch_id', 'at', 'number', 'total_weight', 'method'])
    .where('batch_id', 'in', [...batchIds])
    .orderBy('id')
    .execute()
  return byBatch(batchIds, rows, ({ at, number, total_weight: weight, method }) => ({
    at: at.getTime(),
    average: weight / number,
    method,
  }))
})

export const feedMovementsOf = async (work: UnitOfWork, batchId: string): Promise<FeedMovement[]> => {
  const rows = await work.sql
    .selectFrom('feed_movements')
    .select(['id', 'at', 'action', 'weight', 'pending'])
    .where('batch_id', '=', batchId)
    .execute()
  return rows.map(({ at, weight, ...movement }) => ({ ...movement, at: at.getTime(), kg: weight }))
}

/** What silos showed as delivered before a batch was opened, and is booked or pending from its opening on, kg. */
export async function deliveredBefore(work: UnitOfWork, { id, open_date: openDate }: Pick<BatchRow, 'id' | 'open_date'>) {
  const { total } = await work.sql
    .selectFrom('feed_movements')
    .select(({ fn }) => fn.sum<number | null>('weight').as('total'))
    .where('batch_id', '=', id)
    .where('detected_at', '<', openDate)
    .executeTakeFirstOrThrow()
  return total ?? 0
}

/** The known capacities of silos, kg. */
export async function siloCapacities(work: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await work.sql.selectFrom('interfaces').select(['id', 'capacity']).where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, capacity }) => (capacity === null ? [] : [[id, capacity]])))
}

/** Silos by their ids, in the order of their names. */
export async function silosByIds(work: UnitOfWork, ids: readonly string[]) {
  if (ids.length === 0) return []
  return work.sql
    .selectFrom('interfaces')
    .select(['id', 'display_name as displayName', 'capacity'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('display_name')
    .orderBy('id')
    .execute()
}

/** The feed factory of the last effective delivery to a batch; undefined: none is known. */
export const lastFeedFactory = (work: UnitOfWork, batchId: string) =>
  work.sql
    .selectFrom('feed_movements')
    .innerJoin('feed_factories', 'feed_factories.id', 'feed_movements.feed_factory_id')
    .select([
      'feed_factories.id',
      'feed_factories.display_name as displayName',
      'feed_factories.lead_days as leadDays',
      'feed_movements.at',
    ])
    .where('feed_movements.batch_id', '=', batchId)
    .where('feed_movements.action', '=', 'ENTRY')
    .where('feed_movements.pending', '=', false)
    .orderBy('feed_movements.at', 'desc')
    .orderBy('feed_movements.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A batch, and when within its days it is fed from a silo. */
export interface SiloFeeding {
  readonly id: string
  readonly since: Date
  /** Null: it goes on. */
  readonly until: Date | null
}

/** Other batches that are fed from a silo on days of a batch. */
export async function siloFeedings(
  work: UnitOfWork,
  { id, open_date: from, close_date: to }: BatchRow,
  siloId: string,
): Promise<SiloFeeding[]> {
  const { rows } = await sql<SiloFeeding>`select source.batch_id::text as id, source.since,
      nullif(source.until, 'infinity') as until
    from batches other join batch_sources source on source.batch_id = other.id
    where other.id <> ${id} and tstzrange(other.open_date, other.close_date) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
      and source.category = 'SILO_WEIGHT' and source.interface_id = ${siloId}
      and tstzrange(source.since, source.until) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by source.since, source.batch_id`.execute(work.sql)
  return rows
}

/** Ids of other batches that are fed from a silo on days of a batch. */
export const siloUsers = async (work: UnitOfWork, batch: BatchRow, siloId: string): Promise<string[]> => [
  ...new Set((await siloFeedings(work, batch, siloId)).map(({ id }) => id)),
]

/** Open batches that are fed from a silo. */
export async function openBatchesOfSilo(work: UnitOfWork, siloId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select batches.id::text as id
    from batches join batch_sources source on source.batch_id = batches.id
    where batches.close_date is null and batches.open_date <= ${work.now} and source.until = 'infinity'
      and source.category = 'SILO_WEIGHT' and source.interface_id = ${siloId}
    order by batches.id`.execute(work.sql)
  return rows.map(row => row.id)
}

/** Feed (kg) and water (L) of a local day, as they are stored. */
export interface StoredDay {
  readonly day: number
  readonly feed: number | null
  readonly water: number | null
  readonly source: FeedSource
  /** As in the contract. */
  readonly isEstimated: boolean
  /** kg of an animal, by the scales of the house. */
  readonly scale: number | null
}

export const storedDays = createBatchLoader(async (work, batchIds: readonly string[]): Promise<StoredDay[][]> => {
  const { rows } = await sql<StoredDay & { batch_id: string }>`select batch_id::text, day - date '1970-01-01' as day, feed, water,
      feed_source as source, is_estimated as "isEstimated", scale_weight as scale
    from batch_days where batch_id = any (${[...batchIds]}::bigint[]) order by batch_days.day`.execute(work.sql)
  return byBatch(batchIds, rows, ({ day, feed, water, source, isEstimated, scale }) => ({
    day,
    feed,
    water,
    source,
    isEstimated,
    scale,
  }))
})

/** Stores exactly these days of a batch. Answers how many rows changed. */
export async function storeDays(work: UnitOfWork, batchId: string, days: readonly StoredDay[]): Promise<number> {
  const list = sql`${days.map(({ day }) => day)}::int[]`
  const gone = await sql`delete from batch_days where batch_id = ${batchId}
    and not (day - date '1970-01-01' = any (${list}))`.execute(work.sql)
  const written = await sql`insert into batch_days (batch_id, day, feed, water, feed_source, is_estimated, scale_weight)
    select ${batchId}, date '1970-01-01' + day, feed, water, source, is_estimated, scale
    from unnest(${list}, ${days.map(({ feed }) => feed)}::float8[], ${days.map(({ water }) => water)}::float8[],
      ${days.map(({ source }) => source)}::text[], ${days.map(({ isEstimated }) => isEstimated)}::boolean[],
      ${days.map(({ scale }) => scale)}::float8[])
      as given (day, feed, water, source, is_estimated, scale)
    on conflict (batch_id, day) do update set feed = excluded.feed, water = excluded.water, feed_source = excluded.feed_source,
        is_estimated = excluded.is_estimated, scale_weight = excluded.scale_weight
      where (batch_days.feed, batch_days.water, batch_days.feed_source, batch_days.is_estimated, batch_days.scale_weight)
        is distinct from (excluded.feed, excluded.water, excluded.feed_source, excluded.is_estimated, excluded.scale_weight)`.execute(
    work.sql,
  )
  return Number(gone.numAffectedRows ?? 0n) + Number(written.numAffectedRows ?? 0n)
}

/** The versions that figures of a batch follow from. Versions, not times: an edit may begin before and end after a computation. */
export interface Basis {
  readonly batchVersion: number
  /** Null: the batch follows no curve. */
  readonly curveVersion: number | null
}

/** KPIs as they were last computed, with what they were computed from. */
export interface StoredFigures extends Basis {
  /** As of `siloSharers`. */
  readonly siloSharers: string | null
  readonly revision: number
  readonly day: number
  readonly figures: Kpis
}

/**
 * The batches that a batch shares a silo with, seen or not, as a text of their versions: the feed of the batch follows from their
 * days, animals and curves, too. Null: there are none.
 */
export const siloSharers = createBatchLoader(async (work, batchIds: readonly string[]): Promise<(string | null)[]> => {
  const { rows } = await sql<{ sharers: string | null }>`select silo_sharers(asked.id) as sharers
    from unnest(${[...batchIds]}::bigint[]) with ordinality as asked (id, at) order by asked.at`.execute(work.sql)
  return rows.map(({ sharers }) => sharers)
})

/**
 * Do stored figures hold every KPI of this version of the platform? Those that another version stored count as not computed: they
 * are shown nowhere, and the periodic task computes them again.
 */
export const holdsAllKpis = (stored: string) =>
  sql<boolean>`${sql.ref(`${stored}.figures`)} ?& ${Object.keys(Kpis.shape)}::text[]`

export const storedFigures = createBatchLoader(
  async (work, batchIds: readonly string[]): Promise<(StoredFigures | undefined)[]> => {
    const { rows } = await sql<StoredFigures & { batchId: string }>`select batch_id::text as "batchId", revision,
      day - date '1970-01-01' as day, figures, batch_version as "batchVersion", curve_version as "curveVersion",
      silo_sharers as "siloSharers"
    from batch_figures where batch_id = any (${[...batchIds]}::bigint[]) and ${holdsAllKpis('batch_figures')}`.execute(work.sql)
    const found = new Map(rows.map(row => [row.batchId, row]))
    return batchIds.map(id => found.get(id))
  },
)

/** Batches in reach, in the order of their ids. @throws NotFound */
export async function batchesInReach(work: UnitOfWork, ids: readonly string[]): Promise<BatchRow[]> {
  const found = new Map((await filteredBatches(work, { ids }).execute()).map(row => [row.id, row]))
  return ids.map(id => orNotFound(found.get(id)))
}

export const storeFigures = (
  work: UnitOfWork,
  batchId: string,
  { revision, day, figures, batchVersion, curveVersion, siloSharers: sharers }: StoredFigures,
) =>
  sql`insert into batch_figures (batch_id, revision, day, figures, batch_version, curve_version, silo_sharers, computed_at)
    values (${batchId}, ${revision}, date '1970-01-01' + ${day}::int, ${JSON.stringify(figures)}::jsonb, ${batchVersion},
      ${curveVersion}, ${sharers}, ${work.now})
    on conflict (batch_id) do update set revision = excluded.revision, day = excluded.day, figures = excluded.figures,
      batch_version = excluded.batch_version, curve_version = excluded.curve_version, silo_sharers = excluded.silo_sharers,
      computed_at = excluded.computed_at`.execute(work.sql)

/** Do stored rows follow from the batch and the curve as they are? */
const isOfVersions = (stored: string) => sql<boolean>`(${sql.ref(`${stored}.batch_version`)} = batches.version
  and ${sql.ref(`${stored}.curve_version`)} is not distinct from
    (select curve.version from production_curves curve where curve.id = batches.production_curve_id))`

/** Was nothing of the batch itself or of its curve booked or edited since its KPIs `figures` were computed? Null: they never were. */
export const areOwnFiguresCurrent = sql<boolean>`(figures.revision = batches.revision and ${holdsAllKpis('figures')}
  and ${isOfVersions('figures')})`

/** Was nothing booked or edited, of the batch and of those that share its silos, since its KPIs `figures` were computed? */
export const areFiguresCurrent = sql<boolean>`(${areOwnFiguresCurrent}
  and figures.silo_sharers is not distinct from silo_sharers(batches.id))`

/** A sensor at a house or in one of its rooms. */
export interface HouseSensor<C extends CategoryId = CategoryId> {
  readonly id: string
  readonly category: C
  readonly name: string
  readonly max: number | null
  readonly createdAt: Date
  /** Null: it is in service. */
  readonly deletedAt: Date | null
}

/** Sensors of these categories in the house of a batch; also those that were deleted since its opening, as their readings stay. */
export async function sensorsOf<C extends CategoryId>(
  work: UnitOfWork,
  { entity_id: entityId, open_date: openDate }: Pick<BatchRow, 'entity_id' | 'open_date'>,
  categories: readonly C[],
) {
  const { rows } = await sql<HouseSensor<C>>`select interfaces.id::text as id, interfaces.category,
      interfaces.display_name as name, interfaces.max, interfaces.created_at as "createdAt", interfaces.deleted_at as "deletedAt"
    from interfaces join entities on entities.id = interfaces.entity_id join entities house on entities.path <@ house.path
    where house.id = ${entityId} and interfaces.category = any (${[...categories]}) and interfaces.direction = 'IN'
      and (interfaces.deleted_at is null or interfaces.deleted_at > ${openDate}) and not interfaces.is_internal
    order by interfaces.id`.execute(work.sql)
  return rows
}

/** What climate counts follow from, and the instant until which they count. */
interface EnvironmentOrigin {
  readonly basis: Basis & { readonly birthDay: number | null }
  readonly countedUntil: Date
}

export type StoredEnvironment = ComplianceCounts & EnvironmentOrigin & { readonly computedAt: Date }

export async function storedEnvironment(work: UnitOfWork, batchId: string): Promise<StoredEnvironment[]> {
  const { rows } = await sql<StoredEnvironment>`select category, expected, present, judged, inside, computed_at as "computedAt",
      counted_until as "countedUntil", json_build_object('batchVersion', batch_version, 'curveVersion', curve_version, 'birthDay', birth_day) as basis
    from batch_environment where batch_id = ${batchId}`.execute(work.sql)
  return rows
}

export const storeEnvironment = (
  work: UnitOfWork,
  batchId: string,
  counts: readonly ComplianceCounts[],
  { basis: { batchVersion, curveVersion, birthDay }, countedUntil }: EnvironmentOrigin,
) =>
  work.sql
    .insertInto('batch_environment')
    .values(
      counts.map(values => ({
        ...values,
        batch_id: batchId,
        computed_at: work.now,
        counted_until: countedUntil,
        batch_version: batchVersion,
        curve_version: curveVersion,
        birth_day: birthDay,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['batch_id', 'category']).doUpdateSet(eb => ({
        expected: eb.ref('excluded.expected'),
        present: eb.ref('excluded.present'),
        judged: eb.ref('excluded.judged'),
        inside: eb.ref('excluded.inside'),
        computed_at: eb.ref('excluded.computed_at'),
        counted_until: eb.ref('excluded.counted_until'),
        batch_version: eb.ref('excluded.batch_version'),
        curve_version: eb.ref('excluded.curve_version'),
        birth_day: eb.ref('excluded.birth_day'),
      })),
    )
    .execute()

/** Days after the closing in which boxes still send readings from before it. */
const LATE_DAYS = 14

/** Was a batch closed a few days ago? Readings from before its closing may still come. */
export const isClosedLately = ({ now }: Pick<UnitOfWork, 'now'>, { closed_at: closedAt }: Pick<BatchRow, 'closed_at'>): boolean =>
  closedAt !== null && closedAt.getTime() > now.getTime() - LATE_DAYS * DAY

/**
 * Batches whose figures the periodic task computes: open ones, those that changed, or whose curve did, since the last time, and
 * once a day those that were closed lately.
 */
export async function batchesToCompute(work: UnitOfWork): Promise<string[]> {
  const now = work.now.getTime()
  const { rows } = await sql<{ id: string }>`select batches.id::text as id from batches
      left join batch_figures figures on figures.batch_id = batches.id
    where close_date is null or ${areFiguresCurrent} is not true
      or (batches.closed_at > ${new Date(now - LATE_DAYS * DAY)} and figures.computed_at <= ${new Date(now - DAY)})
      or not exists (select 1 from batch_environment climate where climate.batch_id = batches.id and ${isOfVersions('climate')})
    order by batches.id`.execute(work.sql)
  return rows.map(row => row.id)
}
