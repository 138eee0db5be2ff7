import type { AnimalActionType, InverseTransaction, MovementAction } from '@steading/contract/production/animalMovements'
import type { DeathReasonRef } from '@steading/contract/production/deathReasons'
import type { PageQuery } from '@steading/contract/http/paging'
import type { Movement } from '@steading/production/replay'
import { GROUP_LIMITS } from '@steading/production/weight'
import type { FeedHistory } from '@steading/production/withdrawal'
import { sql } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The other half of a transfer; null where its batch is out of the caller's reach. */
const inverse = ({ actor }: UnitOfWork) => sql<z.infer<typeof InverseTransaction> | null>`(
    select json_build_object('batchId', other_batch.id::text, 'code', other_batch.code)
    from animal_movements half join batches other_batch on other_batch.id = half.batch_id
    where half.transfer_id = animal_movements.transfer_id and half.id <> animal_movements.id
      and ${within(actor, sql.ref('other_batch.entity_id'))})`

const deathReason = sql<z.infer<typeof DeathReasonRef> | null>`(
    select json_build_object('id', reason.id::text, 'displayName', reason.display_name, 'translations', reason.translations)
    from death_reasons reason where reason.id = animal_movements.death_reason_id)`

/** Movements of batches in reach. */
const visible = (work: UnitOfWork) =>
  work.sql
    .selectFrom('animal_movements')
    .innerJoin('batches', 'batches.id', 'animal_movements.batch_id')
    .where(inScope(work, 'batches.entity_id'))

const rows = (work: UnitOfWork) =>
  visible(work)
    .selectAll('animal_movements')
    .select([
      'batches.code as batchCode',
      'batches.entity_id as entityId',
      entityRef('entity_id', 'batches').as('entity'),
      sql<string>`(select time_zone from entities where entities.id = batches.entity_id)`.as('timeZone'),
      deathReason.as('deathReason'),
      inverse(work).as('inverse'),
      personReference('animal_movements.created_by').as('createdBy'),
      personReference('animal_movements.updated_by').as('updatedBy'),
    ])
export type AnimalMovementRow = NonNullable<Awaited<ReturnType<typeof movementById>>>

export const movementById = (work: UnitOfWork, id: string) => rows(work).where('animal_movements.id', '=', id).executeTakeFirst()

/** Every movement of a batch in reach, the oldest first. */
export const movementsOfBatch = (work: UnitOfWork, batchId: string) =>
  rows(work)
    .where('animal_movements.batch_id', '=', batchId)
    .orderBy('animal_movements.at')
    .orderBy('animal_movements.id')
    .execute()

/** The movement; of a transfer both halves in the caller's reach, the exit first. */
export const halvesOf = (work: UnitOfWork, { id, transfer_id: transferId }: Pick<AnimalMovementRow, 'id' | 'transfer_id'>) => {
  const query = transferId === null ? rows(work).where('animal_movements.id', '=', id) : byTransfer(work, transferId)
  return query.execute()
}
const byTransfer = (work: UnitOfWork, transferId: string) =>
  rows(work).where('animal_movements.transfer_id', '=', transferId).orderBy('animal_movements.action', 'desc')

export interface MovementFilter {
  readonly entityId?: string | undefined
  readonly batchId?: string | undefined
  readonly action?: MovementAction | undefined
  readonly actionType?: readonly AnimalActionType[] | undefined
  readonly deathReasonId?: string | undefined
  readonly pending?: boolean | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly search?: string | undefined
}

type Visible = ReturnType<typeof visible>

const narrow = <Query extends Visible>(
  given: Query,
  { entityId, batchId, action, actionType, deathReasonId, pending, fromDate, toDate, search }: MovementFilter,
): Query => {
  let query: Visible = given
  if (entityId) query = query.where(atOrBelow(sql.ref('batches.entity_id'), entityId))
  if (batchId) query = query.where('animal_movements.batch_id', '=', batchId)
  if (action) query = query.where('animal_movements.action', '=', action)
  if (actionType) query = query.where('animal_movements.action_type', 'in', actionType)
  if (deathReasonId) query = query.where('animal_movements.death_reason_id', '=', deathReasonId)
  if (pending !== undefined) query = query.where('animal_movements.pending', '=', pending)
  if (fromDate) query = query.where('animal_movements.at', '>=', new Date(fromDate))
  if (toDate) query = query.where('animal_movements.at', '<', new Date(toDate))
  if (search) query = query.where(saysPlainly(sql`concat_ws(e'\n', batches.code, animal_movements.type_description)`, search))
  return query as Query // safe: conditions do not change what is selected
}

export const searchMovements = (work: UnitOfWork, pageQuery: PageQuery, filter: MovementFilter) =>
  fetchPage(
    work,
    narrow(rows(work), filter),
    pageQuery,
    {
      timestamp: 'animal_movements.at',
      number: 'animal_movements.number',
      weight: 'animal_movements.weight',
      creationTimestamp: 'animal_movements.created_at',
      id: 'animal_movements.id',
    } as const,
    'animal_movements.id',
    row => row,
  )

/** Sums of movements by type, cause of death and whether they are pending. */
export const sumMovements = (work: UnitOfWork, filter: MovementFilter) =>
  narrow(visible(work), filter)
    .select([
      'action',
      'action_type as actionType',
      'pending',
      deathReason.as('deathReason'),
      sql<number>`sum(number)::float8`.as('number'),
      sql<number>`coalesce(sum(weight), 0)::float8`.as('weight'),
    ])
    .groupBy(['action', 'action_type', 'pending', 'death_reason_id'])
    .execute()

/** Animals of pending movements; those of a transfer count once where the filter leaves both of its halves. */
export async function sumPending(work: UnitOfWork, filter: MovementFilter): Promise<number> {
  const pending = narrow(visible(work), filter)
    .where('animal_movements.pending', '=', true)
    .select('number')
    .distinctOn(sql`coalesce(transfer_id, animal_movements.id)`)
  const { animals } = await work.sql
    .selectFrom(pending.as('movement'))
    .select(sql<number>`coalesce(sum(number), 0)::float8`.as('animals'))
    .executeTakeFirstOrThrow()
  return animals
}

/** Effective sales with a weight by their group of weights, see `GROUP_LIMITS`: its index, animals and kg. */
export const sumSalesByWeight = (work: UnitOfWork, filter: MovementFilter) =>
  narrow(visible(work), filter)
    .where('action_type', '=', 'EXTERNAL_SALE')
    .where('pending', '=', false)
    .where('weight', 'is not', null)
    .select([
      sql<number>`width_bucket(weight / number, ${[...GROUP_LIMITS]}::numeric[]) - 1`.as('weightGroup'),
      sql<number>`sum(number)::float8`.as('animals'),
      sql<number>`sum(weight)::float8`.as('weight'),
    ])
    .groupBy(sql.ref('weightGroup'))
    .execute()

/** Every movement of batches, as the replay takes them. */
export async function movementsOfBatches(
  work: UnitOfWork,
  batchIds: readonly string[],
): Promise<(Movement & { readonly batchId: string })[]> {
  const stored = await work.sql
    .selectFrom('animal_movements')
    .select(['id', 'batch_id', 'at', 'action', 'action_type', 'number', 'weight', 'age', 'pending'])
    .where('batch_id', 'in', [...batchIds])
    .execute()
  return stored.map(({ batch_id: batchId, at, action_type: actionType, age: ageDays, ...row }) => ({
    ...row,
    batchId,
    at: at.getTime(),
    actionType,
    ageDays,
  }))
}

/** What the animals of a batch were fed up to an instant: in the batch, and before in those that they were transferred from. */
export async function feedHistoryOf(work: UnitOfWork, batchId: string, until: Date): Promise<FeedHistory[]> {
  const { rows } = await sql<{
    batch: string
    until: Date
    at: Date
    medicated: boolean
    withdrawalDays: number
    feedTypeId: string
  }>`
    with recursive stays as (
      select ${batchId}::bigint as batch_id, ${until}::timestamptz as until
      union
      select origin.batch_id, least(origin.at, stays.until) from stays
        join animal_movements entry on entry.batch_id = stays.batch_id and entry.action = 'ENTRY'
          and entry.transfer_id is not null and entry.at <= stays.until
        join animal_movements origin on origin.transfer_id = entry.transfer_id and origin.action = 'EXIT' and not origin.pending)
    select stays.batch_id::text as batch, stays.until, feed.at, feed_types.medicated,
      feed_types.withdrawal_days as "withdrawalDays", feed_types.id::text as "feedTypeId"
    from stays
      join feed_movements feed on feed.batch_id = stays.batch_id and feed.action = 'ENTRY' and not feed.pending and feed.at <= stays.until
      join feed_types on feed_types.id = feed.feed_type_id`.execute(work.sql)
  const stays = Map.groupBy(rows, ({ batch, until: end }) => `${batch} ${end.getTime()}`)
  return [...stays.values()].map(entries => ({
    until: entries[0]!.until.getTime(), // safe: a group has a row
    entries: entries.map(({ at, medicated, withdrawalDays, feedTypeId }) => ({
      at: at.getTime(),
      medicated,
      withdrawalDays,
      feedTypeId,
    })),
  }))
}

/** What both halves of a transfer have in common. */
export interface MovementColumns {
  readonly at: Date
  readonly type_description: string
  readonly number: number
  readonly weight: number | null
  readonly age: number
  readonly pending: boolean
  readonly death_reason_id: string | null
}

/** Where a movement is inserted: one row for each of its halves. */
export interface NewHalf {
  readonly id: string
  readonly batchId: string
  readonly action: MovementAction
  readonly transferId: string | null
}

export async function insertMovement(
  work: UnitOfWork,
  halves: readonly NewHalf[],
  actionType: AnimalActionType,
  columns: MovementColumns,
): Promise<void> {
  const values = halves.map(
    ({ id, batchId, action, transferId }) => sql`(${id}, ${batchId}, ${action}, ${actionType}, ${transferId}, ${columns.at},
      ${columns.type_description}, ${columns.number}, ${columns.weight}, ${columns.age}, ${columns.pending},
      ${columns.death_reason_id}, ${work.now}, ${work.actor.id})`,
  )
  await sql`insert into animal_movements (id, batch_id, action, action_type, transfer_id, at, type_description, number, weight, age,
      pending, death_reason_id, created_at, created_by)
    overriding system value values ${sql.join(values)}`.execute(work.sql)
}

/** Changes every half of a movement; false on a version conflict. */
export async function updateMovement(
  work: UnitOfWork,
  ids: readonly string[],
  version: number,
  columns: MovementColumns,
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('animal_movements')
    .set({ ...columns, ...versionColumns(work) })
    .where('id', 'in', [...ids])
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === BigInt(ids.length)
}

export const deleteMovement = (work: UnitOfWork, ids: readonly string[]) =>
  work.sql
    .deleteFrom('animal_movements')
    .where('id', 'in', [...ids])
    .execute()
