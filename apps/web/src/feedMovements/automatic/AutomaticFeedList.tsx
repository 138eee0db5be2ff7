import { Button } from '@mantine/core'
import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { dateTime, missing } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import { IconTruckDelivery } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { BatchDataFilters, BatchLink, kilograms, MovementStatusPill } from '../../animalMovements/index.ts'
import { PlaceLink } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { EmptyFiltered } from '../../ui/list/filter/Filters.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { automaticSchema, searchAutomatic } from '../feedMovements.queries.ts'
import { rowsOf } from '../list/feedColumns.tsx'

const LazyConfirm = lazyComponent(() => import('./ConfirmDelivery.tsx'), 'overlay')

const columnsOf = (t: Translate, confirm: (row: FeedMovement) => ReactNode): readonly Column<FeedMovement>[] => [
  { key: 'title', only: 'card', card: 'title', cell: row => kilograms(row.weight, t) },
  {
    key: 'timestamp',
    head: t('movement.time'),
    sort: 'timestamp',
    card: 'meta',
    cell: row => <span className="num">{dateTime(row.timestamp, row.timeZone, t)}</span>,
  },
  { key: 'silo', head: t('feed.silo'), card: 'meta', cell: row => row.silo?.displayName ?? missing },
  { key: 'place', head: t('entity.sector'), wide: true, card: 'meta', cell: row => <PlaceLink entity={row.entity} /> },
  {
    key: 'batch',
    head: t('batch.one'),
    card: 'meta',
    cell: row => (row.batch ? <BatchLink batch={row.batch} /> : <span className="dim">{missing}</span>),
  },
  {
    key: 'feed',
    head: t('feed.type'),
    card: 'meta',
    cell: row => (row.feedType ? nameOf(row.feedType, t.language) : <span className="dim">{missing}</span>),
  },
  {
    key: 'weight',
    head: t('feed.weight'),
    sort: 'weight',
    right: true,
    only: 'table',
    card: 'hide',
    cell: row => kilograms(row.weight, t),
  },
  {
    key: 'status',
    head: t('event.status.label'),
    card: 'end',
    cell: row => confirm(row) || <MovementStatusPill pending={row.pending} />,
  },
]

/** Deliveries that silos showed; who may says what each was. */
export default function AutomaticFeedList() {
  const t = useText()
  const may = useMay()
  const state = useListState(automaticSchema)
  const { query } = state
  const list = useList('feedMovements', query, searchAutomatic)
  const [confirmed, confirm] = useState<FeedMovement>()
  const mayConfirm = may(['batches.feedMovements.update', 'batches.feedMovements.create'])
  const columns = columnsOf(
    t,
    row =>
      row.pending &&
      mayConfirm && (
        <Button size="xs" onClick={() => confirm(row)}>
          {t('ui.confirm')}
          <span className="vh"> {kilograms(row.weight, t)}</span>
        </Button>
      ),
  )
  return (
    <>
      <PageHead
        title={t('nav.automaticFeed')}
        actions={
          <ExportRows
            name={t('nav.automaticFeed')}
            fetch={paging => searchAutomatic({ ...query, ...paging })}
            cells={rows => rowsOf(rows, t)}
          />
        }
      />
      <BatchDataFilters state={state} isScoped={false} hasBatch={false} hasPending />
      <Card flush>
        <DataList
          label={t('nav.automaticFeed')}
          list={list}
          state={state}
          columns={columns}
          name={row => `${row.silo?.displayName ?? row.entity.displayName} ${kilograms(row.weight, t)}`}
          empty={
            <Empty icon={<IconTruckDelivery size={30} stroke={1.4} />} title={t('feed.automatic.none')}>
              {t('feed.automatic.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
      {confirmed && <LazyConfirm movement={confirmed} onClose={() => confirm(undefined)} />}
    </>
  )
}
