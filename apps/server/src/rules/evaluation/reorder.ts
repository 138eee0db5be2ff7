import type { RuleBody } from '@steading/contract/rules/body'
import { order } from '@steading/rules/inputs/input'
import type { Input, Reading } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import type { State } from '@steading/rules/state'
import { step } from '@steading/rules/step'
import { bodyAt } from './registerBases.ts'
import type { RegisterBases } from './registerBases.ts'

/** A reading that waits for what may still come before it. `arrived` counts on the clock that no change moves. */
export interface WaitingReading {
  readonly input: Reading
  readonly arrived: number
}

/** A rule that the platform evaluates over readings of several boxes. */
export interface GlobalRule {
  readonly id: string
  readonly body: RuleBody
  readonly bases: RegisterBases
  /** Boxes that it reads from. */
  readonly terminals: readonly string[]
  state: State
  /** In the engine's order. */
  readonly waiting: WaitingReading[]
  /** The earliest reading that came too late; null: none did. */
  lateFrom: number | null
}

/** Nothing is waited for any longer. */
export const MAX_WAIT_MS = 30_000

export interface Horizon {
  /** The latest instant that a box has told of. */
  latest(terminalId: string): number
  /** ms UTC; engine time follows it at a distance of PATIENCE where nobody says anything. -Infinity: not to be followed. */
  readonly now: number
  readonly mono: number
}

/** Puts a reading among those that wait, in the order of their numbers within an instant; the same one again replaces itself. */
export function enqueue({ waiting }: Pick<GlobalRule, 'waiting'>, one: WaitingReading) {
  const { input } = one
  let at = waiting.length
  while (at > 0 && order(waiting[at - 1]!.input, input) > 0) at--
  const before = waiting[at - 1]
  const after = waiting[at]
  if (before && isSame(before.input, input)) waiting[at - 1] = { input, arrived: before.arrived }
  else if (after && isSame(after.input, input)) waiting[at] = { input, arrived: after.arrived }
  else if (at === waiting.length) waiting.push(one)
  else waiting.splice(at, 0, one)
}

const isSame = (a: Reading, b: Reading) => a.ts === b.ts && a.interfaceId === b.interfaceId && a.seq === b.seq

/**
 * Lets the rule have every reading that nothing can come before any more: each of its boxes told of a later instant, or it has
 * waited long enough. Then the deadlines that are due in the same sense. Answers what the rule wants.
 */
export function advance(rule: GlobalRule, horizon: Horizon): RuleEffect[] {
  const { waiting } = rule
  const effects: RuleEffect[] = []
  const take = (input: Input, body = rule.body) => {
    const { effects: stepEffects, late } = step(body, rule.state, input)
    for (const effect of stepEffects) effects.push(effect)
    return late
  }
  let seen = Infinity
  for (const id of rule.terminals) seen = Math.min(seen, horizon.latest(id))
  let overdue = -Infinity
  for (const { input, arrived } of waiting) if (horizon.mono - arrived >= MAX_WAIT_MS) overdue = input.ts
  let count = 0
  while (count < waiting.length && (waiting[count]!.input.ts < seen || waiting[count]!.input.ts <= overdue)) {
    const { input } = waiting[count++]!
    if (take(input, bodyAt(rule.body, rule.bases, input)) && input.ts < rule.state.ts) markLate(rule, input.ts)
  }
  waiting.splice(0, count)
  const first = waiting[0]?.input.ts ?? Infinity
  for (let due = rule.state.next; due < first && (due < seen || due <= horizon.now - MAX_WAIT_MS); due = rule.state.next)
    take({ kind: 'TIMER', ts: due })
  return effects
}

export const markLate = (rule: Pick<GlobalRule, 'lateFrom'>, ts: number) => {
  rule.lateFrom = Math.min(rule.lateFrom ?? Infinity, ts)
}
