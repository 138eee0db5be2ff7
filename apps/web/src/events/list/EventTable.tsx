import type { Event } from '@steading/contract/events/events'
import type { Page } from '@steading/contract/http/paging'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { DataList } from '../../ui/list/table/DataList.tsx'
import { useList } from '../../ui/list/useList.ts'
import type { ListState } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { columnsOf, toneOf } from './columns.tsx'
import type { EventScope } from '../eventScope.ts'
import { EventFilters } from './EventFilters.tsx'
import type { EventQuery } from '../events.queries.ts'
import { QuickClose } from './QuickClose.tsx'
import '../events.css'

/** Events of a desk, what narrows them, and what is done with several at once. */
export function EventTable({
  scope,
  state,
  query,
  search,
  label,
  aside,
  empty,
  emptyFiltered,
}: {
  scope: EventScope
  state: ListState<EventQuery>
  /** What is asked: what the list is narrowed to, and what it is of. */
  query: EventQuery
  search: (query: EventQuery, signal: AbortSignal) => Promise<Page<Event>>
  label: string
  /** What is done with the list, beside its filters. */
  aside?: ReactNode
  empty: ReactNode
  emptyFiltered: ReactNode
}) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const may = useMay()
  const list = useList('events', query, search)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const rows = list.page?.content ?? []
  return (
    <>
      {aside ? (
        <div className="filters-bar">
          <EventFilters state={state} scope={scope} />
          <span className="filters-end">{aside}</span>
        </div>
      ) : (
        <EventFilters state={state} scope={scope} />
      )}
      <QuickClose chosen={rows.filter(row => chosen.has(row.id))} clear={() => choose(new Set())} />
      <Card flush className="events">
        <DataList
          label={label}
          list={list}
          state={state}
          columns={columnsOf(t, { zone, now, scope, seesBatches: may('batches.read') })}
          name={row => row.title}
          href={row => scope.details(row.id)}
          tone={toneOf}
          selection={may('events.update') ? { chosen, choose } : undefined}
          empty={empty}
          emptyFiltered={emptyFiltered}
        />
      </Card>
    </>
  )
}
