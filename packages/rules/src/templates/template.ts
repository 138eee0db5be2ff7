import type { EventStatus } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import type { RuleEffect } from '../effects.ts'
import type { State } from '../state.ts'

/**
 * One kind of rule. The engine handles inputs, outlets, holds and faults; a template keeps its own state in `state.own` (plain
 * JSON). `limit` is the latest deadline that may fire now: `ts` with a timer, just before it while other inputs of the same
 * instant may follow.
 */
export interface Template<B, Own> {
  /** Interfaces read, in order and perhaps repeated; the sensors of a control rule come first. */
  readonly reads: (body: B) => readonly string[]
  /** Number of distinct interfaces read that are required sensors. */
  readonly sensors: (body: B, distinct: number) => number
  /** Interfaces written, in order. */
  readonly writes: (body: B) => readonly string[]
  /** ms without a good reading until an input is unknown; 0: the rule needs no inputs, and deadlines during an outage are void. */
  readonly staleAfter: (body: B) => number
  readonly initial: (body: B) => Own
  /** Updates outputs and events from the inputs, and fires own deadlines up to `limit`. */
  readonly settle: (body: B, state: State<Own>, ts: number, limit: number, out: RuleEffect[]) => void
  /** Earliest own deadline; NEVER without one. */
  readonly next: (body: B, state: State<Own>) => number
  /** Input `slot` has a new good reading. */
  readonly read?: (body: B, state: State<Own>, slot: number, ts: number) => void
  /** Input `slot` became unknown. */
  readonly lost?: (body: B, state: State<Own>, slot: number) => void
  /** The last command of an interface changed or became known; returns whether this matters to the rule. */
  readonly commanded?: (body: B, state: State<Own>, interfaceId: string, value: Value | null, ts: number) => boolean
  /** The rule did not run for longer than staleAfter: running timers are void, active lines stay active. */
  readonly restarted?: (body: B, state: State<Own>, ts: number) => void
  /** Another version of the body applies from `ts` on: re-evaluates the inputs. */
  readonly adopted?: (body: B, state: State<Own>, ts: number) => void
  /** Outputs that the rule controls now, so that weaker rules leave them alone; absent: all that it writes. */
  readonly claims?: (body: B, state: State<Own>) => readonly string[]
  /** Takes over from a state with other sensors or outputs, whose own part was `before`. */
  readonly succeed?: (state: State<Own>, before: Own, ts: number) => void
  /** The rule, by its id, ends at `ts` or moves to other sensors or outputs: switches off what it switched on. */
  readonly leave?: (ruleId: string, state: State<Own>, ts: number, out: RuleEffect[]) => void
  /** A person set the status of event `key`. */
  readonly statusSet?: (body: B, state: State<Own>, key: string, status: EventStatus, ts: number) => void
}

/** Erases the type of the own state, which only the template itself reads. */
export const sealTemplate = <B, Own>(template: Template<B, Own>): Template<B, unknown> =>
  // safe: a state is created by `initial` of its template, and `step` rejects the state of another wiring.
  template as Template<B, unknown>
