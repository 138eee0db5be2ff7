import { sql } from 'kysely'

/** Columns with the user's notation of numbers and dates. */
export const notationColumns = (table: string) =>
  sql`${sql.ref(`${table}.number_format`)} as "numberFormat", ${sql.ref(`${table}.date_format`)} as "dateFormat"`
