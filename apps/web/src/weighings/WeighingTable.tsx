import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/production/batches'
import { IconScale } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { BatchDataFilters, type ListActions } from '../animalMovements/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { ExportRows } from '../ui/list/export/ExportRows.tsx'
import { EmptyFiltered, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import type { ListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { columnsOf, rowsOf } from './weighingColumns.tsx'
import { searchWeighings, useSpeciesOf, type WeighingQuery } from './weighings.queries.ts'
import { weighingScope } from './weighingScope.ts'

/** Weighings with their filters; `batch`: those of one batch. */
export function WeighingTable({
  state,
  batch,
  renderHead,
}: {
  state: ListState<WeighingQuery>
  batch?: Batch
  /** Draws what stands above the list around its actions. */
  renderHead: (actions: ListActions, filters: ReactNode) => ReactNode
}) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const batchId = batch?.id
  const scope = weighingScope(batchId ?? null)
  const query = useMemo(() => (batchId === undefined ? state.query : { ...state.query, batchId }), [state.query, batchId])
  const list = useList('weighings', query, searchWeighings)
  const speciesOf = useSpeciesOf(list.page?.content.map(row => row.batch.id) ?? [])
  const label = batch ? t('weighing.manyOf', { batch: batch.code }) : t('nav.weighings')
  const create = may('batches.transactions.create') && <Button onClick={() => go(scope.create)}>{t('weighing.new')}</Button>
  const file = (
    <ExportRows name={label} fetch={paging => searchWeighings({ ...query, ...paging })} cells={rows => rowsOf(rows, t)} />
  )
  const filters = (
    <BatchDataFilters state={state} isScoped={batch !== undefined}>
      <SearchFilter
        label={t('weighing.search')}
        value={state.query.search ?? ''}
        onChange={text => state.set({ search: text || undefined })}
      />
    </BatchDataFilters>
  )
  return (
    <>
      {renderHead({ file, create }, filters)}
      <Card flush>
        <DataList
          label={label}
          list={list}
          state={state}
          columns={columnsOf(t, batchId !== undefined, speciesOf)}
          name={row => `${row.batch.code} · ${t('count.animals', { count: row.number })}`}
          href={row => scope.details(row.id)}
          empty={
            <Empty icon={<IconScale size={30} stroke={1.4} />} title={t('weighing.none')} action={create}>
              {t('weighing.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
