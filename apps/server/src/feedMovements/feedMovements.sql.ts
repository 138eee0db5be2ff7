import type { InverseTransaction, MovementAction } from '@steading/contract/production/animalMovements'
import { DELIVERY_MATCH } from '@steading/contract/production/feedMovements'
import type { FeedActionType, FeedFactoryRef, FeedTypeRef } from '@steading/contract/production/feedMovements'
import type { PageQuery } from '@steading/contract/http/paging'
import type { FeedMovement } from '@steading/production/stock'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The other half of a transfer; null where its batch is out of the caller's reach. */
const inverse = ({ actor }: UnitOfWork) => sql<z.infer<typeof InverseTransaction> | null>`(
    select json_build_object('batchId', other_batch.id::text, 'code', other_batch.code)
    from feed_movements half join batches other_batch on other_batch.id = half.batch_id
    where half.transfer_id = feed_movements.transfer_id and half.id <> feed_movements.id
      and ${within(actor, sql.ref('half.entity_id'))})`

const feedType = sql<z.infer<typeof FeedTypeRef> | null>`(
    select json_build_object('id', type.id::text, 'code', type.code, 'displayName', type.display_name,
      'translations', type.translations, 'medicated', type.medicated)
    from feed_types type where type.id = feed_movements.feed_type_id)`

const feedFactory = sql<z.infer<typeof FeedFactoryRef> | null>`(
    select json_build_object('id', factory.id::text, 'displayName', factory.display_name)
    from feed_factories factory where factory.id = feed_movements.feed_factory_id)`

const silo = sql<{ id: string; displayName: string; capacity: number | null } | null>`(
    select json_build_object('id', interfaces.id::text, 'displayName', interfaces.display_name, 'capacity', interfaces.capacity)
    from interfaces where interfaces.id = feed_movements.silo_interface_id)`

/** Movements of houses in reach. */
const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('feed_movements')
    .leftJoin('batches', 'batches.id', 'feed_movements.batch_id')
    .where(inScope(work, 'feed_movements.entity_id'))

const rows = (work: UnitOfWork) =>
  visible(work)
    .selectAll('feed_movements')
    .select([
      'batches.code as batchCode',
      entityRef('entity_id', 'feed_movements').as('entity'),
      sql<string>`(select time_zone from entities where entities.id = feed_movements.entity_id)`.as('timeZone'),
      feedType.as('feedType'),
      feedFactory.as('feedFactory'),
      silo.as('silo'),
      inverse(work).as('inverse'),
      personReference('feed_movements.created_by').as('createdBy'),
      personReference('feed_movements.updated_by').as('updatedBy'),
    ])
export type FeedMovementRow = NonNullable<Awaited<ReturnType<typeof movementById>>>

export const movementById = (work: UnitOfWork, id: string) => rows(work).where('feed_movements.id', '=', id).executeTakeFirst()

export const movementsByIds = (work: UnitOfWork, ids: readonly string[]) =>
  rows(work)
    .where('feed_movements.id', 'in', [...ids])
    .execute()

/** Every movement of a batch in reach, the oldest first. */
export const movementsOfBatch = (work: UnitOfWork, batchId: string) =>
  rows(work).where('feed_movements.batch_id', '=', batchId).orderBy('feed_movements.at').orderBy('feed_movements.id').execute()

/** The movement; of a transfer both halves in the caller's reach, the exit first. */
export const halvesOf = (work: UnitOfWork, { id, transfer_id: transferId }: Pick<FeedMovementRow, 'id' | 'transfer_id'>) =>
  (transferId === null
    ? rows(work).where('feed_movements.id', '=', id)
    : rows(work).where('feed_movements.transfer_id', '=', transferId).orderBy('feed_movements.action', 'desc')
  ).execute()

export interface MovementFilter {
  readonly entityId?: string | undefined
  readonly batchId?: string | undefined
  readonly action?: MovementAction | undefined
  readonly actionType?: readonly FeedActionType[] | undefined
  readonly feedTypeId?: string | undefined
  readonly feedFactoryId?: string | undefined
  readonly pending?: boolean | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly search?: string | undefined
  /** Only deliveries that silos showed. */
  readonly isDetected?: boolean | undefined
}

type Visible = ReturnType<typeof visible>

const narrow = <Query extends Visible>(given: Query, filter: MovementFilter): Query => {
  const { entityId, batchId, action, actionType, feedTypeId, feedFactoryId, pending, fromDate, toDate, search } = filter
  let query: Visible = given
  if (entityId) query = query.where(atOrBelow(sql.ref('feed_movements.entity_id'), entityId))
  if (batchId) query = query.where('feed_movements.batch_id', '=', batchId)
  if (action) query = query.where('feed_movements.action', '=', action)
  if (actionType) query = query.where('feed_movements.action_type', 'in', actionType)
  if (feedTypeId) query = query.where('feed_movements.feed_type_id', '=', feedTypeId)
  if (feedFactoryId) query = query.where('feed_movements.feed_factory_id', '=', feedFactoryId)
  if (pending !== undefined) query = query.where('feed_movements.pending', '=', pending)
  if (fromDate) query = query.where('feed_movements.at', '>=', new Date(fromDate))
  if (toDate) query = query.where('feed_movements.at', '<', new Date(toDate))
  if (search) query = query.where(saysPlainly(sql`concat_ws(e'\n', batches.code, feed_movements.type_description)`, search))
  if (filter.isDetected) query = query.where('feed_movements.silo_interface_id', 'is not', null)
  return query as Query // safe: conditions do not change what is selected
}

export const searchMovements = (work: UnitOfWork, pageQuery: PageQuery, filter: MovementFilter) =>
  fetchPage(
    work,
    narrow(rows(work), filter),
    pageQuery,
    {
      timestamp: 'feed_movements.at',
      weight: 'feed_movements.weight',
      creationTimestamp: 'feed_movements.created_at',
      id: 'feed_movements.id',
    } as const,
    'feed_movements.id',
    row => row,
  )

/** Sums of movements by type of feed, action and whether they are pending. */
export const sumMovements = (work: UnitOfWork, filter: MovementFilter) =>
  narrow(visible(work), filter)
    .select([
      'action',
      'pending',
      feedType.as('feedType'),
      sql<number>`count(*)::int`.as('movements'),
      sql<number>`sum(weight)::float8`.as('weight'),
    ])
    .groupBy(['feed_movements.action', 'feed_movements.pending', 'feed_movements.feed_type_id'])
    .orderBy('feed_movements.feed_type_id')
    .execute()

/** kg of pending movements; those of a transfer count once where the filter leaves both of its halves. */
export async function sumPending(work: UnitOfWork, filter: MovementFilter): Promise<number> {
  const pending = narrow(visible(work), filter)
    .where('feed_movements.pending', '=', true)
    .select('weight')
    .distinctOn(sql`coalesce(transfer_id, feed_movements.id)`)
  const { kg } = await work.sql
    .selectFrom(pending.as('movement'))
    .select(sql<number>`coalesce(sum(weight), 0)::float8`.as('kg'))
    .executeTakeFirstOrThrow()
  return kg
}

/** The last movement of each type of feed of a batch, the newest first. */
export async function lastMovementOfEachType(work: UnitOfWork, batchId: string): Promise<FeedMovementRow[]> {
  const last = await work.sql
    .selectFrom('feed_movements')
    .distinctOn('feed_type_id')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('feed_type_id', 'is not', null)
    .orderBy('feed_type_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (last.length === 0) return []
  return rows(work)
    .where(
      'feed_movements.id',
      'in',
      last.map(({ id }) => id),
    )
    .orderBy('feed_movements.at', 'desc')
    .orderBy('feed_movements.id', 'desc')
    .execute()
}

/** Every movement of batches, as the replay of stock takes them. */
export async function stockOfBatches(
  work: UnitOfWork,
  batchIds: readonly string[],
): Promise<(FeedMovement & { readonly batchId: string | null })[]> {
  const stored = await work.sql
    .selectFrom('feed_movements')
    .select(['id', 'batch_id', 'at', 'action', 'weight', 'pending'])
    .where('batch_id', 'in', [...batchIds])
    .execute()
  return stored.map(({ id, batch_id: batchId, at, action, weight: kg, pending }) => ({
    id,
    batchId,
    at: at.getTime(),
    action,
    kg,
    pending,
  }))
}

/** What both halves of a transfer have in common. */
export interface MovementColumns {
  readonly at: Date
  readonly type_description: string
  readonly weight: number
  readonly feed_type_id: string
  readonly feed_factory_id: string | null
  readonly pending: boolean
}

/** A row to insert: one half of a movement. */
export interface NewHalf {
  readonly id: string
  readonly batchId: string
  readonly entityId: string
  readonly action: MovementAction
  readonly actionType: FeedActionType
  readonly transferId: string | null
  readonly columns: MovementColumns
}

export async function insertMovements(work: UnitOfWork, halves: readonly NewHalf[]): Promise<void> {
  const values = halves.map(
    ({ id, batchId, entityId, action, actionType, transferId, columns }) => sql`(${id}, ${entityId}, ${batchId}, ${action},
      ${actionType}, ${transferId}, ${columns.at}, ${columns.type_description}, ${columns.weight}, ${columns.feed_type_id},
      ${columns.feed_factory_id}, ${columns.pending}, ${work.now}, ${work.actor.id})`,
  )
  await sql`insert into feed_movements (id, entity_id, batch_id, action, action_type, transfer_id, at, type_description, weight,
      feed_type_id, feed_factory_id, pending, created_at, created_by)
    overriding system value values ${sql.join(values)}`.execute(work.sql)
}

/** House and batch of a delivery, as its confirmation names them. */
export interface DeliveryPlace {
  readonly batch_id: string
  readonly entity_id: string
}

/** Changes every half of a movement; false if somebody else was faster. */
export async function updateMovement(
  work: UnitOfWork,
  ids: readonly string[],
  version: number,
  columns: MovementColumns & Partial<DeliveryPlace>,
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('feed_movements')
    .set({ ...columns, ...versionColumns(work) })
    .where('id', 'in', [...ids])
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === BigInt(ids.length)
}

export async function deleteMovement(work: UnitOfWork, ids: readonly string[], version: number): Promise<boolean> {
  const { numDeletedRows } = await work.sql
    .deleteFrom('feed_movements')
    .where('id', 'in', [...ids])
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === BigInt(ids.length)
}

/** A delivery as a silo showed it. */
export interface DetectedDelivery {
  readonly siloInterfaceId: string
  /** The house of the batch, else where the silo stands. */
  readonly entityId: string
  readonly batchId: string | null
  readonly at: Date
  /** kg */
  readonly weight: number
}

/** Inserts a delivery, pending until a person says what it was; undefined if it is there already. */
export async function insertDelivery(
  work: UnitOfWork,
  { siloInterfaceId, entityId, batchId, at, weight }: DetectedDelivery,
): Promise<string | undefined> {
  const inserted = await work.sql
    .insertInto('feed_movements')
    .values({
      entity_id: entityId,
      batch_id: batchId,
      at,
      action: 'ENTRY',
      action_type: 'BUY',
      weight,
      pending: true,
      silo_interface_id: siloInterfaceId,
      detected_at: at,
      detected_weight: weight,
      created_at: work.now,
    })
    .onConflict(conflict =>
      conflict.columns(['silo_interface_id', 'detected_at']).where('silo_interface_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Was a delivery handled that a silo showed in a span: booked, also one that is confirmed or joined with its purchase, or deleted?
 */
export async function isDeliveryHandled(
  work: UnitOfWork,
  siloInterfaceId: string,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<boolean> {
  const found = await Promise.all(
    (['feed_movements', 'dismissed_deliveries'] as const).map(table =>
      work.sql
        .selectFrom(table)
        .select('detected_at')
        .where('silo_interface_id', '=', siloInterfaceId)
        .where('detected_at', '>', after)
        .where('detected_at', '<=', until)
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return found.some(row => row !== undefined)
}

/** Notes that people deleted a delivery that a silo showed. */
export const dismissDelivery = (work: UnitOfWork, siloInterfaceId: string, detectedAt: Date) =>
  work.sql
    .insertInto('dismissed_deliveries')
    .values({ silo_interface_id: siloInterfaceId, detected_at: detectedAt })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Purchases offered as the same as a delivery, at most. */
const MOST_MATCHES = 5

/**
 * Purchases of open batches at a silo that people entered and that may be its delivery: near in time and weight. The nearest in
 * weight comes first, then the nearest in time.
 */
export const matchesOf = (work: UnitOfWork, { silo_interface_id: siloId, batch_id: batchId, ...delivery }: FeedMovementRow) => {
  const at = delivery.detected_at ?? delivery.at
  const kg = delivery.detected_weight ?? delivery.weight
  const tolerance = Math.max(DELIVERY_MATCH.weight, DELIVERY_MATCH.share * kg)
  // A delivery to a shared silo has no batch yet.
  const isOfSilo =
    batchId === null
      ? sql<SqlBool>`case when batches.silo_interface_ids is null
          then exists (select 1 from default_interfaces preset where preset.entity_id = batches.entity_id
              and preset.category = 'SILO_WEIGHT' and preset.interface_id = ${siloId})
            or exists (select 1 from interfaces where interfaces.id = ${siloId} and interfaces.entity_id = batches.entity_id)
          else ${siloId} = any(batches.silo_interface_ids) end`
      : sql<SqlBool>`feed_movements.batch_id = ${batchId}`
  return rows(work)
    .where('feed_movements.action_type', '=', 'BUY')
    .where('feed_movements.silo_interface_id', 'is', null)
    .where('feed_movements.feed_type_id', 'is not', null)
    .where('batches.close_date', 'is', null)
    .where('feed_movements.at', '>=', new Date(at.getTime() - DELIVERY_MATCH.time))
    .where('feed_movements.at', '<=', new Date(at.getTime() + DELIVERY_MATCH.time))
    .where(sql<SqlBool>`abs(feed_movements.weight - ${kg}::numeric) <= ${tolerance}::numeric`)
    .where(isOfSilo)
    .orderBy(sql`abs(feed_movements.weight - ${kg}::numeric)`)
    .orderBy(sql`abs(extract(epoch from feed_movements.at - ${at}::timestamptz))`)
    .orderBy('feed_movements.id')
    .limit(MOST_MATCHES)
    .execute()
}

/**
 * Moves what a silo showed from its delivery, which is deleted, to the purchase that it is, and makes that effective: at its own time,
 * or at that of the filling if that was earlier, but not before `openDate` of its batch. False on a version conflict of either.
 */
export async function joinDelivery(
  work: UnitOfWork,
  delivery: FeedMovementRow,
  { purchase, openDate }: { readonly purchase: FeedMovementRow; readonly openDate: Date },
): Promise<boolean> {
  if (!(await deleteMovement(work, [delivery.id], delivery.version))) return false
  const { numUpdatedRows } = await work.sql
    .updateTable('feed_movements')
    .set({
      at: sql<Date>`greatest(least(at, ${delivery.detected_at}::timestamptz), ${openDate}::timestamptz)`,
      silo_interface_id: delivery.silo_interface_id,
      detected_at: delivery.detected_at,
      detected_weight: delivery.detected_weight,
      pending: false,
      ...versionColumns(work),
    })
    .where('id', '=', purchase.id)
    .where('version', '=', purchase.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The batch that was fed from a silo at an instant: the one that has the silo among its interfaces, else the one of the house where
 * the silo stands, unless other silos were chosen for it. Null: there was none, or several share the silo.
 */
export async function batchOfSilo(work: UnitOfWork, siloInterfaceId: string, entityId: string, at: Date): Promise<string | null> {
  const { rows: found } = await sql<{ id: string | null }>`with fed as (
      select batches.id from batches
      where open_date <= ${at} and (close_date is null or close_date > ${at})
        and case when silo_interface_ids is null
          then exists (select 1 from default_interfaces preset where preset.entity_id = batches.entity_id
            and preset.category = 'SILO_WEIGHT' and preset.interface_id = ${siloInterfaceId})
          else ${siloInterfaceId} = any(silo_interface_ids) end)
    select case (select count(*) from fed)
      when 0 then (select id from batches where id = find_batch(${entityId}, ${at}) and silo_interface_ids is null) when 1 then (select id from fed) end as id`.execute(
    work.sql,
  )
  return found[0]!.id
}
