import type { EventStatus } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import type { Intent } from '../intent.ts'
import type { State } from '../state.ts'

/**
 * One kind of rule. Inputs, outlets, holds and faults are the engine's; a template keeps what is its own in `state.own`
 * (plain JSON). `limit` is the latest deadline that may fire now: `ts` when time has come, just before it while other inputs
 * of the same instant may follow.
 */
export interface Template<B, Own> {
  /** Interfaces read, in order and perhaps repeated; the sensors of a control rule come first. */
  readonly reads: (body: B) => readonly string[]
  /** How many of the distinct interfaces read are sensors that the rule can't do without. */
  readonly sensors: (body: B, distinct: number) => number
  /** Interfaces written, in order. */
  readonly writes: (body: B) => readonly string[]
  /** ms without a good reading after which an input is unknown; 0: the rule does without, and what fell due in a stop is void. */
  readonly staleAfter: (body: B) => number
  readonly initial: (body: B) => Own
  /** Brings outputs and events in line with the inputs, and fires own deadlines up to `limit`. */
  readonly settle: (body: B, state: State<Own>, ts: number, limit: number, out: Intent[]) => void
  /** Earliest own deadline; NEVER without one. */
  readonly next: (body: B, state: State<Own>) => number
  /** Input `slot` has a new good reading. */
  readonly read?: (body: B, state: State<Own>, slot: number, ts: number) => void
  /** Input `slot` became unknown. */
  readonly lost?: (body: B, state: State<Own>, slot: number) => void
  /** What an interface was sent last became known; answers whether it matters. */
  readonly commanded?: (body: B, state: State<Own>, interfaceId: string, value: Value | null, ts: number) => boolean
  /** The rule was not run for longer than staleAfter: running timers are void, what is held stays. */
  readonly restarted?: (body: B, state: State<Own>, ts: number) => void
  /** The body is another version from `ts` on: what was made of the inputs by the one before is made anew. */
  readonly adopted?: (body: B, state: State<Own>, ts: number) => void
  /** Outputs that the rule has now, so that weaker ones leave them alone; left out: all that it writes. */
  readonly claims?: (body: B, state: State<Own>) => readonly string[]
  /** What is kept of a state over other sensors or outputs, whose own part was `before`. */
  readonly succeed?: (state: State<Own>, before: Own, ts: number) => void
  /** The rule, by its id, ends at `ts`, or goes over to other sensors or outputs: what it switched on goes off. */
  readonly leave?: (ruleId: string, state: State<Own>, ts: number, out: Intent[]) => void
  /** A person set the status of event `key`. */
  readonly statusSet?: (body: B, state: State<Own>, key: string, status: EventStatus, ts: number) => void
}

/** Hides what the template keeps: only it ever looks into its own state. */
export const sealed = <B, Own>(template: Template<B, Own>): Template<B, unknown> =>
  // safe: a state is begun by `initial` of its template, and `step` refuses the state of another wiring.
  template as Template<B, unknown>
