import { BATCH_SOURCES } from '@steading/contract/production/batches'
import type { BatchDay } from '@steading/contract/production/batchRef'
import type { Batch, BatchDetails, CreateBatch, EditBatch } from '@steading/contract/production/batches'
import type { CurvePoint } from '@steading/contract/production/curves'
import { isSameSpecies, productionType, relatedSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { batchDayAt } from '@steading/production/age'
import type { z } from 'zod'
import { usableEntry } from '../books/index.ts'
import type { Book } from '../books/index.ts'
import { curveStore } from '../curves/index.ts'
import { entityById, mustBeActive } from '../entities/index.ts'
import { geneticsStore } from '../genetics/index.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { changeAttachments, presentAttachment } from '../platform/files/changeAttachments.ts'
import type { AttachmentStore, StoredUpload } from '../platform/files/changeAttachments.ts'
import { dateOfDay, localDayIn } from '../platform/time/localDay.ts'
import { refuseFuture } from '../platform/time/notInFuture.ts'
import type { World } from '../platform/world.ts'
import { attachmentOwner, productionAttachments } from './attachments.sql.ts'
import {
  batchById,
  curveOf,
  deleteBatch,
  hasPending,
  insertBatch,
  interfacesInFarm,
  interfacesOf,
  isWrittenOf,
  lockBatches,
  movementSpan,
  namesOtherSpecies,
  siloConsumption,
  updateBatch,
} from './batches.sql.ts'
import type { BatchColumns, BatchRow } from './batches.sql.ts'
import { presentSpecies } from './species.ts'

/** Gives what happened in the house on the days of a batch to it, and takes from it what did not. */
export type Gather = (work: UnitOfWork, batch: { id: string; entityId: string; isGone?: boolean } & Days) => Promise<unknown>

interface Days {
  readonly openDate: Date
  /** null: it goes on. */
  readonly closeDate: Date | null
}

export const present = (row: BatchRow, texts: World['texts']): Batch => ({
  id: row.id,
  code: row.code,
  complexCode: `${row.code}/${row.sector_number}`,
  entity: row.entity,
  version: row.version,
  status: row.close_date === null ? 'OPEN' : 'CLOSED',
  openDate: row.open_date.toISOString(),
  closeDate: row.close_date?.toISOString() ?? null,
  timeZone: row.timeZone,
  productionClass: row.production_class,
  species: presentSpecies(texts, row.species as SpeciesCode), // safe: the contract checked it before it was stored
  productionType: productionType(row.production_type)!, // safe: as above
  genetics: row.genetics,
  productionCurve: row.productionCurve,
  usableArea: row.usable_area,
  targetWeight: row.target_weight,
  numberAnimals: row.close_date === null ? row.total_entry - row.total_mortality : row.total_exit,
  totalEntry: row.total_entry,
  totalExit: row.total_exit,
  totalExitPending: row.total_exit_pending,
  totalMortality: row.total_mortality,
  batchAge: row.batchAge,
  firstEntry: row.first_entry_at?.toISOString() ?? null,
  dayOne: dateOfDay(row.dayOne).toISOString().slice(0, 10),
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

export async function presentDetails(work: UnitOfWork, row: BatchRow, texts: World['texts']): Promise<BatchDetails> {
  const curve = await curveOf(work, row)
  const interfaces = await interfacesOf(work, row)
  return {
    ...present(row, texts),
    productionCurve: curve
      ? { id: curve.id, displayName: curve.display_name, productionCurveDetails: curve.details as CurvePoint[] } // safe: as above
      : null,
    siloInterfaceIds: interfaces.silo,
    waterInterfaceIds: interfaces.water,
    feedInterfaceIds: interfaces.feed,
    defaultInterfaces: BATCH_SOURCES.filter(source => row[SOURCE_COLUMNS[source]] === null),
    siloInterfaceWeightConsumed: await siloConsumption(work, row.id),
    lastMovement: (await movementSpan(work, row.id)).last?.toISOString() ?? null,
    lastAnimalMovement: row.last_movement_at?.toISOString() ?? null,
    attachments: (await productionAttachments(work, 'batch_id', [row.id])).map(presentAttachment),
  }
}

/** The day of a batch at an instant, day 1 is that of its opening, and the age of its animals; null where it is not visible. */
export async function dayOfBatch(work: UnitOfWork, id: string, at: Date): Promise<BatchDay | null> {
  const row = await batchById(work, id)
  if (!row) return null
  const localDay = localDayIn(row.timeZone)
  const today = localDay(at.getTime())
  return {
    day: batchDayAt(row.open_date.getTime(), localDay, at.getTime()),
    age: row.first_entry_at === null ? null : today - row.dayOne,
  }
}

const INTERFACE_FIELDS = [
  ['siloInterfaceIds', 'silo_interface_ids'],
  ['waterInterfaceIds', 'water_interface_ids'],
  ['feedInterfaceIds', 'feed_interface_ids'],
] as const

const SOURCE_COLUMNS = { SILO: 'silo_interface_ids', WATER: 'water_interface_ids', FEED: 'feed_interface_ids' } as const

/** What is entered of a batch besides its days. */
type BatchFields = Pick<
  z.output<typeof CreateBatch>,
  | 'productionClass'
  | 'species'
  | 'productionTypeId'
  | 'geneticsId'
  | 'productionCurveId'
  | 'usableArea'
  | 'targetWeight'
  | 'siloInterfaceIds'
  | 'waterInterfaceIds'
  | 'feedInterfaceIds'
>

/** @throws Failed for genetics, a curve or an interface that the house cannot use; what the batch has already stays */
async function columnsOf(
  work: UnitOfWork,
  house: { readonly id: string; readonly usableArea: number | null },
  fields: BatchFields,
  before: BatchRow | null,
): Promise<BatchColumns> {
  const entry = async (store: Book, field: 'geneticsId' | 'productionCurveId', current: string | null) => {
    const id = fields[field]
    if (id === null) return
    const row = await usableEntry(work, store, id, { entityId: house.id, current })
    if (!row) throw invalid(field, 'notFound')
    // safe: both books have a species
    if (!isSameSpecies(row.fields.species as SpeciesCode, fields.species)) throw invalid(field, 'otherSpecies')
  }
  await entry(geneticsStore, 'geneticsId', before?.genetics_id ?? null)
  await entry(curveStore, 'productionCurveId', before?.production_curve_id ?? null)
  for (const [field, column] of INTERFACE_FIELDS) {
    const ids = fields[field]
    if (ids === null) continue
    const known = new Set([...(before?.[column] ?? []), ...(await interfacesInFarm(work, house.id, ids))])
    const at = ids.findIndex(id => !known.has(id))
    if (at >= 0) throw invalid(`${field}.${at}`, 'notFound')
  }
  return {
    production_class: fields.productionClass,
    species: fields.species,
    production_type: fields.productionTypeId,
    genetics_id: fields.geneticsId,
    production_curve_id: fields.productionCurveId,
    usable_area: fields.usableArea ?? house.usableArea,
    target_weight: fields.targetWeight,
    silo_interface_ids: fields.siloInterfaceIds,
    water_interface_ids: fields.waterInterfaceIds,
    feed_interface_ids: fields.feedInterfaceIds,
  }
}

const overlapping = () => new Refused('CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME')

/** At a place, and in the houses and rooms above and below it, there is one batch at a time: the database sees to it. */
const withoutOverlap = <T>(act: () => Promise<T>) => mapUniqueViolation('batches_overlap', overlapping, act)

/** The store of a batch's files, and what was uploaded with the call. */
export interface Uploaded {
  readonly store: AttachmentStore
  readonly uploads: readonly StoredUpload[]
}

/** @throws Failed for a place that is no house or room in reach, or a day to come; Refused where another batch has these days */
export async function createBatch(
  work: UnitOfWork,
  { entityId, openDate: opened, ...fields }: z.output<typeof CreateBatch>,
  { store, uploads }: Uploaded,
  gather: Gather,
): Promise<BatchRow> {
  const place = await entityById(work, entityId)
  if (!place) throw invalid('entityId', 'notFound')
  if (place.type !== 'SECTOR') throw invalid('entityId', 'houseOrRoom')
  await mustBeActive(work, entityId, 'entityId')
  refuseFuture(work, opened, 'openDate')
  const openDate = new Date(opened)
  const columns = await columnsOf(work, { id: entityId, usableArea: place.usable_area }, fields, null)
  const id = await withoutOverlap(() => insertBatch(work, entityId, openDate, columns))
  const files = await changeAttachments(work, store, attachmentOwner(work, 'batch_id', { id, entityId }), {
    uploads,
    removed: [],
  })
  await gather(work, { id, entityId, openDate, closeDate: null })
  const row = orNotFound(await batchById(work, id))
  await audit(work, 'CREATE', row, [...created(auditFields(row)), ...files])
  return row
}

/** @throws NotFound, VersionConflict, Failed; Refused where another batch has these days, or a movement lies before the opening */
export async function editBatch(
  work: UnitOfWork,
  id: string,
  { openDate: opened, closeDate: closed, version, removedAttachments: removed, ...fields }: z.output<typeof EditBatch>,
  { store, uploads }: Uploaded,
  gather: Gather,
): Promise<BatchRow> {
  const before = orNotFound((await lockBatches(work, [id]))[0])
  refuseFuture(work, opened, 'openDate')
  // One that is open is closed by its own call.
  if (closed !== undefined && before.close_date === null) throw invalid('closeDate', 'unchangeable')
  const days = { openDate: new Date(opened), closeDate: closed === undefined ? before.close_date : new Date(closed) }
  const { first, last } = await movementSpan(work, id)
  if (first && first < days.openDate) throw new Refused('TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE')
  if (last && days.closeDate && days.closeDate < last) throw invalid('closeDate', 'beforeLastMovement')
  if (fields.species !== before.species && (await namesOtherSpecies(work, id, relatedSpecies(fields.species))))
    throw invalid('species', 'unchangeable')
  const place = orNotFound(await entityById(work, before.entity_id))
  const columns = await columnsOf(work, { id: before.entity_id, usableArea: place.usable_area }, fields, before)
  const owner = attachmentOwner(work, 'batch_id', { id, entityId: before.entity_id })
  const files = await changeAttachments(work, store, owner, { uploads, removed })
  return changed(work, before, { version, days, columns, files }, gather)
}

/** @throws NotFound, VersionConflict, Failed, Refused */
export async function closeOrOpen(
  work: UnitOfWork,
  id: string,
  request: { readonly closeDate?: string | undefined; readonly version: number },
  gather: Gather,
): Promise<BatchRow> {
  const before = orNotFound((await lockBatches(work, [id]))[0])
  const isOpen = before.close_date === null
  if (!isOpen) await mustBeActive(work, before.entity_id, 'id')
  const { last } = await movementSpan(work, id)
  // A batch whose animals have only arrived ends now.
  const lastChange = last && last > before.open_date ? last : work.now
  const closeDate = isOpen ? new Date(request.closeDate ?? lastChange) : null
  if (isOpen && (await hasPending(work, id))) throw new Refused('BATCH_HAS_PENDING_TRANSACTIONS')
  if (last && closeDate && closeDate < last) throw invalid('closeDate', 'beforeLastMovement')
  const days = { openDate: before.open_date, closeDate }
  return changed(work, before, { version: request.version, days, columns: null, files: [] }, gather)
}

interface Change {
  readonly version: number
  readonly days: Days
  /** Null: only the days change. */
  readonly columns: BatchColumns | null
  readonly files: readonly FieldChange[]
}

async function changed(
  work: UnitOfWork,
  before: BatchRow,
  { version, days, columns, files }: Change,
  gather: Gather,
): Promise<BatchRow> {
  if (days.closeDate) {
    refuseFuture(work, days.closeDate.toISOString(), 'closeDate')
    if (days.closeDate <= days.openDate) throw invalid('closeDate', 'endBeforeStart')
  }
  const { id, entity_id: entityId } = before
  return saveIfChanged(work, {
    before,
    isChanged: files.length > 0,
    read: async () => orNotFound(await batchById(work, id)),
    write: async () => {
      if (!(await withoutOverlap(() => updateBatch(work, id, version, days, columns)))) throw new VersionConflict()
      await gather(work, { id, entityId, ...days })
    },
    audit: after => audit(work, 'UPDATE', after, [...fieldChanges(auditFields(before), auditFields(after)), ...files]),
  })
}

/** Deletes a batch with its files. @throws NotFound; Refused for one that anything was written of */
export async function removeBatch(
  work: UnitOfWork,
  { files }: Pick<World, 'files'>,
  id: string,
  gather: Gather,
): Promise<BatchRow> {
  const row = orNotFound((await lockBatches(work, [id]))[0])
  if (await work.withSystemScope(systemWork => isWrittenOf(systemWork, id)))
    throw new Refused('CANNOT_DELETE_BATCH_WITH_DEPENDENCIES')
  await gather(work, { id, entityId: row.entity_id, openDate: row.open_date, closeDate: row.close_date, isGone: true })
  const attachments = await productionAttachments(work, 'batch_id', [id])
  await deleteBatch(work, id)
  await files.drop(
    work,
    attachments.map(({ fileId }) => fileId),
  )
  await audit(work, 'DELETE', row, deleted(auditFields(row)))
  return row
}

const auditFields = (row: BatchRow) => ({
  code: row.code,
  entity: row.entity.displayName,
  openDate: row.open_date,
  closeDate: row.close_date,
  productionClass: row.production_class,
  species: row.species,
  productionType: row.production_type,
  genetics: row.genetics?.displayName,
  productionCurve: row.productionCurve?.displayName,
  usableArea: row.usable_area,
  targetWeight: row.target_weight,
  siloInterfaceIds: row.silo_interface_ids,
  waterInterfaceIds: row.water_interface_ids,
  feedInterfaceIds: row.feed_interface_ids,
})

const audit = (work: UnitOfWork, action: 'CREATE' | 'UPDATE' | 'DELETE', row: BatchRow, changes: readonly FieldChange[]) =>
  work.audit({
    action,
    objectType: 'batch',
    objectId: row.id,
    objectName: row.code,
    entityId: row.entity_id,
    changes,
  })
