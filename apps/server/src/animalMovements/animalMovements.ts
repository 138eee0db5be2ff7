import { ANIMAL_PAIRS } from '@steading/contract/production/animalMovements'
import type {
  AnimalActionType,
  AnimalMovement,
  CreateAnimalMovement,
  EditAnimalMovement,
} from '@steading/contract/production/animalMovements'
import { isPoultry, isSameSpecies, speciesRoot } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { date } from '@steading/locales/format'
import { translatorFor } from '@steading/locales/text'
import { ageAt } from '@steading/production/age'
import { withdrawalRefusal } from '@steading/production/withdrawal'
import type { z } from 'zod'
import {
  attachmentOwner,
  lockRequestedHalves,
  lockStoredHalves,
  mayChangeEntry,
  mustMayChangeEntry,
  nextMovementIds,
} from '../batches/index.ts'
import type { BatchRow, EntryPermissions, Half, Uploaded } from '../batches/index.ts'
import { usableEntry } from '../books/index.ts'
import { deathReasonStore } from '../deathReasons/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { changeAttachments, presentAttachment } from '../platform/files/changeAttachments.ts'
import type { AttachmentRow } from '../platform/files/changeAttachments.ts'
import { dateOfDay, localDayIn } from '../platform/time/localDay.ts'
import { refuseFuture } from '../platform/time/notInFuture.ts'
import type { World } from '../platform/world.ts'
import {
  deleteMovement,
  feedHistoryOf,
  halvesOf,
  insertMovement,
  movementById,
  movementsOfBatches,
  updateMovement,
} from './animalMovements.sql.ts'
import type { AnimalMovementRow, MovementColumns } from './animalMovements.sql.ts'
import { settleBatches } from './balance.ts'

const EDIT: EntryPermissions = { all: 'batches.transactions.update', own: 'batches.transactions.create' }
const DELETE: EntryPermissions = { all: 'batches.transactions.delete', own: 'batches.transactions.create' }

/** Both halves of a transfer show the same files: they hang on its exit. */
export const attachmentId = ({ id, transfer_id: transferId }: Pick<AnimalMovementRow, 'id' | 'transfer_id'>) => transferId ?? id

export function present(
  work: UnitOfWork,
  row: AnimalMovementRow,
  attachments: readonly (AttachmentRow & { readonly ownerId: string })[],
): AnimalMovement {
  // A transfer is editable only if both its batches are in scope.
  const isInReach = row.transfer_id === null || row.inverse !== null
  return {
    id: row.id,
    batch: { id: row.batch_id, code: row.batchCode },
    entity: row.entity,
    timeZone: row.timeZone,
    timestamp: row.at.toISOString(),
    action: row.action,
    actionType: row.action_type,
    typeDescription: row.type_description,
    number: row.number,
    weight: row.weight,
    age: row.age,
    pending: row.pending,
    status: row.pending ? 'PENDING' : 'EFFECTIVE',
    deathReason: row.deathReason,
    inverseTransaction: row.inverse,
    attachments: attachments.filter(({ ownerId }) => ownerId === attachmentId(row)).map(presentAttachment),
    editable: isInReach && mayChangeEntry(work, row, EDIT),
    deletable: isInReach && mayChangeEntry(work, row, DELETE),
    version: row.version,
    createdBy: row.createdBy,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

/** What is entered of a movement besides where it belongs. */
type MovementFields = Omit<z.output<typeof EditAnimalMovement>, 'removedAttachments' | 'version'>

/** A movement that is edited: the named row, and the ids of all its rows. */
interface Stored {
  readonly row: AnimalMovementRow
  readonly ids: readonly string[]
}

/** @throws Failed with the field; Refused DEATH_CAUSE_NOT_FOUND, WITHDRAWAL_PERIOD_NOT_OVER */
async function columnsOf(
  work: UnitOfWork,
  { texts }: Pick<World, 'texts'>,
  { halves, actionType }: { readonly halves: readonly Half[]; readonly actionType: AnimalActionType },
  fields: MovementFields,
  stored?: Stored,
): Promise<MovementColumns> {
  const { timestamp, typeDescription, number, weight, pending, deathReasonId } = fields
  // Of a transfer the batch that the animals leave.
  const { batch } = halves[0]!
  const at = new Date(timestamp)
  // A pending movement may be announced: it counts once it is confirmed.
  if (!pending) refuseFuture(work, timestamp, 'timestamp')
  if (weight === undefined && actionType !== 'DEATH') throw invalid('weight', 'required')
  if (deathReasonId !== undefined) {
    if (actionType !== 'DEATH') throw invalid('deathReasonId', 'leaveEmpty')
    await mustBeUsableDeathReason(work, batch, deathReasonId, stored?.row.death_reason_id ?? null)
  }
  const isMoved = stored?.row.at.getTime() !== at.getTime()
  // Feed that was booked after a sale does not forbid to correct the sale.
  if (actionType === 'EXTERNAL_SALE' && (isMoved || (stored?.row.pending && !pending)))
    await refuseBeforeWithdrawal(work, texts, batch, at)
  return {
    at,
    type_description: typeDescription,
    number,
    weight: weight ?? null,
    age:
      fields.age === undefined && stored && !isMoved
        ? stored.row.age
        : await ageOf(work, { batch, actionType }, fields, stored?.ids ?? []),
    pending,
    death_reason_id: deathReasonId ?? null,
  }
}

/** @throws Refused */
async function mustBeUsableDeathReason(work: UnitOfWork, batch: BatchRow, id: string, current: string | null): Promise<void> {
  if (id === current) return
  const entry = await usableEntry(work, deathReasonStore, id, { entityId: batch.entity_id })
  // safe: the contract checked both before they were stored
  if (!entry || !isSameSpecies(entry.fields.species as SpeciesCode, batch.species as SpeciesCode))
    throw new Refused('DEATH_CAUSE_NOT_FOUND')
}

/** @throws Refused with the first day on which the animals may be sold */
async function refuseBeforeWithdrawal(work: UnitOfWork, texts: World['texts'], batch: BatchRow, at: Date): Promise<void> {
  // System scope: batches and feed types that the caller does not see count as well.
  const histories = await work.withSystemScope(systemWork => feedHistoryOf(systemWork, batch.id, at))
  const day = withdrawalRefusal(histories, at.getTime(), localDayIn(batch.timeZone))
  if (day === null) return
  const values = { date: date(dateOfDay(day), 'UTC', translatorFor(texts, work.actor)) }
  throw new Refused('WITHDRAWAL_PERIOD_NOT_OVER', 'WITHDRAWAL_PERIOD_NOT_OVER', values)
}

/**
 * The age of the animals, days: the one entered, else that of the batch on that local day. Birds that open a batch are of age 0.
 * @throws Failed where other animals open a batch without their age
 */
async function ageOf(
  work: UnitOfWork,
  { batch, actionType }: { readonly batch: BatchRow; readonly actionType: AnimalActionType },
  { age, ageUnit, timestamp }: Pick<MovementFields, 'age' | 'ageUnit' | 'timestamp'>,
  ignoredIds: readonly string[],
): Promise<number> {
  if (age !== undefined) return age * ageUnit
  const movements = (await movementsOfBatches(work, [batch.id])).filter(({ id }) => !ignoredIds.includes(id))
  const batchAge = ageAt(movements, localDayIn(batch.timeZone), Date.parse(timestamp))
  // safe: the contract checked the species before it was stored
  if (batchAge === null && actionType === 'EXTERNAL_ENTRY' && !isPoultry(batch.species as SpeciesCode))
    throw invalid('age', 'required')
  return Math.max(0, Math.round(batchAge ?? 0))
}

/** The exit's id also names the transfer. */
const newHalves = (halves: readonly Half[], ids: readonly string[]) =>
  halves.map(({ batch, action }, index) => ({
    id: ids[index]!,
    batchId: batch.id,
    action,
    transferId: halves.length > 1 ? ids[0]! : null,
  }))

/**
 * Writes a movement, of a transfer both halves, and the totals of its batches.
 * @throws Failed with the field; Refused
 */
export async function createMovement(
  work: UnitOfWork,
  world: Pick<World, 'bus' | 'texts'>,
  { batchId, action, actionType, inverseBatchId, ...fields }: z.output<typeof CreateAnimalMovement>,
  { store, uploads }: Uploaded,
): Promise<AnimalMovementRow> {
  const halves = await lockRequestedHalves(work, ANIMAL_PAIRS, { batchId, action, actionType, inverseBatchId })
  // Of one species the kind may change: piglets become weaners.
  if (new Set(halves.map(({ batch }) => speciesRoot(batch.species as SpeciesCode))).size > 1)
    throw invalid('inverseBatchId', 'otherSpecies')
  const columns = await columnsOf(work, world, { halves, actionType }, fields)
  const ids = await nextMovementIds(work, 'animal_movements', halves.length)
  await insertMovement(work, newHalves(halves, ids), actionType, columns)
  await settleBatches(work, world, halves, ids)
  const row = orNotFound(await movementById(work, ids[halves.findIndex(({ batch }) => batch.id === batchId)]!))
  const files = await changeAttachments(work, store, ownerOf(work, row, halves), { uploads, removed: [] })
  for (const half of await halvesOf(work, row)) await audit(work, 'CREATE', half, [...created(auditFields(half)), ...files])
  return row
}

const ownerOf = (work: UnitOfWork, row: AnimalMovementRow, halves: readonly Half[]) =>
  attachmentOwner(work, 'animal_movement_id', { id: attachmentId(row), entityId: halves[0]!.batch.entity_id })

/** The stored movement with its batches locked. @throws NotFound; Failed NOT_ALLOWED; Refused */
async function lockMovement(work: UnitOfWork, id: string, permissions: EntryPermissions) {
  const found = orNotFound(await movementById(work, id))
  mustMayChangeEntry(work, found, permissions)
  const halves = await lockStoredHalves(work, await halvesOf(work, found))
  // Read again: a transaction that held the lock may have changed or deleted the movement.
  const rows = await halvesOf(work, found)
  return { halves, rows, row: orNotFound(rows.find(row => row.id === id)) }
}

/**
 * Changes a movement, of a transfer both halves, and the totals of its batches.
 * @throws NotFound; Failed NOT_ALLOWED or with the field; VersionConflict; Refused
 */
export async function editMovement(
  work: UnitOfWork,
  world: Pick<World, 'bus' | 'texts'>,
  id: string,
  { version, removedAttachments: removed, ...fields }: z.output<typeof EditAnimalMovement>,
  { store, uploads }: Uploaded,
): Promise<AnimalMovementRow> {
  const { halves, rows, row: before } = await lockMovement(work, id, EDIT)
  const ids = rows.map(row => row.id)
  const columns = await columnsOf(work, world, { halves, actionType: before.action_type }, fields, { row: before, ids })
  const files = await changeAttachments(work, store, ownerOf(work, before, halves), { uploads, removed })
  return saveIfChanged(work, {
    before,
    isChanged: files.length > 0,
    read: async () => orNotFound(await movementById(work, id)),
    write: async () => {
      if (!(await updateMovement(work, ids, version, columns))) throw new VersionConflict()
      await settleBatches(work, world, halves, ids)
    },
    audit: async after => {
      for (const half of await halvesOf(work, after)) {
        const halfBefore = rows.find(row => row.id === half.id)!
        await audit(work, 'UPDATE', half, [...fieldChanges(auditFields(halfBefore), auditFields(half)), ...files])
      }
    },
  })
}

/**
 * Deletes a movement with its files, of a transfer both halves, and writes the totals of its batches.
 * @throws NotFound; Failed NOT_ALLOWED; Refused
 */
export async function removeMovement(work: UnitOfWork, world: Pick<World, 'bus' | 'files'>, id: string): Promise<void> {
  const { halves, rows, row } = await lockMovement(work, id, DELETE)
  const attachments = await ownerOf(work, row, halves).list()
  const ids = rows.map(half => half.id)
  await deleteMovement(work, ids)
  await world.files.drop(
    work,
    attachments.map(({ fileId }) => fileId),
  )
  await settleBatches(work, world, halves, ids)
  for (const half of rows) await audit(work, 'DELETE', half, deleted(auditFields(half)))
}

const auditFields = (row: AnimalMovementRow) => ({
  timestamp: row.at,
  batch: row.batchCode,
  movement: row.action,
  actionType: row.action_type,
  typeDescription: row.type_description,
  number: row.number,
  totalWeight: row.weight,
  age: row.age,
  pending: row.pending,
  deathReason: row.deathReason?.displayName,
  inverseBatch: row.inverse?.code,
})

const audit = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  row: AnimalMovementRow,
  changes: readonly FieldChange[],
) =>
  work.audit({
    action,
    objectType: 'animalMovement',
    objectId: row.id,
    objectName: row.batchCode,
    entityId: row.entityId,
    changes,
  })
