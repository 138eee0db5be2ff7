import { sql } from 'kysely'
import type { AliasedRawBuilder } from 'kysely'

/**
 * Rows as one value, to be selected from as `given`: the statement reads the same however many they are. `types`: as PostgreSQL
 * names them, by column.
 */
export const records = <Types extends Readonly<Record<string, string>>>(
  types: Types,
  rows: readonly { readonly [column in keyof Types]: unknown }[],
): AliasedRawBuilder<{ [column in keyof Types]: never }, 'given'> => {
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  return sql<{ [column in keyof Types]: never }>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'given'>(
    sql`given (${sql.raw(columns.join(', '))})`,
  )
}
