import { Button } from '@mantine/core'
import { ANIMAL_ACTION_TYPES } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import { useQuery } from '@tanstack/react-query'
import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { type ListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { useGo } from '../../ui/Link.tsx'
import { type MovementQuery, reasonsQuery, searchMovements } from '../animalMovements.queries.ts'
import { animalScope } from '../animalScope.ts'
import { movementTitle, typeWord } from '../movementKinds.ts'
import { nameOf } from '@steading/locales/production'
import type { ListActions } from '../common/ListHeads.tsx'
import { BatchDataFilters } from '../common/BatchDataFilters.tsx'
import { AnimalSums } from './AnimalSums.tsx'
import { columnsOf, rowsOf } from './animalColumns.tsx'

/** Animal movements with their filters and sums; `batch`: those of one batch. */
export function AnimalMovementTable({
  state,
  batch,
  renderHead,
}: {
  state: ListState<MovementQuery>
  batch?: Batch
  /** Draws what stands above the list around its actions. */
  renderHead: (actions: ListActions, filters: ReactNode) => ReactNode
}) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const batchId = batch?.id
  const scope = animalScope(batchId ?? null)
  const query = useMemo(() => (batchId === undefined ? state.query : { ...state.query, batchId }), [state.query, batchId])
  const list = useList('animalMovements', query, searchMovements)
  const columns = useMemo(() => columnsOf(t, batchId !== undefined), [t, batchId])
  const { data: reasons = [] } = useQuery({ ...reasonsQuery, enabled: may('deathReasons.read') })
  const label = batch ? t('movement.animalsOf', { batch: batch.code }) : t('nav.animalMovements')
  const create = may('batches.transactions.create') && <Button onClick={() => go(scope.create)}>{t('movement.new')}</Button>
  const file = (
    <ExportRows name={label} fetch={paging => searchMovements({ ...query, ...paging })} cells={rows => rowsOf(rows, t)} />
  )
  const { actionType, deathReasonId, search } = state.query
  const filters = (
    <BatchDataFilters state={state} isScoped={batch !== undefined} hasPending>
      <SearchFilter
        label={t('movement.search')}
        value={search ?? ''}
        onChange={text => state.set({ search: text || undefined })}
      />
      <ChoiceFilter
        name={t('movement.type')}
        many
        choices={ANIMAL_ACTION_TYPES.map(value => ({ value, label: typeWord(value, t) }))}
        value={actionType ?? []}
        onChange={chosen => {
          const types = ANIMAL_ACTION_TYPES.filter(type => chosen.includes(type))
          state.set({ actionType: types.length > 0 ? types : undefined })
        }}
      />
      {(reasons.length > 0 || deathReasonId) && (
        <ChoiceFilter
          name={t('deathReason.one')}
          choices={reasons.map(reason => ({ value: reason.id, label: nameOf(reason, t.language) }))}
          value={deathReasonId ? [deathReasonId] : []}
          onChange={([chosen]) => state.set({ deathReasonId: chosen })}
        />
      )}
    </BatchDataFilters>
  )
  return (
    <>
      {renderHead({ file, create }, filters)}
      <AnimalSums query={query} />
      <Card flush>
        <DataList
          label={label}
          list={list}
          state={state}
          columns={columns}
          name={row => movementTitle(row, t)}
          href={row => scope.details(row.id)}
          empty={
            <Empty icon={<IconArrowsExchange size={30} stroke={1.4} />} title={t('movement.none')} action={create}>
              {t('movement.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
