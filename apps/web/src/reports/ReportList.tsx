import { Button } from '@mantine/core'
import { REPORT_STATUSES, REPORT_TYPES } from '@steading/contract/reports/reportKinds'
import type { Report } from '@steading/contract/reports/reports'
import { age, dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EntityFilter } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { pollEvery } from '../platform/api/queries.ts'
import { to } from '../platform/navigation/paths.ts'
import { useNow } from '../platform/page/clock.ts'
import { useMay, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { calls, listSchema } from './reports.queries.ts'
import { ReportStatusPill, statusWord, typeWord } from './reportWords.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'

const columnsOf = (t: Translate, zone: string, now: number): readonly Column<Report>[] => [
  {
    key: 'name',
    head: t('ui.name'),
    sort: 'displayName',
    card: 'title',
    cell: row => <span className="row-link">{row.displayName}</span>,
  },
  { key: 'type', head: t('report.type.label'), card: 'meta', cell: row => `${typeWord(row.type, t)} (${row.format})` },
  { key: 'status', head: t('event.status.label'), card: 'meta', cell: row => <ReportStatusPill of={row} /> },
  { key: 'place', head: t('audit.place'), card: 'meta', wide: true, cell: row => row.entity.displayName },
  {
    key: 'requested',
    head: t('report.requestedOn'),
    sort: 'creationTimestamp',
    card: 'hide',
    cell: row => <span className="num">{dateTime(row.creationTimestampUtc, zone, t)}</span>,
  },
  { key: 'by', head: t('report.requestedBy'), card: 'hide', wide: true, cell: row => row.requestedBy?.shortName },
  { key: 'age', only: 'card', card: 'end', right: true, cell: row => age(row.creationTimestampUtc, now, t) },
]

/** Reports with their state, the newest first, and below them what recurs. */
export default function ReportList() {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const may = useMay()
  const go = useGo()
  const state = useListState(listSchema)
  const { query, set } = state
  const list = useList('reports', query, (asked, signal) => data(calls.search({ query: asked }, { signal })), pollEvery / 6)
  const columns = useMemo(() => columnsOf(t, zone, now), [t, zone, now])
  return (
    <div className="stack">
      <PageHead
        title={t('nav.reports')}
        actions={
          may('reports.create') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(to('/reports/create'))}>
              {t('report.new')}
            </Button>
          )
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('report.search')}
          value={query.search ?? ''}
          onChange={text => set({ search: text || undefined })}
        />
        <ChoiceFilter
          name={t('report.type.label')}
          many
          choices={REPORT_TYPES.map(value => ({ value, label: typeWord(value, t) }))}
          value={query.type ?? []}
          onChange={chosen => set({ type: chosen.length > 0 ? REPORT_TYPES.filter(type => chosen.includes(type)) : undefined })}
        />
        <ChoiceFilter
          name={t('event.status.label')}
          many
          choices={REPORT_STATUSES.map(value => ({ value, label: statusWord(value, t) }))}
          value={query.status ?? []}
          onChange={chosen =>
            set({ status: chosen.length > 0 ? REPORT_STATUSES.filter(status => chosen.includes(status)) : undefined })
          }
        />
        <EntityFilter value={query.entityId} onChange={entityId => set({ entityId })} />
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.reports')}
          list={list}
          state={state}
          columns={columns}
          name={row => row.displayName}
          href={row => to('/reports/{reportId}/details', { reportId: row.id })}
          empty={
            <Empty icon={<IconFileText size={30} stroke={1.4} />} title={t('report.none')}>
              {t('report.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
      <ScheduleCard />
    </div>
  )
}
