import type { Batch, CreateBatch, EditBatch } from '@steading/contract/batches'
import { entityById, mustBeActive } from '../entities/index.ts'
import { held } from '../platform/database/constraints.ts'
import { save } from '../platform/database/save.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { mustHaveBeen } from '../platform/dates.ts'
import { differences, gone, made } from '../platform/differences.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import type { z } from 'zod'
import { batchById, deleteBatch, insertBatch, isOccupied, isWrittenOf, lockHouse, updateBatch } from './batches.sql.ts'
import type { BatchRow } from './batches.sql.ts'

/** Gives what happened in the house on the days of a batch to it, and takes from it what did not. */
export type Gather = (work: Work, batch: { id: string; entityId: string; isGone?: boolean } & Days) => Promise<unknown>

interface Days {
  readonly openDate: Date
  /** null: it goes on. */
  readonly closeDate: Date | null
}

export const present = (row: BatchRow): Batch => ({
  ...{ id: row.id, code: row.code, entity: row.entity, version: row.version },
  status: row.close_date === null ? 'OPEN' : 'CLOSED',
  openDate: row.open_date.toISOString(),
  closeDate: row.close_date?.toISOString() ?? null,
  timeZone: row.timeZone,
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

const overlapping = () => new Refused('CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME')

/** A house has one open batch at most: the database sees to it, too. */
const oneOpen = <T>(act: () => Promise<T>) => held('batches_one_open', overlapping, act)

const isWithin = (inner: Days, outer: Days): boolean =>
  inner.openDate >= outer.openDate &&
  (outer.closeDate === null || (inner.closeDate !== null && inner.closeDate <= outer.closeDate))

/**
 * At a place, and in the houses and rooms above and below it, there is one batch at a time. Two people who ask at once wait for
 * each other.
 */
async function mustBeFree(work: Work, entityId: string, days: Days, except: string | null): Promise<void> {
  const isTaken = await work.beyond(async whole => {
    await lockHouse(whole, entityId)
    return isOccupied(whole, entityId, days, except)
  })
  if (isTaken) throw overlapping()
}

/** @throws Failed for a place that is no house or room in reach, or a day to come; Refused where another batch has these days */
export async function createBatch(
  work: Work,
  { entityId, openDate: opened }: z.output<typeof CreateBatch>,
  gather: Gather,
): Promise<BatchRow> {
  const place = await entityById(work, entityId)
  if (!place) throw invalid('entityId', 'notFound')
  if (place.type !== 'SECTOR') throw invalid('entityId', 'houseOrRoom')
  await mustBeActive(work, entityId, 'entityId')
  mustHaveBeen(work, opened, 'openDate')
  const openDate = new Date(opened)
  await mustBeFree(work, entityId, { openDate, closeDate: null }, null)
  const id = await oneOpen(() => insertBatch(work, entityId, openDate))
  await gather(work, { id, entityId, openDate, closeDate: null })
  const row = found(await batchById(work, id))
  await tell(work, 'CREATE', row, made(told(row)))
  return row
}

/** @throws NotFound, VersionConflict, Failed; Refused where another batch has these days */
export async function editBatch(work: Work, id: string, wish: z.output<typeof EditBatch>, gather: Gather): Promise<BatchRow> {
  const before = found(await batchById(work, id))
  mustHaveBeen(work, wish.openDate, 'openDate')
  // One that is open is closed by its own call.
  if (wish.closeDate !== undefined && before.close_date === null) throw invalid('closeDate', 'unchangeable')
  const end = wish.closeDate === undefined ? before.close_date : new Date(wish.closeDate)
  return changed(work, before, wish, { openDate: new Date(wish.openDate), closeDate: end }, gather)
}

/** @throws NotFound, VersionConflict, Failed, Refused */
export async function closeOrOpen(
  work: Work,
  id: string,
  wish: { readonly closeDate?: string | undefined; readonly version: number },
  gather: Gather,
): Promise<BatchRow> {
  const before = found(await batchById(work, id))
  if (before.close_date !== null) await mustBeActive(work, before.entity_id, 'id')
  const end = before.close_date === null ? new Date(wish.closeDate ?? work.now) : null
  return changed(work, before, wish, { openDate: before.open_date, closeDate: end }, gather)
}

async function changed(
  work: Work,
  before: BatchRow,
  { version }: { readonly version: number },
  days: Days,
  gather: Gather,
): Promise<BatchRow> {
  if (days.closeDate) {
    mustHaveBeen(work, days.closeDate.toISOString(), 'closeDate')
    if (days.closeDate <= days.openDate) throw invalid('closeDate', 'endBeforeStart')
  }
  const { id, entity_id: entityId } = before
  // Fewer days than before take nothing from other batches: one that was written before this rule can still be closed.
  if (!isWithin(days, { openDate: before.open_date, closeDate: before.close_date })) await mustBeFree(work, entityId, days, id)
  return save(work, {
    before,
    read: async () => found(await batchById(work, id)),
    write: async () => {
      if (!(await oneOpen(() => updateBatch(work, id, version, days)))) throw new VersionConflict()
      await gather(work, { id, entityId, ...days })
    },
    tell: after => tell(work, 'UPDATE', after, differences(told(before), told(after))),
  })
}

/** @throws NotFound; Refused for one that people wrote events of */
export async function removeBatch(work: Work, id: string, gather: Gather): Promise<void> {
  const row = found(await batchById(work, id))
  if (await work.beyond(whole => isWrittenOf(whole, id))) throw new Refused('CANNOT_DELETE_BATCH_WITH_DEPENDENCIES')
  await gather(work, { id, entityId: row.entity_id, openDate: row.open_date, closeDate: row.close_date, isGone: true })
  await deleteBatch(work, id)
  await tell(work, 'DELETE', row, gone(told(row)))
}

const told = ({ code, entity, open_date: openDate, close_date: closeDate }: BatchRow) => ({
  ...{ code, entity: entity.displayName, openDate, closeDate },
})

const tell = (work: Work, action: 'CREATE' | 'UPDATE' | 'DELETE', row: BatchRow, changes: ReturnType<typeof made>) =>
  work.audit({
    ...{ action, objectType: 'batch', objectId: row.id, objectName: row.code, entityId: row.entity_id },
    changes,
  })
