import { tasks } from '@steading/contract/tasks/tasks'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { searchTasks } from '../tasks.queries.ts'
import { taskScope } from '../taskScope.ts'
import { columnsOf } from './taskColumns.tsx'
import { toneOf } from './TaskTable.tsx'

/** Statuses by the common ones of small lists. */
const STATUSES: Readonly<Record<NonNullable<SearchListFilter['status']>, TaskStatus[]>> = {
  OPEN: ['TODO', 'IN_PROGRESS'],
  PENDING: ['WAITING_APPROVAL'],
  CLOSED: ['DONE', 'CANCELLED'],
}

/** Tasks in a small place. */
export default function TaskSearch({ entityId, search, status, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const state = useInnerList(tasks.search.query, { itemsPerPage: SEARCH_LIST_SIZE, search })
  const query = useMemo(() => ({ ...state.query, entityId, status: status && STATUSES[status] }), [state.query, entityId, status])
  const columns = useMemo(() => columnsOf(t, false), [t])
  return (
    <SearchList
      label={t('nav.tasks')}
      word={t('task.search')}
      text={state.query.search ?? ''}
      onText={text => state.set({ search: text || undefined })}
      list={useList('tasks', query, searchTasks, every)}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columns}
      name={task => task.title}
      href={task => taskScope(null).details(task.id)}
      tone={toneOf}
    />
  )
}
