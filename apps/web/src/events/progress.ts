import type { events, Event } from '@steading/contract/events'
import type { ReplyOf } from '@steading/contract/route'
import type { TextKey } from '@steading/locales/text'
import { stepWord } from './steps.ts'

/** A line of the history. */
export type Change = ReplyOf<(typeof events)['changes']>[number]

export interface Step {
  readonly word: TextKey
  readonly is: 'done' | 'next' | 'later' | 'skipped'
  /** Where it stands now. */
  readonly current: boolean
  readonly at?: string | undefined
  /** A name; null: no person. */
  readonly by?: string | null | undefined
}

/**
 * How far the event has come since it last opened: opened, in progress, closed. `changes` is the history, newest first.
 */
export function stepsOf(
  event: Pick<Event, 'status' | 'openDate' | 'closeDate' | 'closedBy' | 'createdBy'>,
  changes: readonly Change[],
): readonly Step[] {
  const start = changes.findIndex(change => change.status === 'OPEN')
  const opening = changes[start]
  const round = start === -1 ? changes : changes.slice(0, start)
  const again = start !== -1 && changes.slice(start + 1).some(change => change.status === 'CLOSED')
  const pending = round.find(change => change.status === 'PENDING')
  const { status, openDate, closeDate, closedBy, createdBy } = event
  return [
    {
      word: again ? 'event.step.reopened' : 'event.step.opened',
      is: 'done',
      current: status === 'OPEN',
      at: again ? opening?.date : openDate,
      by: (again ? opening?.user : createdBy)?.shortName ?? null,
    },
    {
      word: 'event.status.pending',
      is: pending ? 'done' : status === 'OPEN' ? 'next' : status === 'PENDING' ? 'done' : 'skipped',
      current: status === 'PENDING',
      ...(pending && { at: pending.date, by: pending.user?.shortName ?? null }),
    },
    {
      word: 'event.status.closed',
      is: status === 'CLOSED' ? 'done' : status === 'PENDING' ? 'next' : 'later',
      current: status === 'CLOSED',
      ...(closeDate !== null && { at: closeDate, by: closedBy?.shortName ?? null }),
    },
  ]
}

/** Who last took an event on that is in progress, when, and what they noted; undefined where no person did. */
export function takenOn(
  changes: readonly Change[],
): { readonly who: string; readonly at: string; readonly notes: string } | undefined {
  const [last] = changes
  const who = last?.status === 'PENDING' ? last.user?.shortName : undefined
  return last && who !== undefined ? { who, at: last.date, notes: last.notes } : undefined
}

/** What a change says on the timeline: what was done, not only what it is now. */
export function changeWord(changes: readonly Change[], place: number): TextKey {
  const { status, step } = changes[place]! // safe: asked for its own places
  if (step === 'GOING' || step === 'CHECKED') return stepWord[step]
  if (status === 'PENDING') return 'event.timeline.pending'
  if (status === 'CLOSED') return 'event.timeline.closed'
  return changes.slice(place + 1).length > 0 ? 'event.timeline.reopened' : 'event.timeline.opened'
}
