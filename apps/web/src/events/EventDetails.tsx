import { useQuery } from '@tanstack/react-query'
import { to } from '../app/index.ts'
import { usePollEvery } from '../platform/live.ts'
import { useText } from '../platform/texts.tsx'
import { useParam } from '../ui/useParam.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { ActionBar, Actions, useActions } from './Actions.tsx'
import { changesQuery, detailsQuery } from './events.queries.ts'
import { EventHead } from './EventHead.tsx'
import { Facts } from './Facts.tsx'
import { Occurrences } from './Occurrences.tsx'
import { Progress } from './Progress.tsx'
import StatusDialog from './StatusDialog.tsx'
import { Timeline } from './Timeline.tsx'
import { Told } from './Told.tsx'
import { Why } from './Why.tsx'
import { placed } from './placed.ts'
import { openerOf } from './words.ts'
import './events.css'

const none: readonly never[] = []

/** One event: what happened and why, who knows, how far it has come, and what one can do about it. */
export default function EventDetails() {
  const t = useText()
  const id = useParam('eventId')
  const refetchInterval = usePollEvery()
  const { data: event, error, refetch } = useQuery({ ...detailsQuery(id), refetchInterval })
  const { data: changes = none } = useQuery({ ...changesQuery(id), refetchInterval })
  const { asked, ask, done, actions } = useActions(event)
  const back = { href: listHref(to('/events')), label: t('nav.events') }
  if (!event) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const told = { ...event, causes: placed(event.causes, event) }
  return (
    <div className={actions.length > 0 ? 'event acts' : 'event'}>
      <EventHead event={event} back={back} actions={<Actions actions={actions} ask={ask} />} />
      <Progress event={event} changes={changes} />
      <div className="cols-2-1">
        <div className="stack">
          <Why event={told} />
          <Told eventId={id} />
          <Occurrences event={event} />
        </div>
        <div className="stack">
          <Facts event={told} />
          <Timeline event={event} changes={changes} />
          <AuditFoot
            created={{ by: openerOf(event, t), at: event.creationTimestampUtc }}
            updated={{ by: event.lastUpdatedBy?.shortName, at: event.lastUpdateTimestampUtc }}
          />
        </div>
      </div>
      <ActionBar actions={actions} ask={ask} />
      {asked && <StatusDialog event={event} action={asked} close={done} />}
    </div>
  )
}
