import { Button } from '@mantine/core'
import type { EventAction, EventDetails as Details } from '@steading/contract/events'
import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isGone } from '../platform/failures.ts'
import { usePollEvery } from '../platform/live.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useAct } from '../ui/overlay/useAct.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { useHistoryBack } from '../ui/page/useHistoryBack.ts'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useBatch } from './batch.queries.ts'
import { Actions, useActions } from './Actions.tsx'
import { Attachments } from './Attachments.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { type Desk, deskOf } from './desk.ts'
import { enteredOf } from './entered.ts'
import { EventEdit } from './EventEdit.tsx'
import { EventEntries } from './EventEntries.tsx'
import { actionsQuery, changesQuery, detailsQuery, eventsChanged, forgetEvent, removeEvent } from './events.queries.ts'
import { EventHead } from './EventHead.tsx'
import { Hears } from './Hears.tsx'
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

/** One event or ticket: what happened and why, who knows, how far it has come, and what one can do about it. */
export function EventDetails({ id, at }: { id: string; at: Desk }) {
  const t = useText()
  const may = useMay()
  const every = usePollEvery()
  // What is gone does not come back: nobody asks for it any more.
  const refetchInterval = ({ state }: { readonly state: { readonly error: unknown } }) => (isGone(state.error) ? false : every)
  const { data: event, error, refetch } = useQuery({ ...detailsQuery(id), refetchInterval })
  const { data: changes = none } = useQuery({ ...changesQuery(id), refetchInterval })
  const { asked, ask, done, offers } = useActions(event, changes)
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<{ readonly of: Details; readonly told: readonly EventAction[] }>()
  const opening = useAct()
  // It is forgotten as its page is left, not before: the page would ask for it once more.
  const deleted = useRef<string>(undefined)
  useEffect(() => () => void (deleted.current === id && forgetEvent(id)), [id])
  const desk = event ? deskOf(event, at) : at
  const { data: batch } = useBatch(desk.batchId)
  const back = useHistoryBack({ href: desk.back(), label: (desk.batchId && batch?.code) || t(desk.title) })
  // What is kept of one that somebody deleted is no event any more; who is writing keeps what they wrote.
  if (!event || (isGone(error) && !editing))
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const begin = () =>
    opening.act(async () => {
      const [of, told] = await Promise.all([
        queryClient.fetchQuery({ ...detailsQuery(id), staleTime: 0 }),
        queryClient.fetchQuery(actionsQuery(id)),
      ])
      edit({ of, told })
    })
  const headOf = (buttons: ReactNode) => <EventHead event={editing?.of ?? event} back={back} stacked actions={buttons} />
  if (editing)
    return (
      <EventEdit
        of={editing.of}
        told={editing.told}
        desk={desk}
        head={headOf}
        leave={() => {
          edit(undefined)
          void eventsChanged()
        }}
      />
    )
  const mayEdit = may('events.update') && event.category !== 'NOTIFICATION'
  const mayDelete = may('events.delete') && event.origin === 'MANUAL' && !desk.isHelpdesk
  const told = { ...event, causes: placed(event.causes, event) }
  const isWritten = event.origin === 'MANUAL'
  const details = (
    <Card title={t('ui.details')} className="event-details">
      <EventEntries of={enteredOf(event)} desk={desk} event={event} mode="view" />
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
                gone={() => {
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
            <Actions offers={offers} ask={ask} at="head" />
          </>
        }
      />
      <Progress event={event} changes={changes} />
      <div className="cols-2-1">
        <div className="stack">
          {isWritten ? details : <Why event={told} />}
          {!isWritten && details}
          <Attachments event={event} />
          <Told eventId={id} />
          <Occurrences event={event} />
          <ChangeTable event={event} changes={changes} />
        </div>
        <div className="stack">
          <Facts event={told} />
          <Hears eventId={id} />
          <Timeline event={event} changes={changes} />
          <AuditFoot
            created={{ by: openerOf(event, t), at: event.creationTimestampUtc }}
            updated={{ by: event.lastUpdatedBy?.shortName, at: event.lastUpdateTimestampUtc }}
          />
        </div>
      </div>
      <Actions offers={offers} ask={ask} at="thumb" />
      {asked && <StatusDialog event={event} action={asked} close={done} />}
    </div>
  )
}
