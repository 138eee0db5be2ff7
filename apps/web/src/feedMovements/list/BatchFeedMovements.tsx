import type { Batch } from '@steading/contract/production/batches'
import { ListTabHead } from '../../animalMovements/index.ts'
import { LazySiloRunOut } from '../../batches/index.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { listSchema } from '../feedMovements.queries.ts'
import { FeedMovementTable } from './FeedMovementTable.tsx'

/** Of the page's address, besides what narrows the list. */
const keep = ['tab']

/** The feed movements of a batch, as a tab of its page. */
export default function BatchFeedMovements({ batch }: { batch: Batch }) {
  const state = useListState(listSchema, undefined, keep)
  return (
    <FeedMovementTable
      state={state}
      batch={batch}
      renderHead={(actions, filters) => (
        <>
          {batch.status === 'OPEN' && <LazySiloRunOut batch={batch} waiting={null} />}
          <ListTabHead actions={actions} filters={filters} />
        </>
      )}
    />
  )
}
