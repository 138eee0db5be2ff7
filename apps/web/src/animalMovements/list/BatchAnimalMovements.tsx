import type { Batch } from '@steading/contract/production/batches'
import { useListState } from '../../ui/list/useListState.ts'
import { listSchema } from '../animalMovements.queries.ts'
import { ListTabHead } from '../common/ListHeads.tsx'
import { AnimalMovementTable } from './AnimalMovementTable.tsx'

/** Of the page's address, besides what narrows the list. */
const keep = ['tab']

/** The animal movements of a batch, as a tab of its page. */
export default function BatchAnimalMovements({ batch }: { batch: Batch }) {
  const state = useListState(listSchema, undefined, keep)
  return (
    <AnimalMovementTable
      state={state}
      batch={batch}
      renderHead={(actions, filters) => <ListTabHead actions={actions} filters={filters} />}
    />
  )
}
