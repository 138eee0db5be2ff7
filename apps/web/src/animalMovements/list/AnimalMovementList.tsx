import { useText } from '../../platform/texts.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { listSchema } from '../animalMovements.queries.ts'
import { ListPageHead } from '../common/ListHeads.tsx'
import { AnimalMovementTable } from './AnimalMovementTable.tsx'

/** The animal movements of all batches in reach, the latest first. */
export default function AnimalMovementList() {
  const t = useText()
  const state = useListState(listSchema)
  return (
    <AnimalMovementTable
      state={state}
      renderHead={(actions, filters) => <ListPageHead title={t('nav.animalMovements')} actions={actions} filters={filters} />}
    />
  )
}
