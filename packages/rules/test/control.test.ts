import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyOf, RuleBody } from '@steading/contract/rules/body'
import { minOutputOf } from '@steading/contract/rules/body'
import type { Command, Input } from '../src/inputs/input.ts'
import type { Actuate, RuleEffect } from '../src/effects.ts'
import { run } from '../src/run.ts'
import { histories, proportionals, readings, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const controls = fc.oneof(thermostats, proportionals)
const isCommand = (input: Input): input is Command => input.kind === 'COMMAND'
const isWrite = (effect: RuleEffect): effect is Actuate => effect.kind === 'ACTUATE' && effect.interfaceId === '21'

const writesOf = (body: RuleBody, history: readonly Input[]): Actuate[] => run(body, history, END).effects.filter(isWrite)

describe('a control rule', () => {
  it('I4 keeps its output inside its range', () => {
    fc.assert(
      fc.property(proportionals, histories, (body, history) => {
        const { minSpeed, maxOutput, mode } = body.inputs
        const most = Math.max(maxOutput, minSpeed, mode === 'COOL' ? 40 : 0)
        const values = writesOf(body, history).map(write => Number(write.value))
        expect(values.filter(value => !Number.isInteger(value) || value < 0 || value > most)).toEqual([])
      }),
    )
  })

  it('I4 keeps a cooling output without slew or cycles at its minimum or above', () => {
    const plain = proportionals.map(body => {
      return { ...body, inputs: { ...body.inputs, mode: 'COOL' as const, maxSlew: 0, cycleTime: 0 } }
    })
    fc.assert(
      fc.property(plain, readings('11', '12'), (body, history) => {
        const least = Math.min(minOutputOf(body.inputs), 40)
        expect(writesOf(body, history).filter(write => Number(write.value) < least)).toEqual([])
      }),
    )
  })

  it('I4 leaves an output alone while a person holds it', () => {
    fc.assert(
      fc.property(controls, histories, (body, history) => {
        const restarts = history.filter(input => input.kind === 'CONFIG' && input.restart).map(({ ts }) => ts)
        const commands = history.filter(isCommand)
        const holds = commands.flatMap(({ ts, hold }, k) => {
          if (hold === null) return []
          const releases = commands.slice(k + 1).filter(later => later.hold === 0)
          return [
            { from: ts, to: Math.min(ts + hold, ...releases.map(release => release.ts), ...restarts.filter(at => at >= ts)) },
          ]
        })
        const heldAt = (ts: number) => ts < (holds.findLast(hold => hold.from < ts)?.to ?? 0)
        expect(writesOf(body, history).filter(write => heldAt(write.ts))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('I4 keeps the shortest times on and off between changes of its own', () => {
    fc.assert(
      fc.property(thermostats, readings('11', '12'), (body, history) => {
        const { minOn, minOff } = body.inputs
        const writes = writesOf(body, history)
        // The first write asserts the output; unless it switches on it is no change.
        const changes = writes[0]?.value === false ? writes.slice(1) : writes
        const early = changes.filter((change, k) => {
          const before = changes[k - 1]
          return (
            before && change.reason !== 'SAFE_VALUE' && change.ts - before.ts < (before.value === true ? minOn : minOff) * 1000
          )
        })
        expect(early).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('writes an output only when the value differs from the last command', () => {
    fc.assert(
      fc.property(controls, readings('11', '12', '13'), (body, history) => {
        const writes = run(body, history, END).effects.filter(effect => effect.kind === 'ACTUATE')
        for (const same of Map.groupBy(writes, write => write.interfaceId).values())
          expect(same.filter((actuate, k) => same[k - 1]?.value === actuate.value)).toEqual([])
      }),
    )
  })

  it('moves at most maxSlew a minute of its own', () => {
    const slewed = proportionals.filter(body => body.inputs.maxSlew > 0 && body.inputs.cycleTime === 0)
    fc.assert(
      fc.property(slewed, readings('11', '12'), (body, history) => {
        const writes = writesOf(body, history)
        const rash = writes.filter((write, k) => {
          const before = writes[k - 1]
          if (!before || write.reason === 'SAFE_VALUE') return false
          const minutes = Math.max(1, (write.ts - before.ts) / 60_000)
          return Math.abs(Number(write.value) - Number(before.value)) > Math.ceil(body.inputs.maxSlew * minutes)
        })
        expect(rash).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  /** The same rule with one sensor, which sends every ten seconds. */
  const withOneSensor = (body: BodyOf<'THERMOSTAT'> | BodyOf<'PROPORTIONAL'>): typeof body => {
    const interfaces = body.interfaces.map(item => (item.id === '11' ? Object.assign({}, item, { every: 10 }) : item))
    return body.template === 'THERMOSTAT'
      ? { ...body, interfaces, inputs: { ...body.inputs, sensors: ['11'], reference: 'FIXED' } }
      : { ...body, interfaces, inputs: { ...body.inputs, sensors: ['11'] } }
  }

  it('I5 raises one fault and writes the safe value when a sensor is lost', () => {
    let faults = 0
    fc.assert(
      fc.property(controls.map(withOneSensor), readings('11'), (body, history) => {
        const staleAfter = body.inputs.staleAfter * 1000
        const began = history[0]?.ts ?? END
        const good = history.filter(input => input.kind === 'READING' && input.good).map(input => input.ts)
        const heard = good[0] !== undefined && good[0] <= began + staleAfter ? good : [began, ...good]
        const lost = heard.map(ts => ts + staleAfter).filter((ts, k) => ts <= END && ts < (heard[k + 1] ?? Infinity))
        faults += lost.length
        const { effects } = run(body, history, END)
        expect(effects.filter(effect => effect.kind === 'FAULT').map(effect => effect.ts)).toEqual(lost)
        const cool = body.inputs.mode === 'COOL'
        const safe = body.template === 'THERMOSTAT' ? cool : cool ? 40 : 0
        const then = lost.map(ts => effects.filter(isWrite).findLast(effect => effect.ts <= ts)?.value)
        expect(then).toEqual(lost.map(() => safe))
      }),
      { numRuns: 200 },
    )
    expect(faults).toBeGreaterThan(200)
  })
})
