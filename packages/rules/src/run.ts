import type { RuleBody } from '@steading/contract/rulebody'
import type { Input } from './input.ts'
import type { Intent } from './intent.ts'
import type { State } from './state.ts'
import { initial, step } from './step.ts'

export interface Trace {
  readonly state: State
  readonly intents: Intent[]
}

/**
 * Drives a rule over `inputs`, which are in `order`, with a timer at every deadline between them and up to `until` after them.
 * It goes on from `state`, which it changes, or starts at the first input. For rehearsals, replays and golden cases.
 */
export const run = (body: RuleBody, inputs: Iterable<Input>, until = 0, state?: State): Trace => {
  const intents: Intent[] = []
  let current = state
  const to = (ts: number, at: State): void => {
    for (let next = at.next; next <= ts; next = at.next) intents.push(...step(body, at, { kind: 'TIMER', ts: next }).intents)
  }
  for (const input of inputs) {
    current ??= initial(body, input.ts)
    // After an outage the engine decides itself which of its deadlines still count.
    if (!(input.kind === 'CONFIG' && input.restart)) to(input.ts - 1, current)
    intents.push(...step(body, current, input).intents)
  }
  current ??= initial(body, until)
  to(until, current)
  return { state: current, intents }
}
