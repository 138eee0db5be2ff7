import type { PageQuery } from '@steading/contract/http/paging'

/** What a list is narrowed by, without its page and order. */
export function withoutPaging<Q extends PageQuery>(query: Q): Omit<Q, keyof PageQuery> {
  const { currentPage: _page, itemsPerPage: _size, sortProperty: _property, sortDirection: _direction, ...filters } = query
  return filters
}
