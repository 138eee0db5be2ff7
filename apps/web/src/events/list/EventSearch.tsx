import { useMemo } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { scopeAt } from '../eventScope.ts'
import { listSchema, searchEvents } from '../events.queries.ts'
import { columnsOf, toneOf } from './columns.tsx'
import '../events.css'

const scope = scopeAt('/events')

/** Events in a small place. */
export default function EventSearch({ entityId, search, status, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const may = useMay()
  const state = useInnerList(listSchema, { itemsPerPage: SEARCH_LIST_SIZE, title: search })
  const query = useMemo(
    () => ({ ...state.query, helpdesk: false, entity: entityId, status: status && [status] }),
    [state.query, entityId, status],
  )
  return (
    <SearchList
      label={t(scope.title)}
      word={t('event.searchTitle')}
      text={state.query.title ?? ''}
      onText={title => state.set({ title: title || undefined })}
      list={useList('events', query, searchEvents, every)}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columnsOf(t, { zone, now, scope, seesBatches: may('batches.read') })}
      name={row => row.title}
      href={row => scope.details(row.id)}
      tone={toneOf}
    />
  )
}
