import { type EventDetails, type EventStatus, type EventStep, isHelpdesk, STEPS } from '@steading/contract/events/events'
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

/** Actions of a ticket: take on, close, reopen. */
const ticketActions = {
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
  step: EventStep,
  words: Pick<Action, 'hint' | 'done' | 'first' | 'note'> & Partial<Pick<Action, 'ask'>>,
): Action => ({
  ask: stepLabel[step],
  pauses: step !== 'SOLVED',
  ...words,
  word: stepLabel[step],
  icon: stepIcon[step],
  does: { step },
})
const noteWords = { note: 'event.notePlaceholder' } as const
const checkedWords = { ...noteWords, hint: 'event.hint.checked', done: 'event.done.checked' } as const
const steps: Readonly<Record<EventStep, Action>> = {
  SEEN: step('SEEN', { hint: 'event.hint.acknowledge', done: 'event.done.acknowledged' }),
  GOING: step('GOING', { note: 'event.note.going', hint: 'event.hint.going', done: 'event.done.going' }),
  CHECKED: step('CHECKED', checkedWords),
  NOTHING_FOUND: step('NOTHING_FOUND', { hint: 'event.hint.nothingFound', done: 'event.done.nothingFound' }),
  SOLVED: step('SOLVED', { ...noteWords, ask: 'event.ask.close', hint: 'event.hint.close', done: 'event.done.closed' }),
  WITHDRAWN: { ...step('WITHDRAWN', { hint: 'event.hint.withdrawn', done: 'event.done.withdrawn' }), pauses: false },
}
const checkOnSiteFirst = step('CHECKED', { ...checkedWords, first: 'invalid.onSite' })

/** Said afterwards, of what its rule or somebody closed while a person was on the way: nothing is set. */
const checkAfterClose: Action = { ...step('CHECKED', { ...checkedWords, hint: 'event.hint.checkedAfter' }), pauses: false }
const note: Action = {
  word: 'event.do.note',
  ask: 'event.do.note',
  hint: 'event.hint.note',
  done: 'event.done.noted',
  icon: IconNote,
  does: { step: null },
}

/** Alarm still active although someone checked on site: warn that closing does not end it. */
const solveWhileOngoing = step('SOLVED', {
  ...noteWords,
  ask: 'event.ask.close',
  done: 'event.done.closed',
  first: 'event.hint.stillLasts',
})

/** Action that solves the event. An ongoing alarm must be checked on site first. */
export const solveAction = (event: Pick<EventDetails, 'lasts'>, changes: readonly Change[]): Action =>
  !event.lasts ? steps.SOLVED : takenSteps(changes).CHECKED ? solveWhileOngoing : checkOnSiteFirst

const offer = (action: Action, isNext = false): Offer => ({ word: action.word, icon: action.icon, action, isNext })

/**
 * What may be done, in the order of the buttons. A ticket is taken on and closed; an alarm is followed to the barn. Whoever is on
 * the way may withdraw.
 */
export function offersOf(event: EventDetails, changes: readonly Change[], userId?: string): readonly Offer[] {
  if (isHelpdesk(event.category)) return ticketOffers[event.status]
  // What is only told is answered like the rest while it stands open; closed, it is done with.
  if (event.status === 'CLOSED' && event.category === 'NOTIFICATION') return []
  const taken = takenSteps(changes)
  if (event.status === 'CLOSED')
    return [...(taken.CHECKED ? [] : [offer(checkAfterClose, taken.GOING !== undefined)]), offer(note), offer(reopen)]
  const next = nextStep(taken)
  const last = STEPS.findLastIndex(step => taken[step])
  const isGoing = userId !== undefined && taken.GOING?.user?.userId === userId && !taken.CHECKED
  return STEPS.flatMap((step, at) => {
    const offered = {
      ...offer(steps[step], step === next),
      ...(step === 'SOLVED' && { action: solveAction(event, changes) }),
      isOver: at < last,
    }
    if (step === 'SEEN' && isGoing) return [offer(steps.WITHDRAWN)]
    return step === 'CHECKED' ? [offered, offer(steps.NOTHING_FOUND)] : [offered]
  })
}
const ticketOffers: Readonly<Record<EventStatus, readonly Offer[]>> = {
  OPEN: [offer(ticketActions.close), offer(ticketActions.take, true)],
  PENDING: [offer(ticketActions.putBack), offer(ticketActions.close, true)],
  CLOSED: [offer(ticketActions.reopen)],
}
