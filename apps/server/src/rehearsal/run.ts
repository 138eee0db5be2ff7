import type { DataType } from '@steading/contract/devices/categories'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Channel } from '@steading/contract/events/outbox'
import type { RehearsedOutcome } from '@steading/contract/rules/rehearsal'
import type { RuleBody } from '@steading/contract/rules/body'
import type { Command, Config } from '@steading/rules/inputs/input'

/** Messages to and from the worker thread of rehearsals. Times are ms UTC. */

/** An input of the rules. */
export interface Slot {
  readonly id: string
  readonly terminalId: string
  readonly dataType: DataType
  /** Sent on change: the last value holds. */
  readonly onChange: boolean
}

/** Recipients on one channel, as indexes into `Run.people`. */
export interface Hearers {
  readonly channel: Channel
  /** Shortest interval between two messages of an event, s; 0: not throttled. */
  readonly recurrence: number
  readonly to: readonly number[]
}

/** One version of a rule. */
export interface Version {
  readonly body: RuleBody
  /** Recipients for each entity of its events, by escalation level; beyond the last level nobody is added. */
  readonly hearers: readonly (readonly (readonly Hearers[])[])[]
  /** Index of the entity of an event, by the interface of its first condition. */
  readonly places: Readonly<Record<string, number>>
}

export interface Known {
  readonly interfaceId: string
  readonly value: Value
}

export interface Run {
  /** Cache key of a history: the span, and the position of the journal. */
  readonly history: string
  readonly from: number
  readonly until: number
  /** Starts of the parts of the history. */
  readonly parts: readonly number[]
  /** In the engine's order. */
  readonly slots: readonly Slot[]
  /** The draft, then the version in service. */
  readonly versions: readonly Version[]
  /** Addresses; null: a user out of the caller's scope. */
  readonly people: readonly (string | null)[]
  /** Values before the span: of inputs that are sent on change, and of outputs. */
  readonly before: readonly Known[]
  /** Changes of the base of registers, by time: spans in which the base before or the base after may apply. */
  readonly rebased: readonly { readonly interfaceId: string; readonly from: number; readonly until: number }[]
  /** Commands of users and connection changes of boxes, by time. */
  readonly interventions: readonly (Command | Config)[]
}

export interface Played {
  readonly outcomes: readonly RehearsedOutcome[]
  readonly readings: number
  readonly approximate: boolean
}

/** To the thread. `stop` is shared memory: it is checked while the thread works. */
export type Order =
  | { readonly kind: 'begin'; readonly run: Run; readonly stop: Int32Array }
  | { readonly kind: 'part'; readonly part: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'stop' }

export type Report =
  /** Interfaces whose history is not cached. */
  | { readonly kind: 'want'; readonly ids: readonly string[] }
  /** Parts done, and share of the span, 0 to 1. */
  | { readonly kind: 'progress'; readonly parts: number; readonly done: number }
  | { readonly kind: 'result'; readonly played: Played }
  | { readonly kind: 'stopped' }
