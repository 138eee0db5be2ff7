import { MOST_COUNTED } from '@steading/contract/http/paging'
import type { Page, PageQuery } from '@steading/contract/http/paging'
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { collateNames } from './names.ts'
import type { UnitOfWork } from '../unitOfWork.ts'

/** Sorts of the contract that sort by a name. */
const NAME_SORTS: ReadonlySet<string> = new Set(['displayName', 'shortName', 'name', 'match'])

/**
 * One page of a query. `columns` says which expression stands for each sort of the contract; a second sort by id keeps the
 * order total, so that no row shows twice or never. Nulls come first upwards and last downwards: an index for a list says
 * `(column nulls first, id)`. A column that stands on the other side of a left join has no such index: named in `apart`, those
 * that have one and those that have none are asked for one after the other. Names sort as people count, in every list.
 */
export async function fetchPage<DB, TB extends keyof DB, Row, Item>(
  work: Pick<UnitOfWork, 'sql'>,
  query: SelectQueryBuilder<DB, TB, Row>,
  request: PageQuery,
  columns: Readonly<Record<string, ReferenceExpression<DB, TB>>>,
  id: ReferenceExpression<DB, TB>,
  toItem: (row: Row) => Item,
  nullsSeparately: readonly string[] = [],
): Promise<Page<Item>> {
  const { currentPage: number, itemsPerPage: size, sortProperty, sortDirection } = request
  const column = columns[sortProperty]
  if (!column) throw new Error(`no column sorts by ${sortProperty}`)
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc'
  const countRows = (selectQueryBuilder: typeof query, most = MOST_COUNTED + 1) => {
    const some = selectQueryBuilder.clearSelect().clearOrderBy().select(sql.lit(1).as('one')).limit(most)
    return sql<{ total: number }>`select count(*)::int as total from (${some}) counted`
      .execute(work.sql)
      .then(({ rows }) => rows[0]!.total)
  }
  const fetchRows = (selectQueryBuilder: typeof query, limit: number, offset: number) =>
    selectQueryBuilder
      .orderBy(NAME_SORTS.has(sortProperty) ? collateNames(column) : column, order =>
        direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
      )
      .orderBy(id, direction)
      .limit(limit)
      .offset(offset)
      .execute()
  const offset = number * size
  const fetchHalves = async () => {
    const halves = [query.where(column, 'is not', null), query.where(column, 'is', null)] as const
    const [first, then] = direction === 'desc' ? halves : ([halves[1], halves[0]] as const)
    const rows = await fetchRows(first, size, offset)
    if (rows.length === size) return rows
    const before = rows.length > 0 ? 0 : offset - (await countRows(first, offset))
    return [...rows, ...(await fetchRows(then, size - rows.length, before))]
  }
  const rows = await (nullsSeparately.includes(sortProperty) ? fetchHalves() : fetchRows(query, size, offset))
  const totalElements = await countRows(query)
  return { content: rows.map(toItem), totalElements, number, size, sortProperty, sortDirection }
}
