import type { EventStatus } from '@steading/contract/events/events'
import { MINUTE, NEVER, SECOND } from '../values/time.ts'

/** State of the one event of a rule: opening, closing, reopening and the pause after an acknowledgement. */
export interface EventState {
  /** LOGGED: recorded as closed without notifying anybody. */
  status: 'NONE' | 'LOGGED' | EventStatus
  /** The combined lines are active. */
  active: boolean
  /** Since when the rule is active. */
  since: number
  /** When the event opened, part of its key. */
  opened: number
  closed: number
  closedBy: 'RULE' | 'USER'
  reopenings: number
  /** Escalation level; 0: the rule's own recipients. */
  escalation: number
  /** End of the pause after an acknowledgement; NEVER: no pause. */
  pause: number
  /** Number of times that other conditions took over the event; 0: those that opened it. */
  conditions?: number
  /** Taken over by other conditions, which are not known yet to be met. */
  unproven?: boolean
  /** Since when the conditions that took over are known not to be met; NEVER: met or unknown. */
  clear?: number
}

/** Active again within this time after it closed by itself: the same event is reopened. */
export const REOPEN_WITHIN = 600 * SECOND
/** An event that a person closed while the rule stays active is reopened after this time. */
export const REOPEN_AFTER = 30 * MINUTE
/** Pause of notifications after an acknowledgement. */
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

/** A person closed it while the rule was active, and the rule has been active ever since. */
const closedTooEarly = (event: EventState): boolean =>
  event.status === 'CLOSED' && event.closedBy === 'USER' && event.active && event.since <= event.closed

/** When an active rule opens, logs or reopens its event; NEVER: inactive, or already done. */
export const openingTime = (event: EventState, ruleDelay: number): number => {
  if (!event.active || isOpen(event) || event.status === 'LOGGED') return NEVER
  return closedTooEarly(event) ? event.closed + REOPEN_AFTER : event.since + ruleDelay * SECOND
}

/** Kind of the next opening: STILL and AGAIN reopen the last event, NEW opens another. */
export const openingKind = (event: EventState): 'NEW' | 'AGAIN' | 'STILL' => {
  if (closedTooEarly(event)) return 'STILL'
  const again = event.status === 'CLOSED' && event.closedBy === 'RULE' && event.since - event.closed <= REOPEN_WITHIN
  return again ? 'AGAIN' : 'NEW'
}

/** Hands the event over to other conditions at `ts`. An open event stays open until these are known not to be met. */
export const handOver = (before: EventState, ts: number): EventState => {
  const event: EventState = { ...before, active: false, since: NEVER, conditions: (before.conditions ?? 0) + 1, clear: NEVER }
  if (event.status === 'LOGGED') closeEvent(event, 'RULE', ts)
  event.unproven = isOpen(event)
  return event
}

export const openEvent = (event: EventState, status: EventStatus, ts: number): void => {
  event.conditions = 0
  event.unproven = false
  event.status = status === 'CLOSED' ? 'LOGGED' : status
  event.opened = ts
  event.closed = NEVER
  event.reopenings = 0
  event.escalation = 0
  event.pause = NEVER
}

export const reopenEvent = (event: EventState, reason: 'AGAIN' | 'STILL'): void => {
  event.status = 'OPEN'
  event.closed = NEVER
  event.reopenings++
  if (reason === 'STILL') event.escalation++
}

export const closeEvent = (event: EventState, closedBy: 'RULE' | 'USER', ts: number): void => {
  event.status = 'CLOSED'
  event.closed = ts
  event.closedBy = closedBy
  event.pause = NEVER
  event.unproven = false
}

/** Applies a status set by a person. PENDING (acknowledged) pauses notifications; the event stays open. */
export const setStatus = (event: EventState, status: EventStatus, ts: number, critical: boolean): void => {
  if (status === 'CLOSED') {
    if (event.status !== 'CLOSED') closeEvent(event, 'USER', ts)
    return
  }
  // Counted as a reopening, so that the next closing has a key of its own.
  if (!isOpen(event)) event.reopenings++
  event.status = status
  event.closed = NEVER
  event.pause = status === 'PENDING' ? ts + (critical ? PAUSE.CRITICAL : PAUSE.OTHER) : NEVER
}
