import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rules/body'
import type { Actuate, RuleEffect } from '../src/effects.ts'
import { run } from '../src/run.ts'
import { doubles, histories, readings, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const isWrite = (effect: RuleEffect): effect is Actuate => effect.kind === 'ACTUATE'

describe('a double thermostat', () => {
  it('I4 waits for the change-over between heating and cooling', () => {
    let turns = 0
    fc.assert(
      fc.property(doubles, readings('11', '12'), (body, history) => {
        const early: Actuate[] = []
        const offSince = { 21: -Infinity, 22: -Infinity }
        for (const write of run(body, history, END).effects.filter(isWrite)) {
          const { interfaceId: id, value, ts } = write
          if (id !== '21' && id !== '22') continue
          const other = offSince[id === '21' ? '22' : '21']
          if (value === true && ts - other < body.inputs.changeOver * 1000) early.push(write)
          if (value === true && Number.isFinite(other)) turns++
          if (value === true) offSince[id] = Infinity
          else if (offSince[id] === Infinity) offSince[id] = ts
        }
        expect(early).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(turns).toBeGreaterThan(100)
  })

  it('equals a thermostat on each side when nothing locks it', () => {
    const pairs = thermostats
      .filter(body => body.inputs.reference === 'FIXED')
      .chain(plain => doubles.map(double => ({ plain, double })))
    let writes = 0
    fc.assert(
      fc.property(pairs, histories, ({ plain, double }, history) => {
        const { mode, setPoint, differential, sensors, aggregation, staleAfter, minOn, minOff } = plain.inputs
        const common = { sensors, aggregation, staleAfter, minOn, minOff, changeOver: double.inputs.changeOver }
        const side =
          mode === 'COOL'
            ? { coolOutputs: ['21'], heatOutputs: ['22'], coolSetPointOut: '31', coolSetPoint: setPoint, heatSetPoint: -20 }
            : { coolOutputs: ['22'], heatOutputs: ['21'], heatSetPointOut: '31', heatSetPoint: setPoint, coolSetPoint: 60 }
        const differentials = { coolDifferential: differential, heatDifferential: differential }
        const body = RuleBody.parse({
          ...double,
          interfaces: [...plain.interfaces, { id: '22', dataType: 'BOOLEAN', kind: 'COMMAND' }],
          inputs: { ...common, ...side, ...differentials, safeValue: mode === 'COOL' },
        })
        const writesOf = (ruleBody: RuleBody) =>
          run(ruleBody, history, END).effects.flatMap(effect =>
            isWrite(effect) && effect.interfaceId !== '22'
              ? [`${effect.ts} ${effect.interfaceId} ${String(effect.value)} ${effect.reason}`]
              : [],
          )
        const expected = writesOf(plain)
        writes += expected.length
        expect(writesOf(body)).toEqual(expected)
      }),
      { numRuns: 80 },
    )
    expect(writes).toBeGreaterThan(200)
  })
})
