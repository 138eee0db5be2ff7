import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rulebody'
import type { Actuate, Intent } from '../src/intent.ts'
import { run } from '../src/run.ts'
import { doubles, lives, readings, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const isWrite = (intent: Intent): intent is Actuate => intent.kind === 'ACTUATE'

describe('a double thermostat', () => {
  it('I4 never has both sides on, and between them lies the change-over', () => {
    let turns = 0
    fc.assert(
      fc.property(doubles, readings('11', '12'), (body, life) => {
        const early: Actuate[] = []
        const offSince = { 21: -Infinity, 22: -Infinity }
        for (const write of run(body, life, END).intents.filter(isWrite)) {
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

  it('is on each side the thermostat, where nothing locks it', () => {
    const alone = thermostats
      .filter(body => body.inputs.reference === 'FIXED')
      .chain(plain => doubles.map(double => ({ plain, double })))
    let writes = 0
    fc.assert(
      fc.property(alone, lives, ({ plain, double }, life) => {
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
        const told = (of: RuleBody) =>
          run(of, life, END).intents.flatMap(one =>
            isWrite(one) && one.interfaceId !== '22' ? [`${one.ts} ${one.interfaceId} ${String(one.value)} ${one.reason}`] : [],
          )
        const expected = told(plain)
        writes += expected.length
        expect(told(body)).toEqual(expected)
      }),
      { numRuns: 80 },
    )
    expect(writes).toBeGreaterThan(200)
  })
})
