import { type EventDetails, type EventStatus, type EventStep, isHelpdesk, STEPS } from '@steading/contract/events'
import type { TextKey } from '@steading/locales/text'
import { IconCircleCheck, IconEye, IconNote, IconRotate } from '@tabler/icons-react'
import type { Change } from './progress.ts'
import { nextStep, stepIcon, stepLabel, takenSteps } from './steps.ts'

/** What a person does to an event: one button for one thing. */
export interface Action {
  readonly word: TextKey
  readonly ask: TextKey
  readonly hint?: TextKey
  /** Notifications pause after it. */
  readonly pauses?: boolean
  readonly done: TextKey
  readonly icon: typeof IconEye
  /** What must be known before; it stands above the rest. */
  readonly first?: TextKey
  /** What the empty note asks for. */
  readonly note?: TextKey
  /** `step: null`: a note alone. */
  readonly does: { readonly status: EventStatus } | { readonly step: EventStep | null }
}
/** A button of the page: its own word and mark, and what it asks for. */
export interface Offer extends Pick<Action, 'word' | 'icon'> {
  readonly action: Action
  readonly isNext: boolean
  /** Somebody is further than that. */
  readonly isOver?: boolean
}

const status = (to: EventStatus, words: Omit<Action, 'does'>): Action => ({ ...words, does: { status: to } })
const reopen = status('OPEN', {
  word: 'event.do.reopen',
  ask: 'event.ask.reopen',
  hint: 'event.hint.reopen',
  done: 'event.done.reopened',
  icon: IconRotate,
})

/** A ticket wakes nobody: it is taken on, closed, and asked again. */
const tickets = {
  take: status('PENDING', {
    word: 'helpdesk.do.take',
    ask: 'helpdesk.ask.take',
    hint: 'helpdesk.hint.take',
    done: 'helpdesk.done.taken',
    icon: IconEye,
  }),
  close: status('CLOSED', {
    word: 'helpdesk.do.close',
    ask: 'helpdesk.ask.close',
    hint: 'helpdesk.hint.close',
    done: 'helpdesk.done.closed',
    icon: IconCircleCheck,
  }),
  reopen: status('OPEN', {
    word: 'event.do.reopen',
    ask: 'helpdesk.ask.reopen',
    hint: 'helpdesk.hint.reopen',
    done: 'helpdesk.done.reopened',
    icon: IconRotate,
  }),
  /** From being in progress. */
  putBack: status('OPEN', {
    word: 'event.do.putBack',
    ask: 'helpdesk.ask.putBack',
    hint: 'helpdesk.hint.putBack',
    done: 'helpdesk.done.reopened',
    icon: IconRotate,
  }),
}

/** Its window is titled by the button that opened it, unless it asks for more. */
const step = (
  one: EventStep,
  words: Pick<Action, 'hint' | 'done' | 'first' | 'note'> & Partial<Pick<Action, 'ask'>>,
): Action => ({
  ask: stepLabel[one],
  pauses: one !== 'SOLVED',
  ...words,
  word: stepLabel[one],
  icon: stepIcon[one],
  does: { step: one },
})
const found = { note: 'event.notePlaceholder' } as const
const checked = { ...found, hint: 'event.hint.checked', done: 'event.done.checked' } as const
const steps: Readonly<Record<EventStep, Action>> = {
  SEEN: step('SEEN', { hint: 'event.hint.acknowledge', done: 'event.done.acknowledged' }),
  GOING: step('GOING', { note: 'event.note.going', hint: 'event.hint.going', done: 'event.done.going' }),
  CHECKED: step('CHECKED', checked),
  SOLVED: step('SOLVED', { ...found, ask: 'event.ask.close', hint: 'event.hint.close', done: 'event.done.closed' }),
}
const checkedFirst = step('CHECKED', { ...checked, first: 'invalid.onSite' })

/** Said afterwards, of what its rule or somebody closed while a person was on the way: nothing is set. */
const checkedAfter: Action = { ...step('CHECKED', { ...checked, hint: 'event.hint.checkedAfter' }), pauses: false }
const note: Action = {
  ...{ word: 'event.do.note', ask: 'event.do.note', hint: 'event.hint.note', done: 'event.done.noted' },
  ...{ icon: IconNote, does: { step: null } },
}

/** It lasts, whoever was there: then it is said what becomes of it. */
const lastsYet = step('SOLVED', { ...found, ask: 'event.ask.close', done: 'event.done.closed', first: 'event.hint.stillLasts' })

/** What lasts is solved by whom has been there: until then, that is what is asked. */
export const solving = (event: Pick<EventDetails, 'lasts'>, changes: readonly Change[]): Action =>
  !event.lasts ? steps.SOLVED : takenSteps(changes).CHECKED ? lastsYet : checkedFirst

const offer = (action: Action, isNext = false): Offer => ({ word: action.word, icon: action.icon, action, isNext })

/** What may be done, in the order of the buttons. A ticket is taken on and closed; an alarm is followed to the barn. */
export function offersOf(event: EventDetails, changes: readonly Change[]): readonly Offer[] {
  if (isHelpdesk(event.category)) return ticketOffers[event.status]
  // What is only told is answered like the rest while it stands open; closed, it is done with.
  if (event.status === 'CLOSED' && event.category === 'NOTIFICATION') return []
  const taken = takenSteps(changes)
  if (event.status === 'CLOSED')
    return [...(taken.CHECKED ? [] : [offer(checkedAfter, taken.GOING !== undefined)]), offer(note), offer(reopen)]
  const next = nextStep(taken)
  const last = STEPS.findLastIndex(one => taken[one])
  return STEPS.map((one, at) => ({
    ...offer(steps[one], one === next),
    ...(one === 'SOLVED' && { action: solving(event, changes) }),
    isOver: at < last,
  }))
}
const ticketOffers: Readonly<Record<EventStatus, readonly Offer[]>> = {
  OPEN: [offer(tickets.close), offer(tickets.take, true)],
  PENDING: [offer(tickets.putBack), offer(tickets.close, true)],
  CLOSED: [offer(tickets.reopen)],
}
