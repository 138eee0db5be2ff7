import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'

/** The tables that keep, in one column of their own, all that a search of them looks at. */
type Searched = 'entities' | 'users' | 'terminals' | 'interfaces' | 'rules' | 'events' | 'audit'

/** What a person typed, as a pattern that finds it anywhere. */
const anywhere = (typed: string) => sql`plain(${`%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`})`

/** Does a place, or what stands above it, hold it? */
export const onTrail = (typed: string): RawBuilder<SqlBool> => sql<SqlBool>`entities.trail like ${anywhere(typed)}`

/** Does a row of a table hold what a person typed, whatever its case and accents? */
export const holds = (table: Searched | 'over', typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.searched`)} like ${anywhere(typed)}`

/** The same of a text that few rows have. */
export const saysPlainly = (text: Expression<unknown>, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`plain(${text}) like ${anywhere(typed)}`
