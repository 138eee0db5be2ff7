import type { EventStatus } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Operator } from '@steading/contract/rules/operators'

/**
 * An effect of a rule: a write, a change of its event, or a fault. `key` is deterministic, so that a replay repeats no effect.
 * `ts` is the instant at which it was due, which may lie before the input that revealed it.
 */
interface EffectBase {
  readonly ts: number
  readonly key: string
}

/**
 * REGULATION follows the sensors, SAFE_VALUE their loss, HOLD_OVER the end of an override. SET_POINT writes the set-point in
 * force. SCHEDULE follows the clock, ALARM an alarm. LEFT is the final write of a rule that ends.
 */
export type ActuationReason = 'REGULATION' | 'SAFE_VALUE' | 'HOLD_OVER' | 'SET_POINT' | 'SCHEDULE' | 'ALARM' | 'LEFT'

export interface Actuate extends EffectBase {
  readonly kind: 'ACTUATE'
  readonly interfaceId: string
  readonly value: number | boolean
  readonly reason: ActuationReason
}

/** Why a line is active: its value and limit, since when, and the permanence it required. */
export interface Cause {
  readonly line: number
  readonly interfaceId: string
  /** The compared value: an increment per hour, a difference, a percentage, or the reading itself. */
  readonly value: Value
  readonly reading: Value
  /** Reference of the comparison; absent: the threshold itself. With `percent`: a share of the reference. */
  readonly relativeTo?: 'CURVE' | 'CAPACITY' | undefined
  readonly percent?: boolean | undefined
  readonly operator: Operator
  readonly threshold: Value
  readonly since: number
  /** s */
  readonly permanence: number
}

interface EventEffect extends EffectBase {
  /** Key of the event: `${ruleId}:${opened}`. */
  readonly event: string
}

export interface EventOpen extends EventEffect {
  readonly kind: 'EVENT_OPEN'
  /** CLOSED: logged only, without notifications and without a later close. */
  readonly status: EventStatus
  /** When the rule became active. */
  readonly since: number
  /** Every active line. */
  readonly causes: readonly Cause[]
}

/** An occurrence that recipients are notified of. */
export interface EventNotify extends EventEffect {
  readonly kind: 'EVENT_NOTIFY'
  readonly line: number
  /** Number of the line's notification within this event, from 1. */
  readonly n: number
  /** The limit is reached: the line does not repeat any more. */
  readonly last: boolean
  /** Escalation level; 0: the rule's own recipients. */
  readonly escalation: number
  readonly cause: Cause
}

export interface EventClose extends EventEffect {
  readonly kind: 'EVENT_CLOSE'
}

export interface EventReopen extends EventEffect {
  readonly kind: 'EVENT_REOPEN'
  /** AGAIN: active shortly after it closed by itself. STILL: a person closed it while it stayed active. */
  readonly reason: 'AGAIN' | 'STILL'
  readonly causes: readonly Cause[]
}

/**
 * An input became unknown, by lack of a good reading (STALE) or with its terminal (SILENT), or writes to an output failed
 * repeatedly (UNWRITTEN). Raised once an episode.
 */
export interface Fault extends EffectBase {
  readonly kind: 'FAULT'
  readonly interfaceId: string
  readonly reason: 'STALE' | 'SILENT' | 'UNWRITTEN'
  /** Instant of the last good reading; null: there was none, or it is an output. */
  readonly lastGood: number | null
  /** Number of sensors that the rule still has; 0 is critical for a control rule. */
  readonly left: number
}

export type RuleEffect = Actuate | EventOpen | EventNotify | EventClose | EventReopen | Fault
