import { normalizeForSearch } from '@steading/contract/http/searchText'
import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'

/** The tables that keep, in one column of their own, all that a search of them looks at. */
type Searched = 'entities' | 'users' | 'terminals' | 'rules' | 'events' | 'audit'

/** What a person typed, as a pattern that finds it anywhere. */
const anywhere = (typed: string) => sql`fold_text(${`%${pattern(typed)}%`})`

/** A text as `plain` makes it, its words apart as `fold_words` of the database does and `entities.search_name` has them: what stands between names tells nothing of either. */
const wordsOf = (typed: string): readonly string[] =>
  normalizeForSearch(typed)
    .split(/[\s|/(),.-]+/)
    .filter(word => word !== '')
/** The words of a search; “|” stands between names and is none. */
export const typedWords = (typed: string): readonly string[] => typed.split(/[\s|]+/).filter(word => word !== '')
const pattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * How well a search fits a row, the best first: it is called so, then by each word that is one of its own, that begins one, or
 * that is part of one. `called`: plain words apart by single spaces; `lines`: plain texts of which any may be the whole.
 */
export function fit(called: Expression<unknown>, lines: Expression<unknown>, typed: string): RawBuilder<number> {
  const words = wordsOf(typed)
  const whole = pattern(normalizeForSearch(typed.trim()))
  const isSo = sql`${called} = ${` ${words.join(' ')} `} or e'\\n' || ${lines} || e'\\n' like ${`%\n${whole}\n%`}`
  const each = words.map(
    word =>
      sql`case when ${called} like ${`% ${pattern(word)} %`} then 0 when ${called} like ${`% ${pattern(word)}%`} then 1 else 2 end`,
  )
  return sql<number>`case when ${isSo} then 0 else 1 ${sql.join(
    each.map(rawBuilder => sql`+ ${rawBuilder}`),
    sql` `,
  )} end`
}

/** Does a place, or what stands above it, hold it? */
export const onTrail = (typed: string): RawBuilder<SqlBool> => sql<SqlBool>`entities.trail like ${anywhere(typed)}`

/** Does a row of a table hold what a person typed, whatever its case and accents? */
export const holds = (table: Searched | 'over', typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.search_text`)} like ${anywhere(typed)}`

/** The same of a text that few rows have. */
export const saysPlainly = (text: Expression<unknown>, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`fold_text(${text}) like ${anywhere(typed)}`

/** Is each word of a search in the name of a sensor, or in what its place is called? */
export function isOfSensor(typed: string): RawBuilder<SqlBool> {
  const words = wordsOf(typed)
  const each = (words.length > 0 ? words : [normalizeForSearch(typed)]).map(
    word => sql`interfaces.trail like ${`%${pattern(word)}%`}`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** How well it fits: a sensor that is called so, or whose place is, stands first. */
export const sensorFit = (typed: string): RawBuilder<number> =>
  fit(sql`' ' || replace(interfaces.trail, e'\\n', ' ') || ' '`, sql.ref('interfaces.trail'), wordsOf(typed).join(' '))
