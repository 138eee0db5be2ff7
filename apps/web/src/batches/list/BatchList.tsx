import { Button } from '@mantine/core'
import { batches } from '@steading/contract/production/batches'
import { IconEgg, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { speciesName } from '@steading/locales/production'
import { PlacesFilter } from '../../entities/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { FoundFilter } from '../../ui/list/filter/AsyncSelectFilter.tsx'
import { FixedFilter } from '../../ui/list/filter/FixedFilter.tsx'
import { PeriodFilter } from '../../ui/list/filter/PeriodFilter.tsx'
import { EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { searchBatches } from '../batches.queries.ts'
import { geneticsAt } from '../form/choices.queries.ts'
import { columnsOf, rowsOf } from './batchColumns.tsx'
import { BatchFilters } from './BatchFilters.tsx'

const schema = batches.search.query
/** Genetics of every house and species. */
const everywhere = { entityId: null, species: null }

/** The batches of all houses and rooms that one may see, the youngest first. */
export default function BatchList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(schema)
  const { query } = state
  const list = useList('batches', query, searchBatches)
  const columns = useMemo(() => columnsOf(t), [t])
  const mayCreate = may('batches.create')
  // At the house that the list is narrowed to.
  const create = () => go(to('/production/batches/create') + writeSearch({ entityId: query.entityId }))
  return (
    <>
      <PageHead
        title={t('batch.many')}
        actions={
          <>
            <ExportRows
              name={t('batch.many')}
              fetch={paging => searchBatches({ ...query, ...paging })}
              cells={rows => rowsOf(rows, t)}
            />
            {mayCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
                {t('batch.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('batch.search')}
          value={query.search ?? ''}
          onChange={search => state.set({ search: search || undefined })}
        />
        <PlacesFilter value={query.entities} clear={() => state.set({ entities: undefined })} />
        {query.speciesCodes && (
          <FixedFilter
            name={t('species.one')}
            value={query.speciesCodes.map(code => speciesName(code, t)).join(', ')}
            clear={() => state.set({ speciesCodes: undefined })}
          />
        )}
        <BatchFilters filter={query} onChange={state.set} />
        {may('genetics.read') && (
          <FoundFilter
            name={t('genetics.one')}
            source={geneticsAt(everywhere)}
            value={query.geneticsId}
            onChange={geneticsId => state.set({ geneticsId })}
          />
        )}
        <PeriodFilter
          name={t('batch.openDate')}
          presets={[]}
          standard={undefined}
          value={query}
          onChange={({ fromDate, toDate }) => state.set({ fromDate, toDate })}
        />
      </Filters>
      <Card flush>
        <DataList
          label={t('batch.many')}
          list={list}
          state={state}
          columns={columns}
          name={of => of.code}
          href={of => to('/production/batches/{batchId}/details', { batchId: of.id })}
          empty={
            <Empty
              icon={<IconEgg size={30} stroke={1.4} />}
              title={t('batch.none')}
              action={
                mayCreate && (
                  <Button size="xs" onClick={create}>
                    {t('batch.new')}
                  </Button>
                )
              }
            >
              {t('batch.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
