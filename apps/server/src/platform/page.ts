import { MOST_COUNTED } from '@steading/contract/paging'
import type { Page, PageQuery } from '@steading/contract/paging'
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { byName } from './database/names.ts'
import type { Work } from './database/work.ts'

/** The sorts of the contract that go by a name. */
const NAMES: ReadonlySet<string> = new Set(['displayName', 'shortName', 'name', 'match'])

/**
 * One page of a query. `columns` says which expression stands for each sort of the contract; a second sort by id keeps the
 * order total, so that no row shows twice or never. Nulls come first upwards and last downwards: an index for a list says
 * `(column nulls first, id)`. A column that stands on the other side of a left join has no such index: named in `apart`, those
 * that have one and those that have none are asked for one after the other. Names sort as people count, in every list.
 */
export async function page<DB, TB extends keyof DB, Row, Item>(
  work: Pick<Work, 'sql'>,
  query: SelectQueryBuilder<DB, TB, Row>,
  asked: PageQuery,
  columns: Readonly<Record<string, ReferenceExpression<DB, TB>>>,
  id: ReferenceExpression<DB, TB>,
  present: (row: Row) => Item,
  apart: readonly string[] = [],
): Promise<Page<Item>> {
  const { currentPage: number, itemsPerPage: size, sortProperty, sortDirection } = asked
  const column = columns[sortProperty]
  if (!column) throw new Error(`no column sorts by ${sortProperty}`)
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc'
  const counting = (of: typeof query, most = MOST_COUNTED + 1) => {
    const some = of.clearSelect().clearOrderBy().select(sql.lit(1).as('one')).limit(most)
    return sql<{ total: number }>`select count(*)::int as total from (${some}) counted`
      .execute(work.sql)
      .then(({ rows }) => rows[0]!.total)
  }
  const fetching = (of: typeof query, limit: number, offset: number) =>
    of
      .orderBy(NAMES.has(sortProperty) ? byName(column) : column, order =>
        direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
      )
      .orderBy(id, direction)
      .limit(limit)
      .offset(offset)
      .execute()
  const begin = number * size
  const fetchApart = async () => {
    const halves = [query.where(column, 'is not', null), query.where(column, 'is', null)] as const
    const [first, then] = direction === 'desc' ? halves : ([halves[1], halves[0]] as const)
    const rows = await fetching(first, size, begin)
    if (rows.length === size) return rows
    const before = rows.length > 0 ? 0 : begin - (await counting(first, begin))
    return [...rows, ...(await fetching(then, size - rows.length, before))]
  }
  const rows = await (apart.includes(sortProperty) ? fetchApart() : fetching(query, size, begin))
  const totalElements = await counting(query)
  return { content: rows.map(present), totalElements, number, size, sortProperty, sortDirection }
}
