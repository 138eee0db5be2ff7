import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBellOff, IconLifebuoy, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay, useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Bold } from '../../ui/Bold.tsx'
import { Link, useGo } from '../../ui/Link.tsx'
import { EmptyFiltered } from '../../ui/list/filter/Filters.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { type EventScope, useEventScope } from '../eventScope.ts'
import { EventTable } from './EventTable.tsx'
import { countQuery, listSchema, searchEvents } from '../events.queries.ts'
import { ExportEvents } from './ExportEvents.tsx'
import { unsolved } from '../words.ts'

/** Events, or tickets, of all that one may see: those that need somebody stand out, those that are over step back. */
export default function EventList() {
  const scope = useEventScope()
  return <ScopedEventList key={scope.list} scope={scope} />
}

function ScopedEventList({ scope }: { scope: EventScope }) {
  const t = useText()
  const may = useMay()
  const { isHelpdesk } = scope
  const { helpdeskEmail } = useSignedIn()
  const state = useListState(listSchema)
  const query = useMemo(() => ({ ...state.query, helpdesk: isHelpdesk }), [state.query, isHelpdesk])
  const { entity } = state.query
  const create = may('events.create') && <NewEvent scope={scope} entityId={entity} />
  return (
    <>
      <PageHead
        title={t(scope.title)}
        meta={<OpenCounts scope={scope} entity={entity} />}
        actions={
          <>
            <ExportEvents name={t(scope.title)} query={query} />
            {create}
          </>
        }
      />
      <EventTable
        scope={scope}
        state={state}
        query={query}
        search={searchEvents}
        label={t(scope.title)}
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
          state.filters > (entity ? 1 : 0) && (
            <EmptyFilteredEvents helpdesk={isHelpdesk} filters={state.filters} reset={state.reset} />
          )
        }
      />
    </>
  )
}

/** Leads to the form, at the place that the list is narrowed to. */
function NewEvent({ scope, entityId }: { scope: EventScope; entityId: string | undefined }) {
  const t = useText()
  const go = useGo()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(scope.create + writeSearch({ entityId }))}>
      {t(scope.isHelpdesk ? 'helpdesk.new' : 'event.new')}
    </Button>
  )
}

/** Number of open and pending events of any age, as a link to their list. */
function OpenCounts({ scope, entity }: { scope: EventScope; entity: string | undefined }) {
  const { data: open } = useQuery(countQuery('OPEN', scope.isHelpdesk, entity))
  const { data: pending } = useQuery(countQuery('PENDING', scope.isHelpdesk, entity))
  if (open === undefined || pending === undefined) return null
  return (
    <Link href={scope.list + writeSearch({ status: unsolved, entity })}>
      <span>
        <Bold text="event.counts" values={{ open, pending }} />
      </span>
    </Link>
  )
}

/** Empty list with the number of events without filters. */
function EmptyFilteredEvents({ helpdesk, filters, reset }: { helpdesk: boolean; filters: number; reset: () => void }) {
  const { data: all } = useQuery({
    queryKey: ['events', 'list', 'all', helpdesk],
    queryFn: ({ signal }) => searchEvents({ ...listSchema.parse({}), helpdesk }, signal),
  })
  return <EmptyFiltered filters={filters} total={all?.totalElements} reset={reset} />
}
