import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBellOff, IconLifebuoy, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { writeSearch } from '../platform/search.ts'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Bold } from '../ui/Bold.tsx'
import { Link, useGo } from '../ui/Link.tsx'
import { EmptyFiltered } from '../ui/list/Filters.tsx'
import { useListState } from '../ui/list/useListState.ts'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { type Desk, useDesk } from './desk.ts'
import { EventRows } from './EventRows.tsx'
import { countQuery, listSchema, searchEvents } from './events.queries.ts'
import { ExportEvents } from './ExportEvents.tsx'
import { unsolved } from './unsolved.ts'

/** Events, or tickets, of all that one may see: those that need somebody stand out, those that are over step back. */
export default function EventList() {
  const desk = useDesk()
  return <One key={desk.list} desk={desk} />
}

function One({ desk }: { desk: Desk }) {
  const t = useText()
  const may = useMay()
  const { isHelpdesk } = desk
  const { helpdeskEmail } = useSignedIn()
  const state = useListState(listSchema)
  const query = useMemo(() => ({ ...state.query, helpdesk: isHelpdesk }), [state.query, isHelpdesk])
  const { entity } = state.query
  const create = may('events.create') && <NewEvent desk={desk} entityId={entity} />
  return (
    <>
      <PageHead
        title={t(desk.title)}
        meta={<Counts desk={desk} entity={entity} />}
        actions={
          <>
            <ExportEvents name={t(desk.title)} query={query} />
            {create}
          </>
        }
      />
      <EventRows
        desk={desk}
        state={state}
        query={query}
        search={searchEvents}
        label={t(desk.title)}
        empty={
          isHelpdesk ? (
            <Empty icon={<IconLifebuoy size={30} stroke={1.4} />} title={t('helpdesk.empty')} action={create}>
              {t(helpdeskEmail ? 'helpdesk.emptyHint' : 'helpdesk.emptyHintUntold')}
            </Empty>
          ) : (
            <Empty icon={<IconBellOff size={30} stroke={1.4} />} title={t('empty.events')}>
              {t('event.emptyHint')}
            </Empty>
          )
        }
        // The place that one looks at is no filter that hides something.
        emptyFiltered={
          state.filters > (entity ? 1 : 0) && <NothingLeft helpdesk={isHelpdesk} filters={state.filters} reset={state.reset} />
        }
      />
    </>
  )
}

/** Leads to the form, at the place that the list is narrowed to. */
function NewEvent({ desk, entityId }: { desk: Desk; entityId: string | undefined }) {
  const t = useText()
  const go = useGo()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(desk.create + writeSearch({ entityId }))}>
      {t(desk.isHelpdesk ? 'helpdesk.new' : 'event.new')}
    </Button>
  )
}

/** How many are open and how many are in progress, whenever they began; a link to these alone. */
function Counts({ desk, entity }: { desk: Desk; entity: string | undefined }) {
  const { data: open } = useQuery(countQuery('OPEN', desk.isHelpdesk, entity))
  const { data: pending } = useQuery(countQuery('PENDING', desk.isHelpdesk, entity))
  if (open === undefined || pending === undefined) return null
  return (
    <Link href={desk.list + writeSearch({ status: unsolved, entity })}>
      <span>
        <Bold text="event.counts" values={{ open, pending }} />
      </span>
    </Link>
  )
}

/** Nothing under these filters, with how many there are without them. */
function NothingLeft({ helpdesk, filters, reset }: { helpdesk: boolean; filters: number; reset: () => void }) {
  const { data: all } = useQuery({
    queryKey: ['events', 'list', 'all', helpdesk],
    queryFn: ({ signal }) => searchEvents({ ...listSchema.parse({}), helpdesk }, signal),
  })
  return <EmptyFiltered filters={filters} total={all?.totalElements} reset={reset} />
}
