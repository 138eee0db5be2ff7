import { type events, type Event, isHelpdesk } from '@steading/contract/events/events'
import type { ReplyOf } from '@steading/contract/http/route'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { STEP_WORDS } from '@steading/locales/events/stepWords'
import type { TextKey } from '@steading/locales/text'
import { takenSteps } from './steps.ts'

/** A line of the history. */
export type Change = ReplyOf<(typeof events)['changes']>[number]

export interface Step {
  readonly word: TextKey
  readonly state: 'done' | 'next' | 'later' | 'skipped'
  /** Where it stands now. */
  readonly current: boolean
  readonly at?: string | undefined
  /** A name; null: no person. */
  readonly by?: string | null | undefined
}

/** What people say on the way from opened to closed. */
const openSteps = ['SEEN', 'GOING', 'CHECKED'] as const
const stepWords = { SEEN: 'event.state.seen', GOING: 'event.state.going', CHECKED: 'event.state.onSite' } as const

/**
 * How far the event has come since it last opened: opened, seen, going, on site, closed; a ticket is opened, in progress, closed.
 * `changes` is the history, newest first.
 */
export function progressSteps(
  event: Pick<Event, 'status' | 'category' | 'openDate' | 'closeDate' | 'closedBy' | 'createdBy'>,
  changes: readonly Change[],
): readonly Step[] {
  const { status, category, openDate, closeDate, closedBy, createdBy } = event
  const set = changes.filter(change => !change.note)
  const start = set.findIndex(change => change.status === 'OPEN' && change.step === null)
  const opening = set[start]
  const round = start === -1 ? set : set.slice(0, start)
  const reopened = start !== -1 && set.slice(start + 1).some(change => change.status === 'CLOSED')
  const ofTicket = isHelpdesk(category)
  const taken = takenSteps(changes)
  // In progress without a step: somebody has seen it.
  const pending = round.find(change => change.status === 'PENDING' && (ofTicket || change.step === null))
  const marks = (ofTicket ? (['SEEN'] as const) : openSteps).map(step => ({
    word: ofTicket ? ('event.status.pending' as const) : stepWords[step],
    line: (ofTicket ? undefined : taken[step]) ?? (step === 'SEEN' ? pending : undefined),
  }))
  // In progress before its history has arrived: somebody has seen it.
  const last = Math.max(
    marks.findLastIndex(({ line }) => line),
    status === 'PENDING' ? 0 : -1,
  )
  const isOver = status === 'CLOSED'
  return [
    {
      word: reopened ? 'event.step.reopened' : 'event.step.opened',
      state: 'done',
      current: status === 'OPEN',
      at: reopened ? opening?.date : openDate,
      by: (reopened ? opening?.user : createdBy)?.shortName ?? null,
    },
    ...marks.map(({ word, line }, at): Step => ({
      word,
      state: line || (at === 0 && last === 0) ? 'done' : isOver || at < last ? 'skipped' : at === last + 1 ? 'next' : 'later',
      current: status === 'PENDING' && at === last,
      ...(line && { at: line.date, by: line.user?.shortName ?? line.name ?? null }),
    })),
    {
      word: 'event.status.closed',
      state: isOver ? 'done' : last === marks.length - 1 ? 'next' : 'later',
      current: isOver,
      ...(closeDate !== null && { at: closeDate, by: closedBy?.shortName ?? null }),
    },
  ]
}

/** What a change says on the timeline: what was done, not only what it is now. */
export function changeWord({ category }: Pick<Event, 'category'>, changes: readonly Change[], place: number): TextKey {
  const { status, step, note, finding } = changes[place]! // safe: asked for its own places
  if (note) return finding ? FINDING_WORDS[finding] : 'event.timeline.noted'
  // A ticket is taken on, nobody goes anywhere.
  if (status === 'PENDING' && isHelpdesk(category)) return 'event.status.pending'
  if (step && step !== 'SOLVED') return STEP_WORDS[step]
  if (status === 'PENDING') return 'event.timeline.pending'
  if (status === 'CLOSED') return 'event.timeline.closed'
  return changes.slice(place + 1).length > 0 ? 'event.timeline.reopened' : 'event.timeline.opened'
}
