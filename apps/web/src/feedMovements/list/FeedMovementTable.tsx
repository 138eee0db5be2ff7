import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/production/batches'
import { FEED_ACTION_TYPES } from '@steading/contract/production/feedMovements'
import { IconTruckDelivery } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { BatchDataFilters, type ListActions } from '../../animalMovements/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { FoundFilter } from '../../ui/list/filter/AsyncSelectFilter.tsx'
import { ChoiceFilter, EmptyFiltered, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import type { ListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { feedTitle, feedTypeWord } from '../feedKinds.ts'
import { feedFactoriesAt, type FeedQuery, feedTypesAt, searchFeed } from '../feedMovements.queries.ts'
import { feedScope } from '../feedScope.ts'
import { columnsOf, rowsOf } from './feedColumns.tsx'
import { FeedSums } from './FeedSums.tsx'

/** Feed movements with their filters and sums; `batch`: those of one batch. */
export function FeedMovementTable({
  state,
  batch,
  renderHead,
}: {
  state: ListState<FeedQuery>
  batch?: Batch
  /** Draws what stands above the list around its actions. */
  renderHead: (actions: ListActions, filters: ReactNode) => ReactNode
}) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const batchId = batch?.id
  const scope = feedScope(batchId ?? null)
  const query = useMemo(() => (batchId === undefined ? state.query : { ...state.query, batchId }), [state.query, batchId])
  const list = useList('feedMovements', query, searchFeed)
  const columns = useMemo(() => columnsOf(t, batchId !== undefined), [t, batchId])
  const label = batch ? t('feed.movement.manyOf', { batch: batch.code }) : t('nav.feedMovements')
  const create = may('batches.feedMovements.create') && (
    <>
      {!batch && (
        <Button variant="default" onClick={() => go(to('/production/feedMovements/multi-create'))}>
          {t('feed.movement.several')}
        </Button>
      )}
      <Button onClick={() => go(scope.create)}>{t('feed.movement.new')}</Button>
    </>
  )
  const file = <ExportRows name={label} fetch={paging => searchFeed({ ...query, ...paging })} cells={rows => rowsOf(rows, t)} />
  return (
    <>
      {renderHead({ file, create }, <FeedFilters state={state} isScoped={batch !== undefined} />)}
      <FeedSums query={query} />
      <Card flush>
        <DataList
          label={label}
          list={list}
          state={state}
          columns={columns}
          name={row => feedTitle(row, t)}
          href={row => scope.details(row.id)}
          empty={
            <Empty icon={<IconTruckDelivery size={30} stroke={1.4} />} title={t('feed.movement.none')}>
              {t('feed.movement.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}

function FeedFilters({ state, isScoped }: { state: ListState<FeedQuery>; isScoped: boolean }) {
  const t = useText()
  const may = useMay()
  const { actionType, feedTypeId, feedFactoryId, search } = state.query
  const types = useMemo(() => feedTypesAt(undefined, t), [t])
  const factories = useMemo(() => feedFactoriesAt(undefined), [])
  return (
    <BatchDataFilters state={state} isScoped={isScoped} hasPending>
      <SearchFilter
        label={t('movement.search')}
        value={search ?? ''}
        onChange={text => state.set({ search: text || undefined })}
      />
      <ChoiceFilter
        name={t('movement.type')}
        many
        choices={FEED_ACTION_TYPES.map(value => ({ value, label: feedTypeWord(value, t) }))}
        value={actionType ?? []}
        onChange={chosen => {
          const selected = FEED_ACTION_TYPES.filter(type => chosen.includes(type))
          state.set({ actionType: selected.length > 0 ? selected : undefined })
        }}
      />
      {may('feedTypes.read') && (
        <FoundFilter name={t('feed.type')} source={types} value={feedTypeId} onChange={id => state.set({ feedTypeId: id })} />
      )}
      {may('feedFactory.read') && (
        <FoundFilter
          name={t('feed.factory')}
          source={factories}
          value={feedFactoryId}
          onChange={id => state.set({ feedFactoryId: id })}
        />
      )}
    </BatchDataFilters>
  )
}
