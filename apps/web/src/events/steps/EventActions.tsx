import { Button } from '@mantine/core'
import type { EventDetails } from '@steading/contract/events/events'
import { useState } from 'react'
import { useMay, useSession } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { type Action, type Offer, offersOf } from './offers.ts'
import type { Change } from './progress.ts'

const none: readonly Offer[] = []

/** Actions that the user may take on the event, and the one whose dialog is open. */
export function useEventActions(event: EventDetails | undefined, changes: readonly Change[]) {
  const may = useMay()
  const userId = useSession()?.userId
  const [asked, ask] = useState<Action>()
  const allowed = event && may('events.update')
  return { asked, ask, done: () => ask(undefined), offers: allowed ? offersOf(event, changes, userId) : none }
}

interface Props {
  readonly offers: readonly Offer[]
  readonly ask: (action: Action) => void
}

/** The buttons: in the head of the page, and on a phone at the thumb, above its bottom bar. */
export function EventActions({ offers, ask, at }: Props & { readonly at: 'head' | 'thumb' }) {
  const t = useText()
  if (offers.length === 0) return null
  return (
    <div className={at === 'head' ? 'event-actions phone-hide' : 'action-bar phone-only'}>
      {offers.map(({ word, icon: Icon, action, isNext, isOver }) => (
        <Button
          key={word}
          variant={isNext ? 'filled' : 'default'}
          disabled={isOver ?? false}
          leftSection={<Icon size={at === 'head' ? 18 : 20} aria-hidden />}
          onClick={() => ask(action)}
        >
          {t(word)}
        </Button>
      ))}
    </div>
  )
}
