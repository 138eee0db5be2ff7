import { Button } from '@mantine/core'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import type { EventAction, EventDetails as Details } from '@steading/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isGone } from '../../platform/api/failures.ts'
import { usePollEvery } from '../../live/index.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { useHistoryBack } from '../../ui/page/head/useHistoryBack.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { isAnswered, LazyWarningCard, warningQuery } from '../../earlyWarning/index.ts'
import { useBatch } from '../../batches/index.ts'
import { EventActions, useEventActions } from '../steps/EventActions.tsx'
import { AttachmentsCard } from '../../ui/attachments/AttachmentsCard.tsx'
import { ChangeTable } from '../steps/ChangeTable.tsx'
import { type EventScope, scopeOf } from '../eventScope.ts'
import {
  actionsQuery,
  changesQuery,
  detailsQuery,
  eventsChanged,
  fetchAttachment,
  forgetEvent,
  removeEvent,
} from '../events.queries.ts'
import { EventHead } from './EventHead.tsx'
import { EventValues } from './EventValues.tsx'
import { Recipients } from '../recipients/Recipients.tsx'
import { ThresholdCard } from './ThresholdCard.tsx'
import { Occurrences } from './Occurrences.tsx'
import { FindingCard } from '../steps/FindingCard.tsx'
import { StepProgress } from '../steps/StepProgress.tsx'
import StatusDialog from '../steps/StatusDialog.tsx'
import { Timeline } from '../steps/Timeline.tsx'
import { DeliveryLog } from '../recipients/DeliveryLog.tsx'
import { AlarmExplanation } from './AlarmExplanation.tsx'
import { withDistinctNames } from './sensorNames.ts'
import { openerOf } from '../words.ts'
import '../events.css'

const EventEdit = lazyComponent<{
  event: Details
  notifications: readonly EventAction[]
  scope: EventScope
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}>(() => import('../form/EventEdit.tsx'))

const none: readonly never[] = []

/** Whether the platform may have opened it as an early warning: it did by no rule, for water or feed. */
const mayBeWarning = ({ origin, ruleName, category }: Details): boolean =>
  origin === 'AUTOMATIC' && ruleName === null && (category === 'WATER' || category === 'FEED')

/** One event or ticket: what happened and why, who knows, how far it has come, and what one can do about it. */
export function EventDetails({ id, at }: { id: string; at: EventScope }) {
  const t = useText()
  const may = useMay()
  const every = usePollEvery()
  // Stop polling an event that was deleted.
  const refetchInterval = ({ state }: { readonly state: { readonly error: unknown } }) => (isGone(state.error) ? false : every)
  const { data: event, error, refetch } = useQuery({ ...detailsQuery(id), refetchInterval })
  const { data: changes = none } = useQuery({ ...changesQuery(id), refetchInterval })
  const { asked, ask, done, offers } = useEventActions(event, changes)
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
  const [editing, edit] = useState<{ readonly event: Details; readonly notifications: readonly EventAction[] }>()
  const opening = useAsyncAction()
  // Remove it from the cache on unmount, because the mounted page would fetch it again.
  const deleted = useRef<string>(undefined)
  useEffect(() => () => void (deleted.current === id && forgetEvent(id)), [id])
  const isWarning = event !== undefined && mayBeWarning(event)
  const { data: warning, isLoading: isWarningLoading } = useQuery({ ...warningQuery(id), enabled: isWarning })
  // One question: of the warning until its event is closed, then of the review, unless the warning was answered.
  const mayReview = !isWarningLoading && !(warning && isAnswered(warning))
  const scope = event ? scopeOf(event, at) : at
  const { data: batch } = useBatch(scope.batchId)
  const back = useHistoryBack({ href: scope.back(), label: (scope.batchId && batch?.code) || t(scope.title) })
  // A deleted event shows the error page, unless its edit form is open: typed values stay.
  if (!event || (isGone(error) && !editing))
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const begin = () =>
    opening.run(async () => {
      const [event, notifications] = await Promise.all([
        queryClient.fetchQuery({ ...detailsQuery(id), staleTime: 0 }),
        queryClient.fetchQuery(actionsQuery(id)),
      ])
      edit({ event, notifications })
    })
  const headOf = (buttons: ReactNode) => <EventHead event={editing?.event ?? event} back={back} stacked actions={buttons} />
  if (editing)
    return (
      <EventEdit
        event={editing.event}
        notifications={editing.notifications}
        scope={scope}
        head={headOf}
        leave={() => {
          edit(undefined)
          void eventsChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  const mayEdit = may('events.update') && event.category !== 'NOTIFICATION'
  const mayDelete = may('events.delete') && event.origin === 'MANUAL' && !scope.isHelpdesk
  const shownEvent = { ...event, causes: withDistinctNames(event.causes, event) }
  const isWritten = event.origin === 'MANUAL'
  const details = (
    <Card title={t('ui.details')} className="event-details">
      <EventValues event={event} scope={scope} />
    </Card>
  )
  return (
    <div className={offers.length > 0 ? 'event acts' : 'event'}>
      <EventHead
        event={event}
        back={back}
        actions={
          <>
            {mayDelete && (
              <DeleteAction
                name={event.title}
                failed={t('event.deleteFailed')}
                done={t('event.deleted')}
                remove={() => removeEvent(id)}
                leave={back.href}
                onDeleted={() => {
                  deleted.current = id
                  return eventsChanged(id)
                }}
              />
            )}
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                data-busy={opening.busy || undefined}
                onClick={() => void begin()}
              >
                {t('ui.edit')}
              </Button>
            )}
            <EventActions offers={offers} ask={ask} at="head" />
          </>
        }
      />
      <StepProgress event={event} changes={changes} />
      {mayReview && <FindingCard event={event} />}
      <div className="cols-2-1">
        <div className="stack">
          {isWritten ? details : <AlarmExplanation event={shownEvent} />}
          {isWarning && <LazyWarningCard eventId={id} asks={event.status !== 'CLOSED' || !mayReview} />}
          {!isWritten && details}
          <AttachmentsCard attachments={event.attachments} fetch={name => fetchAttachment(id, name)} />
          <DeliveryLog eventId={id} />
          <Occurrences event={event} />
          <ChangeTable event={event} changes={changes} />
        </div>
        <div className="stack">
          <ThresholdCard event={shownEvent} />
          <Recipients eventId={id} />
          <Timeline event={event} changes={changes} />
          <AuditFoot
            created={{ by: openerOf(event, t), at: event.creationTimestampUtc }}
            updated={{ by: event.lastUpdatedBy?.shortName, at: event.lastUpdateTimestampUtc }}
          />
        </div>
      </div>
      <EventActions offers={offers} ask={ask} at="thumb" />
      {asked && <StatusDialog event={event} action={asked} close={done} />}
    </div>
  )
}
