import { isDeepStrictEqual } from 'node:util'
import type { UnitOfWork } from './unitOfWork.ts'

/** Columns that every save writes. */
const STAMPS: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updated_at', 'updatedBy', 'updated_by'])
const withoutStamps = (row: object) => Object.fromEntries(Object.entries(row).filter(([column]) => !STAMPS.has(column)))

interface SaveSteps<Row> {
  readonly before: Row
  /** Something beside the row has changed, such as its files. */
  readonly isChanged?: boolean
  read(): Promise<Row>
  write(): Promise<unknown>
  audit(after: Row): Promise<unknown>
}

/**
 * Saves a row and audits the change. A save that changes nothing is rolled back: no new version, time stamp or audit entry.
 * Answers the row after the save.
 */
export async function saveIfChanged<Row extends object>(
  work: UnitOfWork,
  { before, isChanged: isChangedBeside = false, read, write, audit }: SaveSteps<Row>,
): Promise<Row> {
  let after = before
  const isChanged = await work.withSavepoint(async () => {
    await write()
    after = await read()
    return isChangedBeside || !isDeepStrictEqual(withoutStamps(before), withoutStamps(after))
  })
  if (!isChanged) return before
  await audit(after)
  return after
}
