import { terminals } from '@steading/contract/devices/terminals'
import { useMemo } from 'react'
import { data } from '../../platform/api/api.ts'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { calls } from '../terminals.queries.ts'
import { columnsOf, useTerminalPage } from './terminalColumns.tsx'

/** Terminals in a small place. */
export default function TerminalSearch({ entityId, search, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const page = useTerminalPage()
  const state = useInnerList(terminals.search.query, { itemsPerPage: SEARCH_LIST_SIZE, search })
  const query = useMemo(() => ({ ...state.query, entityId }), [state.query, entityId])
  const columns = useMemo(() => columnsOf(t, false), [t])
  return (
    <SearchList
      label={t('terminal.many')}
      word={t('terminal.search')}
      text={state.query.search ?? ''}
      onText={text => state.set({ search: text || undefined })}
      list={useList('terminals', query, (asked, signal) => data(calls.search({ query: asked }, { signal })), every)}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columns}
      name={terminal => terminal.displayName}
      href={terminal => page(terminal.id)}
    />
  )
}
