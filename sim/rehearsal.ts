import type { RuleBody } from '@steading/contract/rules/body'
import type { Reading } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import { run } from '@steading/rules/run'
import type { State } from '@steading/rules/state'
import { retire, restore, step, migrate } from '@steading/rules/step'
import { lineOf } from './act.ts'
import type { Act } from './act.ts'

/** What was done and what came of it, in the order of time. */
export type Entry =
  | Act
  /** `timed`: time alone brought it, and not an act of its instant. */
  | { readonly kind: 'effect'; readonly effect: RuleEffect; readonly timed: boolean }

export interface Rehearsed {
  readonly log: readonly Entry[]
  readonly effects: readonly RuleEffect[]
  /** Of several writes to an output that came to light at once, the last. */
  readonly writes: readonly RuleEffect[]
  readonly wrong: readonly string[]
}

interface Options {
  /** The state goes through JSON after each of so many acts. */
  readonly jsonEvery?: number
  /** Readings that came too late, and before which act each came: they are shown to the engine, which must leave them. */
  readonly late?: ReadonlyMap<number, readonly Reading[]>
}

/** The history in its order, as a back-test drives it: late readings are not in it, timers are never late. */
export function rehearse(acts: readonly Act[], { jsonEvery, late }: Options = {}): Rehearsed {
  let log: Entry[] = []
  /** By act, how long the log was when it had been played. */
  const lengths: number[] = []
  const effects: RuleEffect[] = []
  const writes: RuleEffect[] = []
  const wrong: string[] = []
  let state: State | null = null
  let body: RuleBody | null = null
  const send = (some: readonly RuleEffect[]) => {
    const outgoing = new Map<string, RuleEffect>()
    for (const effect of some) if (effect.kind === 'ACTUATE') outgoing.set(effect.interfaceId, effect)
    writes.push(...outgoing.values())
  }
  const note = (some: readonly RuleEffect[], timed: boolean) => {
    for (const effect of some) {
      effects.push(effect)
      log.push({ kind: 'effect', effect, timed })
    }
  }
  const timersTo = (ts: number) => {
    if (!state || !body) return
    const { effects: some } = run(body, [], ts, state)
    note(some, true)
    for (const same of Map.groupBy(some, effect => effect.ts).values()) send(same)
  }
  /** What the rule switched on, goes off with it. */
  const part = (ts: number) => {
    const some = body ? retire(body.id, state, ts) : []
    note(some, false)
    send(some)
  }
  for (const [at, act] of acts.entries()) {
    if (jsonEvery !== undefined && state && body && at % jsonEvery === 0) state = restore(body, JSON.parse(JSON.stringify(state)))
    for (const reading of late?.get(at) ?? []) {
      if (!state || !body) continue
      const before = JSON.stringify(state)
      const done = step(body, state, reading)
      const changed = JSON.stringify(state) !== before
      if (!done.late || done.effects.length > 0 || changed)
        wrong.push(`I6 a late reading was evaluated: ${JSON.stringify(reading)}`)
    }
    switch (act.kind) {
      case 'begin':
        timersTo((act.over ?? act.ts) - 1)
        part(act.over ?? act.ts)
        body = act.body
        state = migrate(act.body, act.over === undefined ? null : state, act.ts)
        log.push(act)
        break
      case 'input': {
        if (!(act.input.kind === 'CONFIG' && act.input.restart)) timersTo(act.input.ts - 1)
        body = act.body
        if (!state) throw new Error('an input before the beginning')
        const done = step(body, state, act.input).effects
        // After a short stop the engine makes good what fell due meanwhile, as if it had been there.
        const early = done.filter(effect => effect.ts < act.input.ts)
        send(done)
        note(early, true)
        log.push(act)
        note(done.slice(early.length), act.input.kind === 'TIMER')
        break
      }
      case 'stop':
        timersTo(act.ts - 1)
        log.push(act)
        break
      case 'stored': {
        body = act.body
        state = restore(act.body, JSON.parse(JSON.stringify(act.state)))
        if (!state) wrong.push('I7 a stored state could not be gone on with')
        // What was evaluated after the saving is forgotten: to the rule it never happened.
        const length = lengths[act.acts - 1] ?? 0
        const timers = log
          .slice(length)
          .filter(entry => entry.kind === 'effect' && entry.effect.ts < act.at && !isAct(log, length, entry))
        log = [...log.slice(0, length), ...timers, act]
        break
      }
      case 'end':
        timersTo(act.ts - 1)
        part(act.ts)
        state = null
        body = null
        log.push(act)
    }
    lengths.push(log.length)
  }
  return { log, effects, writes, wrong }
}

/** Comes after an act that is forgotten. */
const isAct = (log: readonly Entry[], from: number, entry: Entry): boolean =>
  log.slice(from, log.indexOf(entry)).some(other => other.kind === 'input')

/** Where two hosts differ first, in words; null: nowhere. */
export function difference(name: string, a: readonly string[], b: readonly string[]): string | null {
  for (let at = 0; at < Math.max(a.length, b.length); at++)
    if (a[at] !== b[at]) return `${name}: of ${a.length} and ${b.length} the ${at}th differs:\n    ${a[at]}\n    ${b[at]}`
  return null
}

export const linesOf = (effects: readonly RuleEffect[], which: (effect: RuleEffect) => boolean = () => true): string[] =>
  effects.filter(which).map(lineOf)
