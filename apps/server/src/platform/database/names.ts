import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A name to sort by, as people count: "Barn 2" before "Barn 10". A column, or an expression. */
export const byName = (column: unknown): RawBuilder<unknown> =>
  sql`${typeof column === 'string' ? sql.ref(column) : column} collate names`
