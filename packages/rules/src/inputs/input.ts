import type { EventStatus } from '@steading/contract/events/events'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Rank } from '../outputs/rank.ts'

/** A measured value. `ts` of every input is event time in UTC ms. */
export interface Reading {
  readonly kind: 'READING'
  readonly ts: number
  readonly interfaceId: string
  /** Orders readings of one interface and instant. */
  readonly seq: number
  readonly value: Value
  /** false: out of range or invalid; ignored by the rule. */
  readonly good: boolean
}

/** A command to an output by a person or by another rule. */
export interface Command {
  readonly kind: 'COMMAND'
  readonly ts: number
  readonly interfaceId: string
  /** null: the last command is unknown. */
  readonly value: Value | null
  /**
   * Hold in ms, during which weaker rules leave the output alone (a person's: at most 24 h; UNTIL_FREED: until released).
   * 0 releases the output and ends an earlier hold. null: no hold, the rule only learns the value.
   */
  readonly hold: number | null
  /** Rank of who holds or releases the output; absent: a person. */
  readonly by?: Rank
}

/** The clock reached `ts`. Superfluous timers are harmless. */
export interface Timer {
  readonly kind: 'TIMER'
  readonly ts: number
}

/** Anything else that a host reports; any of the members. */
export interface Config {
  readonly kind: 'CONFIG'
  readonly ts: number
  /** First input after the host stopped, with the outage in ms. Ends manual holds. */
  readonly restart?: { readonly gap: number }
  /** A person set the status of the event whose `event` key this is. */
  readonly event?: { readonly key: string; readonly status: EventStatus }
  /** The terminal fell silent or reconnected (its inputs stay unknown until each sends a value). No id: the rule's own. */
  readonly terminal?: { readonly id?: string; readonly silent: boolean }
  /** The last commands that the outputs are known to have received; null: unknown, so the rule writes again. */
  readonly outputs?: readonly { readonly interfaceId: string; readonly value: Value | null }[]
  /** Outputs at which the rule's last write failed. */
  readonly unwritten?: readonly string[]
}

export type Input = Reading | Command | Timer | Config

const RANK = { READING: 0, COMMAND: 1, CONFIG: 2, TIMER: 3 } as const

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The total order of inputs: time, reading before command before timer, interface, sequence. */
export const order = (a: Input, b: Input): number =>
  a.ts - b.ts ||
  RANK[a.kind] - RANK[b.kind] ||
  ('interfaceId' in a && 'interfaceId' in b ? text(a.interfaceId, b.interfaceId) : 0) ||
  (a.kind === 'READING' && b.kind === 'READING' ? a.seq - b.seq : 0)
