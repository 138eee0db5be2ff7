import type { RuleBody } from '@steading/contract/rules/body'
import type { Input } from './inputs/input.ts'
import type { RuleEffect } from './effects.ts'
import type { State } from './state.ts'
import { initial, step } from './step.ts'

export interface Trace {
  readonly state: State
  readonly effects: RuleEffect[]
}

/**
 * Runs a rule over `inputs`, sorted by `order`, with a timer at every deadline between them and up to `until` after them.
 * Continues from `state` and changes it, or starts at the first input. For rehearsals, replays and golden cases.
 */
export const run = (body: RuleBody, inputs: Iterable<Input>, until = 0, state?: State): Trace => {
  const effects: RuleEffect[] = []
  let current = state
  const runTimers = (ts: number, at: State): void => {
    for (let next = at.next; next <= ts; next = at.next) effects.push(...step(body, at, { kind: 'TIMER', ts: next }).effects)
  }
  for (const input of inputs) {
    current ??= initial(body, input.ts)
    // After an outage the engine itself decides which deadlines still apply.
    if (!(input.kind === 'CONFIG' && input.restart)) runTimers(input.ts - 1, current)
    effects.push(...step(body, current, input).effects)
  }
  current ??= initial(body, until)
  runTimers(until, current)
  return { state: current, effects }
}
