import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleBody } from '@steading/contract/rulebody'
import type { Input } from '../src/input.ts'
import type { Intent } from '../src/intent.ts'
import { run } from '../src/run.ts'
import { clone } from '../src/state.ts'
import type { State } from '../src/state.ts'
import { initial, restore, step } from '../src/step.ts'
import { bodies, contested, SECONDS, START } from './arbitraries.ts'

const END = START + SECONDS * 1000

/** As a host runs it that fires no timer but the last: the engine itself catches up. */
const lazily = (
  body: RuleBody,
  life: readonly Input[],
  between: (state: State) => State,
): { intents: Intent[]; state: State } => {
  let state = initial(body, life[0]?.ts ?? END)
  const intents: Intent[] = []
  for (const input of [...life, { kind: 'TIMER', ts: END } as const]) {
    const done = step(body, state, input)
    intents.push(...done.intents)
    state = between(done.state)
  }
  return { intents, state }
}

describe('a replay', () => {
  it('has the same trace every time, and every doing its own key', () => {
    fc.assert(
      fc.property(bodies, contested, (body, life) => {
        const { intents, state } = run(body, life, END)
        const again = run(body, life, END)
        expect(again.intents).toEqual(intents)
        expect(again.state).toEqual(state)
        expect(new Set(intents.map(one => one.key)).size).toBe(intents.length)
        expect(intents.map(one => one.ts)).toEqual(intents.map(one => one.ts).toSorted((a, b) => a - b))
      }),
      { numRuns: 120 },
    )
  })

  it('I7 goes on the same from a state that was stored after any input', () => {
    fc.assert(
      fc.property(bodies, contested, (body, life) => {
        const stored = lazily(body, life, state => restore(body, JSON.parse(JSON.stringify(state)))!)
        const kept = lazily(body, life, state => state)
        expect(stored).toEqual(kept)
      }),
      { numRuns: 120 },
    )
  })

  it('I7 repeats from a checkpoint what it did after it', () => {
    fc.assert(
      fc.property(bodies, contested, fc.nat(), (body, life, at) => {
        const cut = at % (life.length + 1)
        const { state } = run(body, life.slice(0, cut), 0, initial(body, life[0]?.ts ?? START))
        const checkpoint = clone(state)
        const first = run(body, life.slice(cut), END, state)
        expect(run(body, life.slice(cut), END, checkpoint)).toEqual(first)
      }),
      { numRuns: 120 },
    )
  })

  it('does the same whether timers come in time, late, or too often', () => {
    fc.assert(
      fc.property(bodies, contested, (body, life) => {
        const punctual = run(body, life, END)
        const late = lazily(body, life, state => state)
        expect(late.intents).toEqual(punctual.intents)
        expect({ ...late.state, ts: END }).toEqual({ ...punctual.state, ts: END })
        const often = life.flatMap((input, k): Input[] => {
          const before = life[k - 1]
          const slept = input.kind === 'CONFIG' && input.restart !== undefined
          return before && before.ts < input.ts && !slept ? [{ kind: 'TIMER', ts: input.ts - 1 }, input] : [input]
        })
        const restless = run(body, often, END)
        expect(restless.intents).toEqual(punctual.intents)
      }),
      { numRuns: 120 },
    )
  })

  it('names its next deadline: nothing happens by itself before, and time always moves on', () => {
    fc.assert(
      fc.property(bodies, contested, (body, life) => {
        const state = initial(body, life[0]?.ts ?? START)
        const early = life.flatMap(input => {
          const { next } = step(body, state, input)
          return next !== null && next > input.ts ? step(body, clone(state), { kind: 'TIMER', ts: next - 1 }).intents : []
        })
        expect(early).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
