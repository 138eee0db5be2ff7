import { Button } from '@mantine/core'
import { type EventDetails, type EventStatus, type EventStep, isHelpdesk, STEPS } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { IconCircleCheck, IconEye, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import type { Change } from './progress.ts'
import { nextStep, stepIcon, stepWord, takenSteps } from './steps.ts'

/** What a person does to an event: one button for one thing. */
export interface Action {
  readonly word: TextKey
  readonly ask: TextKey
  readonly hint: TextKey
  readonly done: TextKey
  readonly icon: typeof IconEye
  /** What must be known before; it stands above the rest. */
  readonly first?: TextKey
  readonly does: { readonly status: EventStatus } | { readonly step: EventStep }
}
/** A button of the page: its own word and mark, and what it asks for. */
export interface Offer extends Pick<Action, 'word' | 'icon'> {
  readonly action: Action
  readonly isNext: boolean
  /** Somebody is further than that. */
  readonly isOver?: boolean
}

const status = (to: EventStatus, words: Omit<Action, 'does'>): Action => ({ ...words, does: { status: to } })
const acknowledge = status('PENDING', {
  word: 'alarm.acknowledge',
  ask: 'event.ask.acknowledge',
  hint: 'event.hint.acknowledge',
  done: 'event.done.acknowledged',
  icon: IconEye,
})
const closing = status('CLOSED', {
  word: 'event.do.close',
  ask: 'event.ask.close',
  hint: 'event.hint.close',
  done: 'event.done.closed',
  icon: IconCircleCheck,
})
const reopen = status('OPEN', {
  word: 'event.do.reopen',
  ask: 'event.ask.reopen',
  hint: 'event.hint.reopen',
  done: 'event.done.reopened',
  icon: IconRotate,
})
/** From being in progress. */
const putBack = status('OPEN', {
  word: 'event.do.putBack',
  ask: 'event.ask.putBack',
  hint: 'event.hint.putBack',
  done: 'event.done.reopened',
  icon: IconRotate,
})

const step = (one: EventStep, words: Pick<Action, 'ask' | 'hint' | 'done' | 'first'>): Action => ({
  ...words,
  word: stepWord[one],
  icon: stepIcon[one],
  does: { step: one },
})
const checked = { ask: 'event.ask.checked', hint: 'event.hint.checked', done: 'event.done.checked' } as const
const steps: Readonly<Record<EventStep, Action>> = {
  SEEN: step('SEEN', { ask: 'event.ask.acknowledge', hint: 'event.hint.acknowledge', done: 'event.done.acknowledged' }),
  GOING: step('GOING', { ask: 'event.ask.going', hint: 'event.hint.going', done: 'event.done.going' }),
  CHECKED: step('CHECKED', checked),
  SOLVED: step('SOLVED', { ask: 'event.ask.close', hint: 'event.hint.close', done: 'event.done.closed' }),
}
const checkedFirst = step('CHECKED', { ...checked, first: 'invalid.onSite' })

/** What lasts is solved by whom has been there: until then, that is what is asked. */
export const solving = (event: Pick<EventDetails, 'lasts'>, changes: readonly Change[]): Action =>
  event.lasts && !takenSteps(changes).CHECKED ? checkedFirst : steps.SOLVED

const offer = (action: Action, isNext = false): Offer => ({ word: action.word, icon: action.icon, action, isNext })

/** What may be done, in the order of the buttons. A ticket is taken on and closed; an alarm is followed to the barn. */
export function offersOf(event: EventDetails, changes: readonly Change[]): readonly Offer[] {
  if (event.status === 'CLOSED') return [offer(reopen)]
  if (isHelpdesk(event.category))
    return event.status === 'OPEN' ? [offer(closing), offer(acknowledge, true)] : [offer(putBack), offer(closing, true)]
  const taken = takenSteps(changes)
  const next = nextStep(taken)
  const last = STEPS.findLastIndex(one => taken[one])
  return STEPS.map((one, at) => ({
    ...offer(steps[one], one === next),
    ...(one === 'SOLVED' && { action: solving(event, changes) }),
    isOver: at < last,
  }))
}
const none: readonly Offer[] = []

/** What this person may do to the event, and what was asked for. */
export function useActions(event: EventDetails | undefined, changes: readonly Change[]) {
  const may = useMay()
  const [asked, ask] = useState<Action>()
  const allowed = event && may('events.update') && event.category !== 'NOTIFICATION'
  return { asked, ask, done: () => ask(undefined), offers: allowed ? offersOf(event, changes) : none }
}

interface Props {
  readonly offers: readonly Offer[]
  readonly ask: (action: Action) => void
}

/** The buttons: in the head of the page, and on a phone at the thumb, above its bottom bar. */
export function Actions({ offers, ask, at }: Props & { readonly at: 'head' | 'thumb' }) {
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
