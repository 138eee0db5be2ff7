import type { EventStatus } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import type { Operator } from '@steading/contract/operators'

/**
 * What a rule wants done. `key` is the same whenever the same doing is computed, so that a replay does nothing twice;
 * `ts` is when it falls due, which may lie before the input that brought it to light.
 */
interface Doing {
  readonly ts: number
  readonly key: string
}

/**
 * REGULATION follows the sensors, SAFE_VALUE their loss, HOLD_OVER the end of an override, SET_POINT tells the set-point,
 * SCHEDULE follows the clock, ALARM an alarm; LEFT is the last word of a rule that ends.
 */
export type Reason = 'REGULATION' | 'SAFE_VALUE' | 'HOLD_OVER' | 'SET_POINT' | 'SCHEDULE' | 'ALARM' | 'LEFT'

export interface Actuate extends Doing {
  readonly kind: 'ACTUATE'
  readonly interfaceId: string
  readonly value: number | boolean
  readonly reason: Reason
}

/** Why a line holds: its value against its limit, since when, and how long it had to. */
export interface Cause {
  readonly line: number
  readonly interfaceId: string
  /** What was compared: an increment per hour, a difference, a percentage, or the reading itself. */
  readonly value: Value
  readonly reading: Value
  /** Against what: left out, the threshold itself. With `percent` the share of it. */
  readonly relativeTo?: 'CURVE' | 'CAPACITY' | undefined
  readonly percent?: boolean | undefined
  readonly operator: Operator
  readonly threshold: Value
  readonly since: number
  /** s */
  readonly permanence: number
}

interface OfEvent extends Doing {
  /** Key of the event: `${ruleId}:${opened}`. */
  readonly event: string
}

export interface EventOpen extends OfEvent {
  readonly kind: 'EVENT_OPEN'
  /** CLOSED: to be logged, nobody is told and no close follows. */
  readonly status: EventStatus
  /** When the rule became active. */
  readonly since: number
  /** Every line that holds. */
  readonly causes: readonly Cause[]
}

/** An occurrence: people are to be told. */
export interface EventNotify extends OfEvent {
  readonly kind: 'EVENT_NOTIFY'
  readonly line: number
  /** Counts the line's notifications of this event from 1. */
  readonly n: number
  /** The limit is reached: the line will not repeat any more. */
  readonly last: boolean
  /** 0: the rule's recipients; above: that many steps up the escalation list. */
  readonly escalation: number
  readonly cause: Cause
}

export interface EventClose extends OfEvent {
  readonly kind: 'EVENT_CLOSE'
}

export interface EventReopen extends OfEvent {
  readonly kind: 'EVENT_REOPEN'
  /** AGAIN: active shortly after it closed by itself. STILL: a person closed it and it never stopped. */
  readonly reason: 'AGAIN' | 'STILL'
  readonly causes: readonly Cause[]
}

/**
 * An input became unknown: for long without a good reading (STALE), or with its terminal (SILENT). Or an output did not take
 * what was written, time and again (UNWRITTEN). Once an episode.
 */
export interface Fault extends Doing {
  readonly kind: 'FAULT'
  readonly interfaceId: string
  readonly reason: 'STALE' | 'SILENT' | 'UNWRITTEN'
  /** Its last good reading; null: there was none, or it is an output. */
  readonly lastGood: number | null
  /** Sensors that the rule has left; 0 on a control rule is the critical case. */
  readonly left: number
}

export type Intent = Actuate | EventOpen | EventNotify | EventClose | EventReopen | Fault
