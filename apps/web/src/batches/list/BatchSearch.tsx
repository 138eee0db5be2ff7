import { batches } from '@steading/contract/production/batches'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { searchBatches } from '../batches.queries.ts'
import { columnsOf } from './batchColumns.tsx'

/** Batches in a small place. */
export default function BatchSearch({ entityId, search, status, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const state = useInnerList(batches.search.query, { itemsPerPage: SEARCH_LIST_SIZE, search })
  const query = useMemo(
    () => ({ ...state.query, entityId, status: status && status !== 'PENDING' ? [status] : undefined }),
    [state.query, entityId, status],
  )
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <SearchList
      label={t('batch.many')}
      word={t('batch.search')}
      text={state.query.search ?? ''}
      onText={text => state.set({ search: text || undefined })}
      list={useList('batches', query, searchBatches, every)}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columns}
      name={batch => batch.code}
      href={batch => to('/production/batches/{batchId}/details', { batchId: batch.id })}
    />
  )
}
