import { isHelpdesk, statusAfter } from '@steading/contract/events/events'
import type { EventCategory, EventCause, EventStep, Severity } from '@steading/contract/events/events'
import type { DrillPlan, DrillStage } from '@steading/contract/events/drills'
import type { SpeciesCode } from '@steading/contract/production/species'
import { sql } from 'kysely'
import { batchIdAt, nextMovementIds } from '../batches/index.ts'
import type { House } from '../drills/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { PastMovement, PastWeighing } from './production/animals.ts'

// Writers of the demo's history. They bypass the services of the tables' slices: those take no dates in the past, notify people
// and write audit records. `tools/checks/house.ts` names this file as the one exception to "one writer a table".

/** A manual event of the past with its steps, the oldest first. */
export interface PastEvent {
  readonly entityId: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly category: EventCategory
  readonly cause: EventCause
  readonly openDate: Date
  /** User id of the author. */
  readonly by: string
  readonly steps: readonly { readonly step: EventStep; readonly by: string; readonly at: Date; readonly notes: string }[]
}

export async function insertPastEvent(work: UnitOfWork, event: PastEvent): Promise<void> {
  const solved = event.steps.find(({ step }) => step === 'SOLVED')
  const last = event.steps.at(-1)
  const { id } = await work.sql
    .insertInto('events')
    .values({
      entity_id: event.entityId,
      title: event.title,
      severity: event.severity,
      description: event.description,
      additional_notes: '',
      category: event.category,
      cause: event.cause,
      open_date: event.openDate,
      batch_id: isHelpdesk(event.category) ? null : await batchIdAt(work, event.entityId, event.openDate),
      batch_assigned_manually: false,
      source: 'PERSON',
      status: last ? statusAfter(last.step) : 'OPEN',
      close_date: solved?.at ?? null,
      closed_by: solved?.by ?? null,
      created_at: event.openDate,
      created_by: event.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const opening = {
    event_id: id,
    status: 'OPEN' as const,
    notes: '',
    user_id: event.by,
    date: event.openDate,
    step: null,
    via: null,
  }
  const steps = event.steps.map(({ step, by, at, notes }) => ({
    event_id: id,
    status: statusAfter(step),
    notes,
    user_id: by,
    date: at,
    step,
    via: 'SCREEN' as const,
  }))
  await work.sql
    .insertInto('event_changes')
    .values([opening, ...steps])
    .execute()
}

/** A batch of the past; `closeDate` null: the current one. */
export interface PastBatch {
  readonly entityId: string
  readonly species: SpeciesCode
  readonly openDate: Date
  readonly closeDate: Date | null
  /** User id of the author. */
  readonly by: string | null
  readonly geneticsId?: string
  /** Name of a curve of the product. */
  readonly curve?: string
  /** kg */
  readonly targetWeight?: number
  /** Its feed is metered, not weighed by the silo. */
  readonly isFeedMetered?: boolean
  /** Id of the contract; left out: all in, all out, fattening. */
  readonly productionType?: number
}

/** Answers the id. */
export async function insertPastBatch(work: UnitOfWork, batch: PastBatch): Promise<string> {
  const { entityId, openDate } = batch
  const { id } = await work.sql
    .insertInto('batches')
    .values({
      entity_id: entityId,
      open_date: openDate,
      close_date: batch.closeDate,
      closed_at: batch.closeDate,
      code: sql<string>`next_batch_code(${entityId}, ${openDate})`,
      sector_number: sql<string>`sector_number(${entityId})`,
      species: batch.species,
      ...(batch.productionType !== undefined && { production_type: batch.productionType }),
      production_class: 'CONVENTIONAL',
      genetics_id: batch.geneticsId ?? null,
      production_curve_id: sql<
        string | null
      >`(select id from production_curves where entity_id is null and display_name = ${batch.curve ?? null})`,
      usable_area: sql<number | null>`(select usable_area from entities where id = ${entityId})`,
      target_weight: batch.targetWeight ?? null,
      silo_interface_ids: batch.isFeedMetered ? [] : null,
      created_at: openDate,
      created_by: batch.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Time between a movement and its entry in the books, ms. */
const ENTERED_AFTER = 35 * 60_000
const enteredAt = (at: Date, now: Date) => new Date(Math.min(at.getTime() + ENTERED_AFTER, now.getTime()))

/** Who entered what in which batch. */
interface Entered {
  readonly batchId: string
  readonly by: string
}

/** Animal movements of a batch, without transfers. The caller settles its totals. */
export async function insertPastMovements(work: UnitOfWork, { batchId, by }: Entered, movements: readonly PastMovement[]) {
  if (movements.length === 0) return
  await work.sql
    .insertInto('animal_movements')
    .values(
      movements.map(({ at, action, actionType, number, weight, age, reason }) => ({
        batch_id: batchId,
        at,
        action,
        action_type: actionType,
        number,
        weight,
        age,
        death_reason_id: sql<string | null>`(select reason.id from death_reasons reason join batches on batches.id = ${batchId}
          where reason.entity_id is null and reason.code = ${reason}
            and reason.species = case batches.species when 'BROILER' then 'CHICKEN' else 'PIG' end)`,
        created_at: enteredAt(at, work.now),
        created_by: by,
      })),
    )
    .execute()
}

/** Both halves of a transfer of animals. The caller settles the totals of both batches. */
export async function insertPastTransfer(
  work: UnitOfWork,
  { fromId, toId, by }: { readonly fromId: string; readonly toId: string; readonly by: string },
  { at, number, weight, age }: PastMovement,
): Promise<void> {
  const [exitId, entryId] = await nextMovementIds(work, 'animal_movements', 2)
  const half = (id: string | undefined, batchId: string, action: 'ENTRY' | 'EXIT') =>
    sql`(${id}, ${batchId}, ${action}, 'TRANSFER', ${exitId}, ${at}, ${number}, ${weight}, ${age}, ${enteredAt(at, work.now)}, ${by})`
  await sql`insert into animal_movements (id, batch_id, action, action_type, transfer_id, at, number, weight, age, created_at, created_by)
    overriding system value values ${half(exitId, fromId, 'EXIT')}, ${half(entryId, toId, 'ENTRY')}`.execute(work.sql)
}

export async function insertPastWeighings(work: UnitOfWork, { batchId, by }: Entered, weighings: readonly PastWeighing[]) {
  if (weighings.length === 0) return
  await work.sql
    .insertInto('weighings')
    .values(
      weighings.map(({ at, number, totalWeight, weights }) => ({
        batch_id: batchId,
        at,
        number,
        total_weight: totalWeight,
        weights: weights ? [...weights] : null,
        method: 'MANUAL' as const,
        notes: '',
        created_at: enteredAt(at, work.now),
        created_by: by,
      })),
    )
    .execute()
}

/** Feed that was bought for a batch; `feedCode` is of a feed type. */
export async function insertPastDeliveries(
  work: UnitOfWork,
  { batchId, by, entityId, factoryId }: Entered & { readonly entityId: string; readonly factoryId: string },
  deliveries: readonly { readonly at: Date; readonly weight: number; readonly feedCode: string }[],
): Promise<void> {
  await work.sql
    .insertInto('feed_movements')
    .values(
      deliveries.map(({ at, weight, feedCode }) => ({
        entity_id: entityId,
        batch_id: batchId,
        at,
        action: 'ENTRY' as const,
        action_type: 'BUY' as const,
        weight,
        feed_type_id: feedTypeByCode(feedCode),
        feed_factory_id: factoryId,
        created_at: enteredAt(at, work.now),
        created_by: by,
      })),
    )
    .execute()
}

/** A feed type of the product, or one that the demo has entered itself. */
const feedTypeByCode = (code: string) => sql<string>`(select id from feed_types where code = ${code})`

/** A delivery that a silo showed, and the batch that was in its house then or came that morning. */
export interface DetectedDelivery {
  readonly id: string
  readonly at: Date
  readonly batchId: string
  readonly species: string
  readonly birthDay: number
  readonly createdBy: string
}

/** Pending deliveries before a time, of houses that had a batch with animals. */
export async function detectedDeliveries(work: UnitOfWork, before: Date): Promise<DetectedDelivery[]> {
  const { rows } =
    await sql<DetectedDelivery>`select movement.id::text as id, greatest(movement.at, batch.open_date) as at, batch.id::text as "batchId", batch.species,
      batch.birth_day as "birthDay", batch.created_by::text as "createdBy"
    from feed_movements movement join batches batch
      on batch.id in (find_batch(movement.entity_id, movement.at), find_batch(movement.entity_id, movement.at + interval '6 hours'))
    where movement.pending and movement.silo_interface_id is not null and movement.at < ${before}
      and batch.silo_interface_ids is null and batch.birth_day is not null and batch.created_by is not null
    order by movement.id`.execute(work.sql)
  return rows
}

/** Drops pending deliveries before a time: those of batches that are older than the books of the demo. */
export const dropPendingDeliveries = (work: UnitOfWork, before: Date) =>
  work.sql
    .deleteFrom('feed_movements')
    .where('pending', '=', true)
    .where('silo_interface_id', 'is not', null)
    .where('at', '<', before)
    .execute()

/** Writes a delivery as confirmed by the author of its batch, on the same day. */
export const confirmPastDelivery = (
  work: UnitOfWork,
  { id, at, batchId, createdBy }: DetectedDelivery,
  { feedCode, factoryId }: { readonly feedCode: string; readonly factoryId: string },
) =>
  work.sql
    .updateTable('feed_movements')
    .set({
      batch_id: batchId,
      at,
      feed_type_id: feedTypeByCode(feedCode),
      feed_factory_id: factoryId,
      // Drivers weigh by tens.
      weight: sql<number>`round(weight, -1)`,
      pending: false,
      updated_at: enteredAt(at, work.now),
      updated_by: createdBy,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()

/** A scheduled drill that has ended. */
export interface PastDrill {
  readonly house: House
  readonly plan: DrillPlan
  readonly startedAt: Date
  readonly endedAt: Date
  /** Where it failed; null: it passed. */
  readonly stage: DrillStage | null
  /** null: the box was not connected. */
  readonly progress: { readonly answeredAt: Date; readonly receivedAt: Date } | null
}

/** Answers the id; undefined: this drill is there already. */
export async function insertPastDrill(work: UnitOfWork, drill: PastDrill): Promise<string | undefined> {
  const { house, progress } = drill
  const row = await work.sql
    .insertInto('drills')
    .values({
      entity_id: house.id,
      terminal_id: house.terminalId,
      farm_name: house.farmName,
      house_name: house.name,
      box_name: house.boxName,
      time_zone: house.timeZone,
      plan: JSON.stringify(drill.plan),
      planned_at: drill.startedAt,
      started_by: null,
      started_by_name: '',
      state: drill.stage === null ? 'PASSED' : 'FAILED',
      stage: drill.stage,
      created_at: drill.startedAt,
      due_at: drill.startedAt,
      answered_at: progress?.answeredAt ?? null,
      box_at: progress?.answeredAt ?? null,
      received_at: progress?.receivedAt ?? null,
      notified_at: progress?.receivedAt ?? null,
      ended_at: drill.endedAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
