import { ListPageHead } from '../animalMovements/index.ts'
import { useText } from '../platform/texts.tsx'
import { useListState } from '../ui/list/useListState.ts'
import { listSchema } from './weighings.queries.ts'
import { WeighingTable } from './WeighingTable.tsx'

/** The weighings of all batches in reach, the latest first. */
export default function WeighingList() {
  const t = useText()
  const state = useListState(listSchema)
  return (
    <WeighingTable
      state={state}
      renderHead={(actions, filters) => <ListPageHead title={t('nav.weighings')} actions={actions} filters={filters} />}
    />
  )
}
