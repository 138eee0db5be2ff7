import type { EventStatus } from '@steading/contract/events'
import { MINUTE, NEVER, SECOND } from './time.ts'

/** The one event of a rule: when it opens, closes, reopens, and how long it is quiet. */
export interface EventState {
  /** LOGGED: written down as closed, nobody is told. */
  status: 'NONE' | 'LOGGED' | EventStatus
  /** The lines, combined. */
  active: boolean
  /** Since when the rule is active. */
  since: number
  /** When the event opened, part of its key. */
  opened: number
  closed: number
  closedBy: 'RULE' | 'USER'
  reopenings: number
  /** Steps up the escalation list. */
  escalation: number
  /** End of the pause after somebody acknowledged it; NEVER: no pause. */
  pause: number
  /** Which conditions it goes by: 0 those that opened it, then each set that took it over. */
  conditions?: number
  /** It was taken over, and nobody knows yet whether the danger lasts. */
  unproven?: boolean
  /** Since when the conditions that took it over are known not to be met; NEVER: they are, or nobody knows. */
  clear?: number
}

/** Active again so soon after it closed by itself, it is the same event. */
export const REOPEN_WITHIN = 600 * SECOND
/** Closed by a person while the danger lasts, it comes back. */
export const REOPEN_AFTER = 30 * MINUTE
/** Quiet after an acknowledgement. */
export const PAUSE = { CRITICAL: 15 * MINUTE, OTHER: 60 * MINUTE } as const

export const noEvent = (): EventState => ({
  status: 'NONE',
  active: false,
  since: NEVER,
  opened: NEVER,
  closed: NEVER,
  closedBy: 'RULE',
  reopenings: 0,
  escalation: 0,
  pause: NEVER,
})

export const eventKey = (ruleId: string, event: EventState): string => `${ruleId}:${event.opened}`

export const isOpen = (event: EventState): boolean => event.status === 'OPEN' || event.status === 'PENDING'

/** A person closed it, and the rule was active then and ever since. */
const closedTooEarly = (event: EventState): boolean =>
  event.status === 'CLOSED' && event.closedBy === 'USER' && event.active && event.since <= event.closed

/** When an active rule opens, logs or reopens its event; NEVER: it is inactive, or has done so. */
export const opening = (event: EventState, ruleDelay: number): number => {
  if (!event.active || isOpen(event) || event.status === 'LOGGED') return NEVER
  return closedTooEarly(event) ? event.closed + REOPEN_AFTER : event.since + ruleDelay * SECOND
}

/** What opening means now: STILL and AGAIN go on with the event before, NEW starts one. */
export const openingOf = (event: EventState): 'NEW' | 'AGAIN' | 'STILL' => {
  if (closedTooEarly(event)) return 'STILL'
  const again = event.status === 'CLOSED' && event.closedBy === 'RULE' && event.since - event.closed <= REOPEN_WITHIN
  return again ? 'AGAIN' : 'NEW'
}

/** Other conditions take over the event of the rule at `ts`: what is open stays so until they say otherwise. */
export const takeOver = (before: EventState, ts: number): EventState => {
  const event: EventState = { ...before, active: false, since: NEVER, conditions: (before.conditions ?? 0) + 1, clear: NEVER }
  if (event.status === 'LOGGED') close(event, 'RULE', ts)
  event.unproven = isOpen(event)
  return event
}

export const open = (event: EventState, status: EventStatus, ts: number): void => {
  event.conditions = 0
  event.unproven = false
  event.status = status === 'CLOSED' ? 'LOGGED' : status
  event.opened = ts
  event.closed = NEVER
  event.reopenings = 0
  event.escalation = 0
  event.pause = NEVER
}

export const reopen = (event: EventState, how: 'AGAIN' | 'STILL'): void => {
  event.status = 'OPEN'
  event.closed = NEVER
  event.reopenings++
  if (how === 'STILL') event.escalation++
}

export const close = (event: EventState, by: 'RULE' | 'USER', ts: number): void => {
  event.status = 'CLOSED'
  event.closed = ts
  event.closedBy = by
  event.pause = NEVER
  event.unproven = false
}

/** A person sets the status: acknowledging makes it quiet for a while, and the danger is not over. */
export const setStatus = (event: EventState, status: EventStatus, ts: number, critical: boolean): void => {
  if (status === 'CLOSED') {
    if (event.status !== 'CLOSED') close(event, 'USER', ts)
    return
  }
  // What closes it next is another closing than the one before.
  if (!isOpen(event)) event.reopenings++
  event.status = status
  event.closed = NEVER
  event.pause = status === 'PENDING' ? ts + (critical ? PAUSE.CRITICAL : PAUSE.OTHER) : NEVER
}
