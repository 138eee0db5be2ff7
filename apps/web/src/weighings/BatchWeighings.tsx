import type { Batch } from '@steading/contract/production/batches'
import { ListTabHead } from '../animalMovements/index.ts'
import { useListState } from '../ui/list/useListState.ts'
import { listSchema } from './weighings.queries.ts'
import { WeighingTable } from './WeighingTable.tsx'

/** Of the page's address, besides what narrows the list. */
const keep = ['tab']

/** The weighings of a batch, as a tab of its page. */
export default function BatchWeighings({ batch }: { batch: Batch }) {
  const state = useListState(listSchema, undefined, keep)
  return (
    <WeighingTable
      state={state}
      batch={batch}
      renderHead={(actions, filters) => <ListTabHead actions={actions} filters={filters} />}
    />
  )
}
