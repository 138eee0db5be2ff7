import type { DataType } from '@steading/contract/categories'
import type { Value } from '@steading/contract/interfaces'
import type { Channel } from '@steading/contract/outbox'
import type { RehearsedOutcome } from '@steading/contract/rehearsal'
import type { RuleBody } from '@steading/contract/rulebody'
import type { Command, Config } from '@steading/rules/input'

/** What is tried, as it travels to the thread that tries it, and what comes back. Times are ms UTC. */

/** An input of the rules. */
export interface Slot {
  readonly id: string
  readonly terminalId: string
  readonly dataType: DataType
  /** It is sent when it changes: what was said last holds. */
  readonly onChange: boolean
}

/** Who hears on one channel, as numbers of `Run.people`. */
export interface Hearers {
  readonly channel: Channel
  /** s between two for one event; 0: each. */
  readonly recurrence: number
  readonly to: readonly number[]
}

/** One version of a rule. */
export interface Version {
  readonly body: RuleBody
  /** Of each place where its events may stand, by steps up the escalation list; beyond the last nobody is added. */
  readonly hearers: readonly (readonly (readonly Hearers[])[])[]
  /** By the interface of its first condition, at which of these places an event stands. */
  readonly places: Readonly<Record<string, number>>
}

export interface Known {
  readonly interfaceId: string
  readonly value: Value
}

export interface Run {
  /** Names what history can be used again: the time, and what of the journal counts. */
  readonly history: string
  readonly from: number
  readonly until: number
  /** Where the parts of the history begin. */
  readonly parts: readonly number[]
  /** In the engine's order. */
  readonly slots: readonly Slot[]
  /** The draft, then the version in service. */
  readonly versions: readonly Version[]
  /** Addresses; null: of people whom the caller does not see. */
  readonly people: readonly (string | null)[]
  /** What inputs that are sent on change said last before, and what outputs were. */
  readonly before: readonly Known[]
  /** When registers came to be reckoned otherwise, in order. */
  readonly rebased: readonly { readonly interfaceId: string; readonly ts: number }[]
  /** Orders of people and silences of boxes, in their order. */
  readonly told: readonly (Command | Config)[]
}

export interface Played {
  readonly outcomes: readonly RehearsedOutcome[]
  readonly readings: number
  readonly approximate: boolean
}

/** To the thread. `stop` is shared: it is looked at while the thread works. */
export type Order =
  | { readonly kind: 'begin'; readonly run: Run; readonly stop: Int32Array }
  | { readonly kind: 'part'; readonly part: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'stop' }

export type Said =
  /** What it has no history of yet. */
  | { readonly kind: 'want'; readonly ids: readonly string[] }
  /** Parts done, and how much of the time, 0 to 1. */
  | { readonly kind: 'progress'; readonly parts: number; readonly done: number }
  | { readonly kind: 'result'; readonly played: Played }
  | { readonly kind: 'stopped' }
