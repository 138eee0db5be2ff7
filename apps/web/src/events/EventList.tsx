import { useQuery } from '@tanstack/react-query'
import { IconBellOff } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Bold } from '../ui/Bold.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { EmptyFiltered } from '../ui/list/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { columnsOf, toneOf } from './columns.tsx'
import { EventFilters } from './EventFilters.tsx'
import { countQuery, listSchema, searchEvents } from './events.queries.ts'
import { ExportEvents } from './ExportEvents.tsx'
import './events.css'

/** Events of all that one may see: those that need somebody stand out, those that are over step back. */
export default function EventList() {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const state = useListState(listSchema)
  const list = useList('events', state.query, searchEvents)
  return (
    <>
      <PageHead
        title={t('nav.events')}
        meta={<Counts entity={state.query.entity} />}
        actions={<ExportEvents query={state.query} />}
      />
      <EventFilters state={state} />
      <Card flush className="events">
        <DataList
          label={t('nav.events')}
          list={list}
          state={state}
          columns={columnsOf(t, zone, now)}
          name={row => row.title}
          href={row => to('/events/{eventId}/details', { eventId: row.id })}
          tone={toneOf}
          empty={
            <Empty icon={<IconBellOff size={30} stroke={1.4} />} title={t('empty.events')}>
              {t('event.emptyHint')}
            </Empty>
          }
          emptyFiltered={<NothingLeft filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}

/** How many are open, and on how many somebody is. */
function Counts({ entity }: { entity: string | undefined }) {
  const { data: open } = useQuery(countQuery('OPEN', entity))
  const { data: pending } = useQuery(countQuery('PENDING', entity))
  if (open === undefined || pending === undefined) return null
  return (
    <span>
      <Bold text="event.counts" values={{ open, pending }} />
    </span>
  )
}

/** Nothing under these filters, with how many there are without them. */
function NothingLeft({ filters, reset }: { filters: number; reset: () => void }) {
  const { data: all } = useQuery({
    queryKey: ['events', 'list', 'all'],
    queryFn: ({ signal }) => searchEvents(listSchema.parse({}), signal),
  })
  return <EmptyFiltered filters={filters} total={all?.totalElements} reset={reset} />
}
