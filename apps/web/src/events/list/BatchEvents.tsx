import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/production/batches'
import { useQuery } from '@tanstack/react-query'
import { IconBellOff, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { EmptyFiltered } from '../../ui/list/filter/Filters.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { Empty } from '../../ui/state/Empty.tsx'
import { batchScope } from '../eventScope.ts'
import { EventTable } from './EventTable.tsx'
import { batchCountQuery, batchListSchema, searchBatchEvents } from '../events.queries.ts'
import { ExportEvents } from './ExportEvents.tsx'

/** Of the page's address, besides what narrows the list. */
const keep = ['tab']

/** What happened in a batch: its alarms, and what people wrote down of it. */
export default function BatchEvents({ batch: { id, code, openDate, status } }: { batch: Batch }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const scope = useMemo(() => batchScope(id), [id])
  const state = useListState(batchListSchema, undefined, keep)
  const query = useMemo(() => ({ ...state.query, batchId: id, helpdesk: false }), [state.query, id])
  const label = t('batch.eventsOf', { batch: code })
  return (
    <EventTable
      scope={scope}
      state={state}
      query={query}
      search={searchBatchEvents}
      label={label}
      aside={
        <>
          <ExportEvents name={label} query={query} search={searchBatchEvents} />
          {may('events.create') && (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(scope.create)}>
              {t('event.new')}
            </Button>
          )}
        </>
      }
      empty={
        <Empty
          icon={<IconBellOff size={30} stroke={1.4} />}
          title={t('batch.noEvents')}
          action={<EarlierEvents batch={{ id, openDate }} show={() => state.set({ fromDate: openDate, toDate: undefined })} />}
        >
          {status === 'OPEN' && t('batch.noEventsHint')}
        </Empty>
      }
      emptyFiltered={state.filters > 0 && <EmptyFiltered filters={state.filters} reset={state.reset} />}
    />
  )
}

/** Button that extends the period to the start of the batch if there are earlier events. */
function EarlierEvents({ batch: { id, openDate }, show }: { batch: Pick<Batch, 'id' | 'openDate'>; show: () => void }) {
  const t = useText()
  const { data: count = 0 } = useQuery(batchCountQuery(id, openDate))
  if (count === 0) return null
  return (
    <Button variant="default" onClick={show}>
      {t('batch.allEvents', { count })}
    </Button>
  )
}
