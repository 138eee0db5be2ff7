import type { PageQuery } from '@steading/contract/http/paging'
import { useText } from '../../../platform/texts.tsx'
import { SearchFilter } from '../filter/Filters.tsx'
import type { List } from '../useList.ts'
import type { ListState } from '../useListState.ts'
import type { Body } from './columns.ts'
import { DataList } from './DataList.tsx'

/** What a list in a small place is narrowed to, besides what is typed there. */
export interface SearchListFilter {
  readonly entityId?: string | undefined
  readonly search?: string | undefined
  readonly status?: 'OPEN' | 'PENDING' | 'CLOSED' | undefined
  /** Columns that are left out, by their keys. */
  readonly hiddenColumns?: readonly string[]
  /** It is fetched anew so often (ms). */
  readonly every: number
}

/** Rows of a page. */
export const SEARCH_LIST_SIZE = 10
const sizes = [SEARCH_LIST_SIZE]
const NONE_HIDDEN: readonly string[] = []

/** A list in a small place: a search field, a page of 10 rows with the list's own columns, a pager. */
export function SearchList<T extends { readonly id: string }, Q extends PageQuery>({
  word,
  text,
  onText,
  columns,
  hiddenColumns = NONE_HIDDEN,
  ...props
}: Omit<Body<T>, 'rows' | 'query' | 'sortBy'> & {
  list: List<T>
  state: ListState<Q>
  /** What is searched. */
  word: string
  text: string
  onText: (text: string) => void
  hiddenColumns?: readonly string[] | undefined
}) {
  const t = useText()
  const none = <p className="search-list-none">{t(text ? 'list.filteredEmpty' : 'widget.searchTable.none')}</p>
  return (
    <div className="search-list">
      <SearchFilter label={word} value={text} onChange={onText} />
      <DataList {...props} columns={columns.filter(({ key }) => !hiddenColumns.includes(key))} sizes={sizes} empty={none} />
    </div>
  )
}
