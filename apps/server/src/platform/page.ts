import { MOST_COUNTED } from '@steading/contract/paging'
import type { Page, PageQuery } from '@steading/contract/paging'
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Work } from './database/work.ts'

/**
 * One page of a query. `columns` says which expression stands for each sort of the contract; a second sort by id keeps the
 * order total, so that no row shows twice or never. Nulls come first upwards and last downwards: an index for a list says
 * `(column nulls first, id)`.
 */
export async function page<DB, TB extends keyof DB, Row, Item>(
  work: Pick<Work, 'sql'>,
  query: SelectQueryBuilder<DB, TB, Row>,
  asked: PageQuery,
  columns: Readonly<Record<string, ReferenceExpression<DB, TB>>>,
  id: ReferenceExpression<DB, TB>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const { currentPage: number, itemsPerPage: size, sortProperty, sortDirection } = asked
  const column = columns[sortProperty]
  if (!column) throw new Error(`no column sorts by ${sortProperty}`)
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc'
  const some = query
    .clearSelect()
    .clearOrderBy()
    .select(sql.lit(1).as('one'))
    .limit(MOST_COUNTED + 1)
  const rows = await query
    .orderBy(column, order => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .orderBy(id, direction)
    .limit(size)
    .offset(number * size)
    .execute()
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${some}) counted`.execute(work.sql)
  const totalElements = counted.rows[0]!.total
  return { content: rows.map(present), totalElements, number, size, sortProperty, sortDirection }
}

/** Text that a person types into a search, as a pattern of ILIKE that finds it anywhere. */
export const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
