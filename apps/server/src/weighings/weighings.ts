import type { CreateWeighing, EditWeighing, Weighing } from '@steading/contract/production/weighings'
import { round } from '@steading/contract/round'
import { interpolate } from '@steading/production/curve'
import type { Curve } from '@steading/production/curve'
import { curveDeviation } from '@steading/production/weight'
import type { z } from 'zod'
import { changeBatches, lockBatches, mayChangeEntry, mustMayChangeEntry } from '../batches/index.ts'
import type { BatchRow, EntryPermissions } from '../batches/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Refused, VersionConflict } from '../platform/failures.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import { refuseFuture } from '../platform/time/notInFuture.ts'
import type { World } from '../platform/world.ts'
import { curvesByIds, deleteWeighing, insertWeighing, updateWeighing, weighingById } from './weighings.sql.ts'
import type { WeighingColumns, WeighingRow } from './weighings.sql.ts'

const EDIT: EntryPermissions = { all: 'batches.transactions.update', own: 'batches.transactions.create' }
const DELETE: EntryPermissions = { all: 'batches.transactions.delete', own: 'batches.transactions.create' }

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Coefficient of variation of single weights: 100 · sample standard deviation / mean, %, 2 decimals; null for less than two. */
export function variation(weights: readonly number[] | null): number | null {
  if (!weights || weights.length < 2) return null
  const mean = sumOf(weights) / weights.length
  const variance = sumOf(weights.map(weight => (weight - mean) ** 2)) / (weights.length - 1)
  return round((100 * Math.sqrt(variance)) / mean, 2)
}

const rounded = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals))

/** Age of the batch on the local day of a weighing, days, not rounded; null before its animals were born, or without any. */
function ageOf({ at, birthDay, timeZone }: WeighingRow): number | null {
  const age = birthDay === null ? null : localDayIn(timeZone)(at.getTime()) - birthDay
  return age === null || age < 0 ? null : age
}

function present(work: UnitOfWork, row: WeighingRow, curves: ReadonlyMap<string, Curve>): Weighing {
  const age = ageOf(row)
  const curve = row.curveId === null ? undefined : curves.get(row.curveId)
  const curveWeight = curve && age !== null ? interpolate(curve, age, 'weight') : null
  return {
    id: row.id,
    batch: { id: row.batch_id, code: row.batchCode },
    entity: row.entity,
    timeZone: row.timeZone,
    timestamp: row.at.toISOString(),
    number: row.number,
    totalWeight: row.total_weight,
    weights: row.weights,
    average: round(row.average, 3),
    cv: variation(row.weights),
    age: rounded(age, 0),
    curveWeight: rounded(curveWeight, 3),
    curveDeviation: rounded(curveDeviation(row.average, curveWeight), 1),
    method: row.method,
    notes: row.notes,
    editable: mayChangeEntry(work, row, EDIT),
    deletable: mayChangeEntry(work, row, DELETE),
    version: row.version,
    createdBy: row.createdBy,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

/** Weighings with the curves of their batches. */
export async function presentWeighings(work: UnitOfWork, rows: readonly WeighingRow[]): Promise<Weighing[]> {
  const curves = await curvesByIds(work, [...new Set(rows.flatMap(({ curveId }) => curveId ?? []))])
  return rows.map(row => present(work, row, curves))
}

type WeighingFields = Omit<z.output<typeof EditWeighing>, 'version'>

/** @throws Failed for a day to come; Refused for one before the opening */
function columnsOf(
  work: UnitOfWork,
  batch: BatchRow,
  { timestamp, number, totalWeight, weights, method, notes }: WeighingFields,
): WeighingColumns {
  refuseFuture(work, timestamp, 'timestamp')
  const at = new Date(timestamp)
  if (at < batch.open_date) throw new Refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE')
  return {
    at,
    // safe: without single weights the contract asks for both
    number: weights?.length ?? number!,
    total_weight: weights ? round(sumOf(weights), 3) : totalWeight!,
    weights: weights ?? null,
    method,
    notes,
  }
}

/** The batch, locked until the transaction ends. @throws Refused for one out of reach, or closed */
async function lockBatch(work: UnitOfWork, id: string): Promise<BatchRow> {
  const [batch] = await lockBatches(work, [id])
  if (!batch) throw new Refused('PRODUCTION_BATCH_NOT_FOUND')
  if (batch.close_date !== null) throw new Refused('DESTINATION_BATCH_CLOSED')
  return batch
}

/** @throws Failed with the field; Refused */
export async function createWeighing(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  { batchId, ...fields }: z.output<typeof CreateWeighing>,
): Promise<WeighingRow> {
  const batch = await lockBatch(work, batchId)
  const id = await insertWeighing(work, batchId, columnsOf(work, batch, fields))
  await changeBatches(work, world, [batch])
  const row = orNotFound(await weighingById(work, id))
  await audit(work, 'CREATE', row, created(auditFields(row)))
  return row
}

/** The stored weighing with its batch locked. @throws NotFound; Failed NOT_ALLOWED; Refused */
async function lockWeighing(work: UnitOfWork, id: string, permissions: EntryPermissions) {
  const found = orNotFound(await weighingById(work, id))
  mustMayChangeEntry(work, found, permissions)
  const batch = await lockBatch(work, found.batch_id)
  // Read again: whoever held the lock may have changed or deleted it.
  return { batch, row: orNotFound(await weighingById(work, id)) }
}

/** @throws NotFound; Failed NOT_ALLOWED or with the field; VersionConflict; Refused */
export async function editWeighing(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  id: string,
  { version, ...fields }: z.output<typeof EditWeighing>,
): Promise<WeighingRow> {
  const { batch, row: before } = await lockWeighing(work, id, EDIT)
  const columns = columnsOf(work, batch, fields)
  return saveIfChanged(work, {
    before,
    read: async () => orNotFound(await weighingById(work, id)),
    write: async () => {
      if (!(await updateWeighing(work, id, version, columns))) throw new VersionConflict()
      await changeBatches(work, world, [batch])
    },
    audit: after => audit(work, 'UPDATE', after, fieldChanges(auditFields(before), auditFields(after))),
  })
}

/** @throws NotFound; Failed NOT_ALLOWED; Refused */
export async function removeWeighing(work: UnitOfWork, world: Pick<World, 'bus'>, id: string): Promise<void> {
  const { batch, row } = await lockWeighing(work, id, DELETE)
  await deleteWeighing(work, id)
  await changeBatches(work, world, [batch])
  await audit(work, 'DELETE', row, deleted(auditFields(row)))
}

const auditFields = (row: WeighingRow) => ({
  timestamp: row.at,
  batch: row.batchCode,
  number: row.number,
  totalWeight: row.total_weight,
  weights: row.weights,
  method: row.method,
  notes: row.notes,
})

const audit = (work: UnitOfWork, action: 'CREATE' | 'UPDATE' | 'DELETE', row: WeighingRow, changes: readonly FieldChange[]) =>
  work.audit({
    action,
    objectType: 'weighing',
    objectId: row.id,
    objectName: row.batchCode,
    entityId: row.entityId,
    changes,
  })
