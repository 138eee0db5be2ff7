import type { EventStatus } from '@steading/contract/events'
import type { Value } from '@steading/contract/interfaces'
import type { Rank } from './rank.ts'

/** What a rule is told. `ts` is event time in UTC ms. */
export interface Reading {
  readonly kind: 'READING'
  readonly ts: number
  readonly interfaceId: string
  /** Orders readings of one interface and instant. */
  readonly seq: number
  readonly value: Value
  /** false: out of range or invalid; counts as no reading. */
  readonly good: boolean
}

/** What somebody else sent to an output: a person, or a rule that comes first. */
export interface Command {
  readonly kind: 'COMMAND'
  readonly ts: number
  readonly interfaceId: string
  /** null: nobody knows what it was sent. */
  readonly value: Value | null
  /**
   * ms that weaker rules leave the output alone (a person's: at most 24 h; UNTIL_FREED: as long as it takes); 0: it is left to
   * them, an earlier hold ends. null: another rule's, of which it only learns the value.
   */
  readonly hold: number | null
  /** Who has the output for so long, or has it no more; left out: a person. */
  readonly by?: Rank
}

/** Time has come to `ts`. More timers than needed do no harm. */
export interface Timer {
  readonly kind: 'TIMER'
  readonly ts: number
}

/** What is neither measured nor ordered; any of the members. */
export interface Config {
  readonly kind: 'CONFIG'
  readonly ts: number
  /** First input after the host stopped: ms that it did not run. Manual holds end with it. */
  readonly restart?: { readonly gap: number }
  /** A person set the status of the event whose `event` key this is. */
  readonly event?: { readonly key: string; readonly status: EventStatus }
  /** The terminal fell silent, or is heard again (its inputs stay unknown until each sends a value). No id: the rule's own. */
  readonly terminal?: { readonly id?: string; readonly silent: boolean }
  /** What the outputs are known to have been sent last; null: not known, so that it is written again. */
  readonly outputs?: readonly { readonly interfaceId: string; readonly value: Value | null }[]
  /** Outputs that did not take what the rule wrote last. */
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
