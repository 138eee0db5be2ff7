import { ListPageHead } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { listSchema } from '../tasks.queries.ts'
import { TaskTable } from './TaskTable.tsx'

/** The tasks of all places in reach, those due last first. */
export default function TaskList() {
  const t = useText()
  const state = useListState(listSchema)
  return (
    <TaskTable
      state={state}
      renderHead={(actions, filters) => <ListPageHead title={t('nav.tasks')} actions={actions} filters={filters} />}
    />
  )
}
