import type { PageQuery } from '@steading/contract/http/paging'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { usePhone } from '../../../platform/page/phone.ts'
import { Failed } from '../../state/Failed.tsx'
import { Skeletons } from '../../state/Skeletons.tsx'
import { Cards } from './ListCards.tsx'
import type { Body } from './columns.ts'
import { Pager } from './Pager.tsx'
import { Rows } from './ListTable.tsx'
import type { List } from '../useList.ts'
import type { ListState } from '../useListState.ts'
import '../list.css'

export type { Column, Selection } from './columns.ts'

/** One list with two bodies: a table where people compare, cards where they tap; paging, sorting and filters are the server's. */
export function DataList<T extends { readonly id: string }, Q extends PageQuery>({
  list,
  state,
  empty,
  emptyFiltered,
  sizes,
  ...body
}: Omit<Body<T>, 'rows' | 'query' | 'sortBy'> & {
  list: List<T>
  state: ListState<Q>
  /** Nothing there at all: why, and the next action. */
  empty: ReactNode
  /** Nothing there under these filters. */
  emptyFiltered?: ReactNode
  /** How many rows a page may have, where the list has numbers of its own. */
  sizes?: readonly number[]
}) {
  const t = useText()
  const phone = usePhone()
  const { page } = list
  if (!page) {
    if (list.error) return <Failed what={t('failed.list')} error={list.error} retry={list.retry} />
    return <Skeletons rows={state.query.itemsPerPage} />
  }
  if (page.totalElements === 0) return state.filters > 0 && emptyFiltered ? emptyFiltered : empty
  const { sortProperty, sortDirection } = state.query
  const sortBy = (property: string) =>
    state.set({
      sortProperty: property,
      sortDirection: property === sortProperty && sortDirection === 'DESC' ? 'ASC' : 'DESC',
    } as Partial<Q>) // safe: Q has both
  const Layout = phone ? Cards<T> : Rows<T>
  return (
    <div className={list.turning ? 'list turning' : 'list'}>
      <Layout {...body} rows={page.content} query={state.query} sortBy={sortBy} />
      <Pager
        page={page}
        {...(sizes && { sizes })}
        onPage={currentPage => state.set({ currentPage } as Partial<Q>)}
        onSize={itemsPerPage => state.set({ itemsPerPage } as Partial<Q>)}
      />
    </div>
  )
}
