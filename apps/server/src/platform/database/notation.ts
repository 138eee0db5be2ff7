import { sql } from 'kysely'

/** How the person of a row writes numbers and dates. */
export const notationIn = (table: string) =>
  sql`${sql.ref(`${table}.number_format`)} as "numberFormat", ${sql.ref(`${table}.date_format`)} as "dateFormat"`
