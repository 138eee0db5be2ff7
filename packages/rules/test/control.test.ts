import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minOutputOf } from '@steading/contract/rulebody'
import type { Input } from '../src/input.ts'
import { run } from '../src/run.ts'
import { lives, proportionals, readings, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const controls = fc.oneof(thermostats, proportionals)

/** Instants at which sensor '11' is lost, when it is the only one and sends every minute. */
const losses = (life: readonly Input[], staleAfter: number): number[] => {
  const good = life.filter(one => one.kind === 'READING' && one.good && one.interfaceId === '11').map(one => one.ts)
  const began = life[0]?.ts ?? START
  const known = good.length === 0 || good[0]! >= began + staleAfter ? [began, ...good] : good
  return known
    .map(ts => ts + staleAfter)
    .filter((ts, k) => ts <= END && (known[k + 1] ?? Infinity) > ts - 1 && known[k + 1] !== ts)
}

describe('a control rule', () => {
  it('I4 keeps its outputs inside their range', () => {
    fc.assert(
      fc.property(proportionals, lives, (body, life) => {
        const { minSpeed, maxOutput, safeValue, mode } = body.inputs
        const most = Math.max(maxOutput, minSpeed, safeValue ?? (mode === 'COOL' ? 40 : 0))
        for (const intent of run(body, life, END).intents)
          if (intent.kind === 'ACTUATE') {
            expect(Number.isInteger(intent.value)).toBe(true)
            expect(intent.value).toBeGreaterThanOrEqual(0)
            expect(intent.value).toBeLessThanOrEqual(most)
          }
      }),
      { numRuns: 200 },
    )
  })

  it('I4 without slew or cycles a cooling output is never below its minimum', () => {
    fc.assert(
      fc.property(proportionals, readings('11', '12'), (body, life) => {
        fc.pre(body.inputs.mode === 'COOL' && body.inputs.maxSlew === 0 && body.inputs.cycleTime === 0)
        for (const intent of run(body, life, END).intents)
          if (intent.kind === 'ACTUATE') expect(intent.value).toBeGreaterThanOrEqual(minOutputOf(body.inputs))
      }),
    )
  })

  it('I4 leaves an output alone while a person holds it', () => {
    fc.assert(
      fc.property(controls, lives, (body, life) => {
        const restarts = life.filter(one => one.kind === 'CONFIG' && one.restart).map(one => one.ts)
        const holds = life
          .filter(one => one.kind === 'COMMAND')
          .filter(one => one.hold > 0)
          .map(one => ({ from: one.ts, to: Math.min(one.ts + one.hold, ...restarts.filter(ts => ts >= one.ts)) }))
        const newest = (ts: number) => holds.findLast(one => one.from < ts)
        for (const intent of run(body, life, END).intents) {
          if (intent.kind !== 'ACTUATE' || intent.interfaceId !== '21') continue
          const hold = newest(intent.ts)
          if (hold) expect(intent.ts).toBeGreaterThanOrEqual(hold.to)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('I4 keeps the shortest times on and off between changes of its own', () => {
    fc.assert(
      fc.property(thermostats, readings('11', '12'), (body, life) => {
        const writes = run(body, life, END).intents.filter(one => one.kind === 'ACTUATE' && one.interfaceId === '21')
        for (const [k, one] of writes.entries()) {
          const before = writes[k - 1]
          // The first write asserts the output and is no change unless it switches on.
          if (!before || one.kind !== 'ACTUATE' || before.kind !== 'ACTUATE' || one.reason === 'SAFE_VALUE') continue
          if (k === 1 && before.value === false) continue
          const least = before.value === true ? body.inputs.minOn : body.inputs.minOff
          expect(one.ts - before.ts).toBeGreaterThanOrEqual(least * 1000)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('writes an output only when it differs from what it was sent last', () => {
    fc.assert(
      fc.property(controls, readings('11', '12', '13'), (body, life) => {
        const last = new Map<string, unknown>()
        for (const intent of run(body, life, END).intents) {
          if (intent.kind !== 'ACTUATE') continue
          expect(last.get(intent.interfaceId)).not.toBe(intent.value)
          last.set(intent.interfaceId, intent.value)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('moves at most maxSlew a minute of its own', () => {
    fc.assert(
      fc.property(proportionals, readings('11', '12'), (body, life) => {
        const { maxSlew, cycleTime } = body.inputs
        fc.pre(maxSlew > 0 && cycleTime === 0)
        const writes = run(body, life, END).intents.filter(one => one.kind === 'ACTUATE')
        for (const [k, one] of writes.entries()) {
          const before = writes[k - 1]
          if (!before || one.reason === 'SAFE_VALUE') continue
          const minutes = Math.max(1, (one.ts - before.ts) / 60_000)
          expect(Math.abs(Number(one.value) - Number(before.value))).toBeLessThanOrEqual(Math.ceil(maxSlew * minutes))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('I5 a lost sensor means one fault and the safe value, at once', () => {
    fc.assert(
      fc.property(controls, readings('11'), (random, life) => {
        const body = { ...random, interfaces: random.interfaces.map(one => (one.id === '11' ? { ...one, every: 10 } : one)) }
        Object.assign(body, { inputs: { ...body.inputs, sensors: ['11'], reference: 'FIXED', aggregation: 'AVG' } })
        const { intents } = run(body, life, END)
        const expected = losses(life, body.inputs.staleAfter * 1000)
        expect(intents.filter(one => one.kind === 'FAULT').map(one => one.ts)).toEqual(expected)
        const cool = body.inputs.mode === 'COOL'
        const safe = body.template === 'THERMOSTAT' ? cool : cool ? 40 : 0
        for (const ts of expected) {
          const written = intents.findLast(one => one.kind === 'ACTUATE' && one.interfaceId === '21' && one.ts <= ts)
          expect(written).toMatchObject({ value: safe })
        }
      }),
      { numRuns: 300 },
    )
  })
})
