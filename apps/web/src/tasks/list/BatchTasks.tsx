import type { Batch } from '@steading/contract/production/batches'
import { ListTabHead } from '../../animalMovements/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { Empty } from '../../ui/state/Empty.tsx'
import { listSchema } from '../tasks.queries.ts'
import { TaskTable } from './TaskTable.tsx'

/** Of the page's address, besides what narrows the list. */
const keep = ['tab']

/** The tasks of a batch, as a tab of its page. */
export default function BatchTasks({ batch }: { batch: Batch }) {
  const t = useText()
  const may = useMay()
  if (!may('tasks.read')) return <Empty title={t('failures.NOT_ALLOWED')} />
  return <BatchTaskTable batch={batch} />
}

function BatchTaskTable({ batch }: { batch: Batch }) {
  const state = useListState(listSchema, undefined, keep)
  return (
    <TaskTable
      state={state}
      batch={batch}
      renderHead={(actions, filters) => <ListTabHead actions={actions} filters={filters} />}
    />
  )
}
