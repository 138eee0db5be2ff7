import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/production/batches'
import type { Task } from '@steading/contract/tasks/tasks'
import { FINISHED } from '@steading/contract/tasks/transitions'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { ListActions } from '../../animalMovements/index.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { EmptyFiltered } from '../../ui/list/filter/Filters.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import type { ListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { searchTasks, type TaskQuery } from '../tasks.queries.ts'
import { taskScope } from '../taskScope.ts'
import { columnsOf, rowsOf } from './taskColumns.tsx'
import { TaskFilters } from './TaskFilters.tsx'

/** Overdue tasks stand out, finished ones lose weight. */
export const toneOf = ({ overdue, status }: Task): 'hot' | 'done' | undefined => {
  if (overdue) return 'hot'
  return FINISHED.has(status) ? 'done' : undefined
}

/** Tasks with their filters; `batch`: those of one batch. */
export function TaskTable({
  state,
  batch,
  renderHead,
}: {
  state: ListState<TaskQuery>
  batch?: Batch
  /** Draws what stands above the list around its actions. */
  renderHead: (actions: ListActions, filters: ReactNode) => ReactNode
}) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const batchId = batch?.id
  const scope = taskScope(batchId ?? null)
  const query = useMemo(() => (batchId === undefined ? state.query : { ...state.query, batchId }), [state.query, batchId])
  const list = useList('tasks', query, searchTasks)
  const columns = useMemo(() => columnsOf(t, batchId !== undefined), [t, batchId])
  const label = batch ? t('task.manyOf', { batch: batch.code }) : t('nav.tasks')
  const create = may('tasks.create') && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => go(scope.create + writeSearch({ entityId: batch ? undefined : state.query.entityId }))}
    >
      {t('task.new')}
    </Button>
  )
  const file = <ExportRows name={label} fetch={paging => searchTasks({ ...query, ...paging })} cells={rows => rowsOf(rows, t)} />
  return (
    <>
      {renderHead({ file, create }, <TaskFilters state={state} isScoped={batch !== undefined} />)}
      <Card flush>
        <DataList
          label={label}
          list={list}
          state={state}
          columns={columns}
          name={task => task.title}
          href={task => scope.details(task.id)}
          tone={toneOf}
          empty={
            <Empty icon={<IconChecklist size={30} stroke={1.4} />} title={t('task.none')} action={create}>
              {t('task.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
