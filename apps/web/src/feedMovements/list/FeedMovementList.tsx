import { ListPageHead } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { listSchema } from '../feedMovements.queries.ts'
import { FeedMovementTable } from './FeedMovementTable.tsx'

/** The feed movements of all batches in reach, the latest first. */
export default function FeedMovementList() {
  const t = useText()
  const state = useListState(listSchema)
  return (
    <FeedMovementTable
      state={state}
      renderHead={(actions, filters) => <ListPageHead title={t('nav.feedMovements')} actions={actions} filters={filters} />}
    />
  )
}
