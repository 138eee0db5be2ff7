import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyOf, RuleBody } from '@steading/contract/rulebody'
import { minOutputOf } from '@steading/contract/rulebody'
import type { Command, Input } from '../src/input.ts'
import type { Actuate, Intent } from '../src/intent.ts'
import { run } from '../src/run.ts'
import { lives, proportionals, readings, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const controls = fc.oneof(thermostats, proportionals)
const isCommand = (input: Input): input is Command => input.kind === 'COMMAND'
const isWrite = (intent: Intent): intent is Actuate => intent.kind === 'ACTUATE' && intent.interfaceId === '21'

const writesOf = (body: RuleBody, life: readonly Input[]): Actuate[] => run(body, life, END).intents.filter(isWrite)

describe('a control rule', () => {
  it('I4 keeps its output inside its range', () => {
    fc.assert(
      fc.property(proportionals, lives, (body, life) => {
        const { minSpeed, maxOutput, mode } = body.inputs
        const most = Math.max(maxOutput, minSpeed, mode === 'COOL' ? 40 : 0)
        const values = writesOf(body, life).map(one => Number(one.value))
        expect(values.filter(value => !Number.isInteger(value) || value < 0 || value > most)).toEqual([])
      }),
    )
  })

  it('I4 without slew or cycles a cooling output is never below its minimum', () => {
    const plain = proportionals.map(body => {
      return { ...body, inputs: { ...body.inputs, mode: 'COOL' as const, maxSlew: 0, cycleTime: 0 } }
    })
    fc.assert(
      fc.property(plain, readings('11', '12'), (body, life) => {
        const least = Math.min(minOutputOf(body.inputs), 40)
        expect(writesOf(body, life).filter(one => Number(one.value) < least)).toEqual([])
      }),
    )
  })

  it('I4 leaves an output alone while a person holds it', () => {
    fc.assert(
      fc.property(controls, lives, (body, life) => {
        const restarts = life.filter(one => one.kind === 'CONFIG' && one.restart).map(one => one.ts)
        const holds = life
          .filter(isCommand)
          .flatMap(({ ts, hold }) =>
            hold === null ? [] : [{ from: ts, to: Math.min(ts + hold, ...restarts.filter(one => one >= ts)) }],
          )
        const heldAt = (ts: number) => ts < (holds.findLast(one => one.from < ts)?.to ?? 0)
        expect(writesOf(body, life).filter(one => heldAt(one.ts))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('I4 keeps the shortest times on and off between changes of its own', () => {
    fc.assert(
      fc.property(thermostats, readings('11', '12'), (body, life) => {
        const { minOn, minOff } = body.inputs
        const writes = writesOf(body, life)
        // The first write asserts the output; unless it switches on it is no change.
        const changes = writes[0]?.value === false ? writes.slice(1) : writes
        const early = changes.filter((one, k) => {
          const before = changes[k - 1]
          return before && one.reason !== 'SAFE_VALUE' && one.ts - before.ts < (before.value === true ? minOn : minOff) * 1000
        })
        expect(early).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('writes an output only when it differs from what it was sent last', () => {
    fc.assert(
      fc.property(controls, readings('11', '12', '13'), (body, life) => {
        const writes = run(body, life, END).intents.filter(one => one.kind === 'ACTUATE')
        for (const same of Map.groupBy(writes, one => one.interfaceId).values())
          expect(same.filter((one, k) => same[k - 1]?.value === one.value)).toEqual([])
      }),
    )
  })

  it('moves at most maxSlew a minute of its own', () => {
    const slewed = proportionals.filter(body => body.inputs.maxSlew > 0 && body.inputs.cycleTime === 0)
    fc.assert(
      fc.property(slewed, readings('11', '12'), (body, life) => {
        const writes = writesOf(body, life)
        const rash = writes.filter((one, k) => {
          const before = writes[k - 1]
          if (!before || one.reason === 'SAFE_VALUE') return false
          const minutes = Math.max(1, (one.ts - before.ts) / 60_000)
          return Math.abs(Number(one.value) - Number(before.value)) > Math.ceil(body.inputs.maxSlew * minutes)
        })
        expect(rash).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  /** The same rule with one sensor, which sends every ten seconds. */
  const alone = (body: BodyOf<'THERMOSTAT'> | BodyOf<'PROPORTIONAL'>): typeof body => {
    const interfaces = body.interfaces.map(one => (one.id === '11' ? Object.assign({}, one, { every: 10 }) : one))
    return body.template === 'THERMOSTAT'
      ? { ...body, interfaces, inputs: { ...body.inputs, sensors: ['11'], reference: 'FIXED' } }
      : { ...body, interfaces, inputs: { ...body.inputs, sensors: ['11'] } }
  }

  it('I5 a lost sensor means one fault and the safe value, at once', () => {
    let faults = 0
    fc.assert(
      fc.property(controls.map(alone), readings('11'), (body, life) => {
        const staleAfter = body.inputs.staleAfter * 1000
        const began = life[0]?.ts ?? END
        const good = life.filter(one => one.kind === 'READING' && one.good).map(one => one.ts)
        const known = good[0] !== undefined && good[0] <= began + staleAfter ? good : [began, ...good]
        const lost = known.map(ts => ts + staleAfter).filter((ts, k) => ts <= END && ts < (known[k + 1] ?? Infinity))
        faults += lost.length
        const { intents } = run(body, life, END)
        expect(intents.filter(one => one.kind === 'FAULT').map(one => one.ts)).toEqual(lost)
        const cool = body.inputs.mode === 'COOL'
        const safe = body.template === 'THERMOSTAT' ? cool : cool ? 40 : 0
        const then = lost.map(ts => intents.filter(isWrite).findLast(one => one.ts <= ts)?.value)
        expect(then).toEqual(lost.map(() => safe))
      }),
      { numRuns: 200 },
    )
    expect(faults).toBeGreaterThan(200)
  })
})
