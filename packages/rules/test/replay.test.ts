import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '../src/inputs/input.ts'
import type { RuleEffect } from '../src/effects.ts'
import { run } from '../src/run.ts'
import { clone } from '../src/state.ts'
import type { State } from '../src/state.ts'
import { initial, restore, step } from '../src/step.ts'
import { bodies, contestedHistories, SECONDS, START } from './arbitraries.ts'

const END = START + SECONDS * 1000

/** Runs a rule without timers, except one at the end: the engine catches up by itself. */
const runWithoutTimers = (
  body: RuleBody,
  history: readonly Input[],
  between: (state: State) => State,
): { effects: RuleEffect[]; state: State } => {
  let state = initial(body, history[0]?.ts ?? END)
  const effects: RuleEffect[] = []
  for (const input of [...history, { kind: 'TIMER', ts: END } as const]) {
    const done = step(body, state, input)
    effects.push(...done.effects)
    state = between(done.state)
  }
  return { effects, state }
}

describe('a replay', () => {
  it('yields the same trace every time and a unique key for each effect', () => {
    fc.assert(
      fc.property(bodies, contestedHistories, (body, history) => {
        const { effects, state } = run(body, history, END)
        const again = run(body, history, END)
        expect(again.effects).toEqual(effects)
        expect(again.state).toEqual(state)
        expect(new Set(effects.map(effect => effect.key)).size).toBe(effects.length)
        expect(effects.map(effect => effect.ts)).toEqual(effects.map(effect => effect.ts).toSorted((a, b) => a - b))
      }),
      { numRuns: 120 },
    )
  })

  it('I7 continues identically from a state stored after any input', () => {
    fc.assert(
      fc.property(bodies, contestedHistories, (body, history) => {
        const stored = runWithoutTimers(body, history, state => restore(body, JSON.parse(JSON.stringify(state)))!)
        const uninterrupted = runWithoutTimers(body, history, state => state)
        expect(stored).toEqual(uninterrupted)
      }),
      { numRuns: 120 },
    )
  })

  it('I7 repeats from a checkpoint what followed it', () => {
    fc.assert(
      fc.property(bodies, contestedHistories, fc.nat(), (body, history, at) => {
        const cut = at % (history.length + 1)
        const { state } = run(body, history.slice(0, cut), 0, initial(body, history[0]?.ts ?? START))
        const checkpoint = clone(state)
        const first = run(body, history.slice(cut), END, state)
        expect(run(body, history.slice(cut), END, checkpoint)).toEqual(first)
      }),
      { numRuns: 120 },
    )
  })

  it('yields the same trace with punctual, late and superfluous timers', () => {
    fc.assert(
      fc.property(bodies, contestedHistories, (body, history) => {
        const punctual = run(body, history, END)
        const late = runWithoutTimers(body, history, state => state)
        expect(late.effects).toEqual(punctual.effects)
        expect({ ...late.state, ts: END }).toEqual({ ...punctual.state, ts: END })
        const often = history.flatMap((input, k): Input[] => {
          const before = history[k - 1]
          const slept = input.kind === 'CONFIG' && input.restart !== undefined
          return before && before.ts < input.ts && !slept ? [{ kind: 'TIMER', ts: input.ts - 1 }, input] : [input]
        })
        const restless = run(body, often, END)
        expect(restless.effects).toEqual(punctual.effects)
      }),
      { numRuns: 120 },
    )
  })

  it('does nothing by itself before its next deadline', () => {
    fc.assert(
      fc.property(bodies, contestedHistories, (body, history) => {
        const state = initial(body, history[0]?.ts ?? START)
        const early = history.flatMap(input => {
          const { next } = step(body, state, input)
          return next !== null && next > input.ts ? step(body, clone(state), { kind: 'TIMER', ts: next - 1 }).effects : []
        })
        expect(early).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
