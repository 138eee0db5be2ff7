import { sql } from 'kysely'
import type { AliasedRawBuilder } from 'kysely'

/**
 * Rows as one JSON parameter, selected from as `given`: the statement text does not depend on their number. `types`: PostgreSQL
 * types by column.
 */
export const jsonRecords = <Types extends Readonly<Record<string, string>>>(
  types: Types,
  rows: readonly { readonly [column in keyof Types]: unknown }[],
): AliasedRawBuilder<{ [column in keyof Types]: never }, 'given'> => {
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  return sql<{ [column in keyof Types]: never }>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'given'>(
    sql`given (${sql.raw(columns.join(', '))})`,
  )
}
