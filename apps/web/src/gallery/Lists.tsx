import { Button } from '@mantine/core'
import { paging, type Page } from '@steading/contract/paging'
import { age, dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconBellOff, IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '../platform/texts.tsx'
import { type EventStep, EventState } from '../ui/marks/EventState.tsx'
import { type SeverityLevel, SeverityMark, severities, severityWord } from '../ui/marks/SeverityMark.tsx'
import { type Column, DataList } from '../ui/list/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/Filters.tsx'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { SubNav } from '../ui/page/SubNav.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { now } from './samples.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly place: string
  readonly batch?: string
  readonly severity: SeverityLevel
  readonly step: EventStep
  readonly who?: string
  readonly minutes: number
}
const rows: Row[] = [
  {
    id: '4812',
    title: 'Temperature above 26,0 °C',
    place: 'Quinta do Paul | Pavilhão 2',
    batch: 'LAQPL-2603',
    severity: 'CRITICAL',
    step: 'going',
    who: 'João',
    minutes: 37,
  },
  {
    id: '4813',
    title: 'NH₃ sensor silent for 20 min',
    place: 'Quinta do Paul | Pavilhão 2',
    severity: 'MODERATE',
    step: 'open',
    minutes: 4,
  },
  {
    id: '4811',
    title: 'Ventilation has no feedback',
    place: 'Quinta do Paul | Pavilhão 2',
    batch: 'LAQPL-2603',
    severity: 'MAJOR',
    step: 'seen',
    who: 'Rita',
    minutes: 51,
  },
  {
    id: '4809',
    title: 'Water counter shows no flow for 60 min',
    place: 'Vale do Sorraia | Recria 2',
    batch: 'LSVSR-2604',
    severity: 'MAJOR',
    step: 'open',
    minutes: 139,
  },
  {
    id: '4802',
    title: 'Silo 1 below 10 % of capacity',
    place: 'Granja do Alviela | Pavilhão A',
    severity: 'MODERATE',
    step: 'onSite',
    who: 'Miguel',
    minutes: 480,
  },
  {
    id: '4790',
    title: 'Feed line door left open',
    place: 'Quinta do Paul | Pavilhão 1',
    severity: 'LOW',
    step: 'closed',
    minutes: 1800,
  },
]
const pages = paging({ sorts: ['openDate', 'title'], sort: 'openDate', direction: 'DESC' })
const schema = pages.query.extend({ title: z.string().optional(), severity: z.array(z.enum(severities)).optional() })

const columnsOf = (t: Translate): Column<Row>[] => [
  { key: 'lead', only: 'card', card: 'lead', cell: row => <SeverityMark level={row.severity} /> },
  {
    key: 'title',
    head: 'Title',
    sort: 'title',
    card: 'title',
    only: 'table',
    cell: row => (
      <span className="title-cell">
        <SeverityMark level={row.severity} mute />
        <span className="row-link">{row.title}</span>
      </span>
    ),
  },
  { key: 'name', only: 'card', card: 'title', cell: row => row.title },
  {
    key: 'place',
    head: 'Batch or entity',
    card: 'meta',
    cell: row => (
      <span className="two">
        <span>{row.place}</span>
        {row.batch && <span>{row.batch}</span>}
      </span>
    ),
  },
  {
    key: 'severity',
    head: t('event.severity.label'),
    card: 'hide',
    cell: row => <span className={`sev sev-${row.severity.toLowerCase()}`}>{t(severityWord[row.severity])}</span>,
  },
  {
    key: 'opened',
    head: 'Opened',
    sort: 'openDate',
    card: 'hide',
    wide: true,
    cell: row => <span className="num">{dateTime(now - row.minutes * 60_000, 'Europe/Lisbon')}</span>,
  },
  { key: 'state', head: 'Status', card: 'meta', cell: row => <EventState step={row.step} who={row.who} /> },
  { key: 'age', head: 'Age', card: 'end', right: true, cell: row => age(now - row.minutes * 60_000, now, t) },
]

/** A list page with every part of it; `?state=loading|failed|empty` shows the others. */
export function Lists() {
  const t = useText()
  const state = useListState(schema)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(['4813']))
  const wanted = new URLSearchParams(location.search).get('state')
  const page: Page<Row> = {
    content: wanted === 'empty' ? [] : rows,
    totalElements: wanted === 'empty' ? 0 : 64,
    number: state.query.currentPage,
    size: 10,
    sortProperty: 'openDate',
    sortDirection: 'DESC',
  }
  return (
    <>
      <SubNav
        label="Events"
        current="/events"
        items={[
          { href: '/events', name: t('nav.events') },
          { href: '/helpdesk', name: t('nav.helpdesk') },
        ]}
      />
      <PageHead
        title={t('nav.events')}
        meta={
          <span>
            <b className="num">10</b> open, <b className="num">3</b> with someone on it
          </span>
        }
        actions={
          <>
            <Button variant="default" className="phone-hide" leftSection={<IconDownload size={16} aria-hidden />}>
              CSV
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />}>{t('ui.new')}</Button>
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter label="Search title" value={state.query.title ?? ''} onChange={title => state.set({ title })} />
        <ChoiceFilter
          name={t('event.severity.label')}
          many
          choices={severities.map(level => ({ value: level, label: t(severityWord[level]) }))}
          value={state.query.severity ?? []}
          onChange={value => state.set({ severity: severities.filter(level => value.includes(level)) })}
        />
        <ChoiceFilter name="Status" choices={[{ value: 'OPEN', label: 'Open' }]} value={['OPEN']} onChange={() => undefined} />
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.events')}
          list={{
            page: wanted === 'loading' || wanted === 'failed' ? undefined : page,
            error: wanted === 'failed' ? new Error('no answer') : undefined,
            turning: false,
            retry: () => undefined,
          }}
          state={state}
          columns={columnsOf(t)}
          name={row => row.title}
          href={row => `/events/${row.id}/details`}
          tone={row => (row.step === 'closed' ? 'done' : row.severity === 'CRITICAL' ? 'hot' : undefined)}
          selection={{ chosen, choose }}
          empty={<Empty icon={<IconBellOff size={30} stroke={1.4} />} title={t('empty.events')} />}
          emptyFiltered={<EmptyFiltered filters={state.filters} total={64} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
