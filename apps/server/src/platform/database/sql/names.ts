import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Collation of names with numbers in natural order: "Barn 2" before "Barn 10". For a column or an expression. */
export const collateNames = (column: unknown): RawBuilder<unknown> =>
  sql`${typeof column === 'string' ? sql.ref(column) : column} collate names`
