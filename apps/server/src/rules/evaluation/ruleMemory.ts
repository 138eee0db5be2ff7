import type { PendingEffect } from '../../events/index.ts'
import type { GlobalRule } from './reorder.ts'

/** A global rule as the evaluator holds it. */
export interface RunningRule extends GlobalRule {
  /** The place of the journal up to which it had everything when it was read. */
  readonly savedPosition: number
  /** When it came into service: what was measured before is not its business. */
  readonly since: number
  /** When this version did: nothing is dated before it that it finds on what was known. */
  readonly runsFrom: number
  /** Which time in service this is, of all that it had. */
  readonly generation: number
  /** It changed since it was kept. */
  dirty: boolean
  /** The engine could not run it. */
  broken: boolean
  /** Ms that nobody looked after it, until it is told; null: it was told, or is new. */
  gap: number | null
  /** Since when nothing came too late, on the clock that no change moves. */
  lastLateAt: number
  /** It knows nothing yet, or no more: it is to be told what holds. */
  needsWarmUp: boolean
  /** What it was told as it began: by interface, when that was measured; -1: nothing was known. */
  readonly warmUpTimes: Map<string, number>
}

/** All global rules in service, and who listens to what. */
export interface RuleMemory {
  /** Everything up to this place of the journal is with the rules. */
  position: number
  readonly rules: Map<string, RunningRule>
  /** Of every interface of the boxes that rules read from: its box, and the rules that read it. */
  readonly interfaces: ReadonlyMap<number, ObservedInterface>
  /** The latest instant that a box told of, live. */
  readonly latestByTerminal: Map<string, number>
  readonly silentTerminals: ReadonlySet<string>
  /** Rules with readings that wait. */
  readonly rulesWithWaiting: Set<RunningRule>
  /** What rules want done, until it is written. */
  readonly pendingEffects: Map<RunningRule, PendingEffect[]>
  /** Rules that the engine could not run, and why. */
  readonly broken: Map<string, string>
}

export interface ObservedInterface {
  readonly terminalId: string
  readonly dataType: 'BOOLEAN' | 'STRING' | 'DECIMAL' | 'INTEGER' | null
  readonly rules: readonly RunningRule[]
}
