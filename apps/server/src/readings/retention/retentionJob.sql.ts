import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Deletes device times of wrong clocks: boxes do not send readings of that age again. */
export async function dropDeviceTimes(work: UnitOfWork, before: Date) {
  await work.sql.deleteFrom('device_times').where('stored_at', '<', before).execute()
}

/** The days of the journal that end by an instant, oldest first (ms UTC). */
export async function journalDays(work: UnitOfWork, until: Date): Promise<number[]> {
  const { rows } = await sql<{ day: string }>`select day::text from journal_days(${until}) as day`.execute(work.sql)
  return rows.map(row => Date.parse(row.day))
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Creates the month of the history that a day belongs to; in a transaction of its own, since its lock stops readers. */
export async function addHistoryMonth(work: UnitOfWork, day: number) {
  await sql`select add_partition('history', ${new Date(day)})`.execute(work.sql)
}

/**
 * Copies what belongs to the history out of a day of the journal (ms UTC), and drops the day. False when a reading of it lies
 * behind the position that every follower has read.
 */
export async function archiveJournalDay(work: UnitOfWork, day: number, followed: number): Promise<boolean> {
  // A day may have hundreds of millions of readings.
  await sql`set local statement_timeout = 0`.execute(work.sql)
  const { rows } = await sql<{ archived: boolean }>`
    select archive_journal_day(${dayOf(day)}::date, ${followed}::bigint) as archived`.execute(work.sql)
  return rows[0]!.archived
}

/** The same for readings before an instant that have no day of their own. */
export async function archiveJournalRest(work: UnitOfWork, before: Date, followed: number) {
  await sql`select archive_journal_rest(${before}, ${followed}::bigint)`.execute(work.sql)
}

/** Drops the months of a table that end by an instant, and older rows without a month. */
export async function dropMonths(work: UnitOfWork, table: 'history' | 'rollups_5m' | 'rollups_1h', until: Date) {
  await sql`select drop_months(${table}, ${until})`.execute(work.sql)
}

/** Deletes up to `most` rows of a table from before an instant. Answers how many. */
export async function deleteOldRows(work: UnitOfWork, table: string, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select delete_old_rows(${table}, ${before}, ${most}) as deleted`.execute(
    work.sql,
  )
  return rows[0]!.deleted
}

/** Deletes the readings of an interface before an instant: those of an interface whose readings are worth nothing afterwards. */
export async function dropReadings(work: UnitOfWork, interfaceId: number, before: Date) {
  for (const table of ['journal', 'history'] as const)
    await work.sql.deleteFrom(table).where('interface_id', '=', interfaceId).where('ts', '<', before).execute()
}
