import { Button } from '@mantine/core'
import { BATCH_STATUSES, batches } from '@steading/contract/batches'
import { IconEgg, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../app/index.ts'
import { EntityFilter } from '../entities/index.ts'
import { writeSearch } from '../platform/search.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { ExportRows } from '../ui/list/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { statusWord } from './BatchState.tsx'
import { searchBatches } from './batches.queries.ts'
import { columnsOf, rowsOf } from './columns.tsx'

const schema = batches.search.query

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
        <ChoiceFilter
          name={t('event.status.label')}
          choices={BATCH_STATUSES.map(value => ({ value, label: t(statusWord[value]) }))}
          value={query.status ?? []}
          onChange={chosen => {
            const status = BATCH_STATUSES.filter(one => chosen.includes(one))
            state.set({ status: status.length > 0 ? status : undefined })
          }}
        />
        {may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />}
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
