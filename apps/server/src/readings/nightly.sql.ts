import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

export async function interfaceIds(work: Work): Promise<string[]> {
  const rows = await work.sql.selectFrom('interfaces').select('id').orderBy('id').execute()
  return rows.map(row => row.id)
}

/** Boxes send nothing again that is so old. */
export async function dropDeviceTimes(work: Work, before: Date) {
  await work.sql.deleteFrom('device_times').where('stored_at', '<', before).execute()
}

/** Drops the readings of a span that do not belong to the history. */
export async function dropBeyondHistory(
  work: Work,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
) {
  await work.sql
    .deleteFrom('readings')
    .where('interface_id', 'in', ids.map(Number))
    .where('ts', '>=', new Date(from))
    .where('ts', '<', new Date(to))
    .where(sql<boolean>`flags & 16 = 0`)
    .execute()
}

/** What an interface said before then: of one whose readings are worth nothing afterwards. */
export const dropReadings = (work: Work, interfaceId: number, before: Date) =>
  work.sql.deleteFrom('readings').where('interface_id', '=', interfaceId).where('ts', '<', before).execute()
