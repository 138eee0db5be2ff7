import { interfaces } from '@steading/contract/devices/interfaces'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useInnerList } from '../../ui/list/useListState.ts'
import { hrefOf } from '../subject.ts'
import { useInterfaceTable } from './useInterfaceTable.ts'

/** Interfaces in a small place, with their values as they come. */
export default function InterfaceSearch({ entityId, search, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const state = useInnerList(interfaces.search.query, { itemsPerPage: SEARCH_LIST_SIZE, search })
  const query = useMemo(() => ({ ...state.query, entityId }), [state.query, entityId])
  const { list, columns } = useInterfaceTable(query, false, every)
  return (
    <SearchList
      label={t('interface.many')}
      word={t('interface.search')}
      text={state.query.search ?? ''}
      onText={text => state.set({ search: text || undefined })}
      list={list}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columns}
      name={iface => iface.displayName}
      href={hrefOf}
    />
  )
}
