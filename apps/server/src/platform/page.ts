import type { Page, PageQuery } from '@steading/contract/paging'
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'

/**
 * One page of a query. `columns` says which expression stands for each sort of the contract; a second sort by id keeps the
 * order total, so that no row shows twice or never.
 */
export async function page<DB, TB extends keyof DB, Row, Item>(
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
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
  const total = await counted.executeTakeFirstOrThrow()
  const rows = await query
    .orderBy(column, order => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .orderBy(id, direction)
    .limit(size)
    .offset(number * size)
    .execute()
  const totalElements = (total as unknown as { total: number }).total // safe: selected two lines above
  return { content: rows.map(present), totalElements, number, size, sortProperty, sortDirection }
}

/** Text that a person types into a search, as a pattern of ILIKE that finds it anywhere. */
export const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
