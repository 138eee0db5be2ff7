import { Button } from '@mantine/core'
import type { EventDetails, EventStatus } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { IconCircleCheck, IconEye, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'

/** What a person does to an event: one status, one button. */
export interface Action {
  readonly status: EventStatus
  readonly word: TextKey
  readonly ask: TextKey
  readonly hint: TextKey
  readonly done: TextKey
  readonly icon: typeof IconEye
}

const acknowledge: Action = {
  status: 'PENDING',
  word: 'alarm.acknowledge',
  ask: 'event.ask.acknowledge',
  hint: 'event.hint.acknowledge',
  done: 'event.done.acknowledged',
  icon: IconEye,
}
export const closing: Action = {
  status: 'CLOSED',
  word: 'event.do.close',
  ask: 'event.ask.close',
  hint: 'event.hint.close',
  done: 'event.done.closed',
  icon: IconCircleCheck,
}
const reopen: Action = {
  status: 'OPEN',
  word: 'event.do.reopen',
  ask: 'event.ask.reopen',
  hint: 'event.hint.reopen',
  done: 'event.done.reopened',
  icon: IconRotate,
}
/** From being in progress. */
const putBack: Action = {
  status: 'OPEN',
  word: 'event.do.putBack',
  ask: 'event.ask.putBack',
  hint: 'event.hint.putBack',
  done: 'event.done.reopened',
  icon: IconRotate,
}

/** What may follow, the primary one last. */
const following: Readonly<Record<EventStatus, readonly Action[]>> = {
  OPEN: [closing, acknowledge],
  PENDING: [putBack, closing],
  CLOSED: [reopen],
}
const none: readonly Action[] = []

/** What this person may do to the event, and what was asked for. */
export function useActions(event: EventDetails | undefined) {
  const may = useMay()
  const [asked, ask] = useState<Action>()
  const allowed = event && may('events.update') && event.category !== 'NOTIFICATION'
  return { asked, ask, done: () => ask(undefined), actions: allowed ? following[event.status] : none }
}

interface Props {
  readonly actions: readonly Action[]
  readonly ask: (action: Action) => void
}

/** The actions in the head of the page. */
export function Actions({ actions, ask }: Props) {
  const t = useText()
  if (actions.length === 0) return null
  return (
    <div className="event-actions phone-hide">
      {actions.map((action, at) => (
        <Button
          key={action.status}
          variant={at === actions.length - 1 && action !== reopen ? 'filled' : 'default'}
          leftSection={<action.icon size={18} aria-hidden />}
          onClick={() => ask(action)}
        >
          {t(action.word)}
        </Button>
      ))}
    </div>
  )
}

/** The same at the thumb, above the bottom bar of a phone. */
export function ActionBar({ actions, ask }: Props) {
  const t = useText()
  if (actions.length === 0) return null
  return (
    <div className="action-bar phone-only">
      {actions.map((action, at) => (
        <Button
          key={action.status}
          variant={at === actions.length - 1 && action !== reopen ? 'filled' : 'default'}
          leftSection={<action.icon size={20} aria-hidden />}
          onClick={() => ask(action)}
        >
          {t(action.word)}
        </Button>
      ))}
    </div>
  )
}
