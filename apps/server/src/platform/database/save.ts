import { isDeepStrictEqual } from 'node:util'
import type { Work } from './work.ts'

/** What every save writes, whatever was changed. */
const STAMPS: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updated_at', 'updatedBy', 'updated_by'])
const unstamped = (row: object) => Object.fromEntries(Object.entries(row).filter(([column]) => !STAMPS.has(column)))

interface Saving<Row> {
  readonly before: Row
  read(): Promise<Row>
  write(): Promise<unknown>
  tell(after: Row): Promise<unknown>
}

/**
 * Writes a row that people edit, and tells of it. A save that changes nothing leaves nothing: no other version, stamp or trace.
 * Answers the row as it is afterwards.
 */
export async function save<Row extends object>(work: Work, { before, read, write, tell }: Saving<Row>): Promise<Row> {
  let after = before
  const isChanged = await work.provisionally(async () => {
    await write()
    after = await read()
    return !isDeepStrictEqual(unstamped(before), unstamped(after))
  })
  if (!isChanged) return before
  await tell(after)
  return after
}
