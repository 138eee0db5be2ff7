import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rules/body'
import { run } from '../src/run.ts'
import { alarms, histories, SECONDS, START } from './arbitraries.ts'

const END = START + SECONDS * 1000

describe('an alarm over several terminals', () => {
  const bounded = alarms.map(body => {
    const lines = body.inputs.lines.map(line => ({ ...line, notificationLimit: line.notificationLimit || 5 }))
    const interfaces = body.interfaces.map(item => ({ ...item, terminalId: '5' }))
    return { ...body, interfaces, inputs: { ...body.inputs, lines } }
  })

  it('equals the plain alarm while its limits never change', () => {
    let total = 0
    fc.assert(
      fc.property(bounded, histories, fc.boolean(), (body, history, byCycle) => {
        const lines = body.inputs.lines.map(({ logicOperator, inputValue, ...line }) => ({
          ...line,
          ...(byCycle
            ? {
                isCyclical: true,
                cycleStartDate: '2026-01-01',
                cycleEndDate: '2026-12-31',
                cycle: [{ day: 3, logicOperator, action: inputValue }],
              }
            : { logicOperator, inputValue }),
        }))
        const offsets = [{ from: 0, minutes: 540 }]
        const cloud = RuleBody.parse({ ...body, template: 'CLOUD_ALARM', offsets, inputs: { ...body.inputs, lines } })
        const expected = run(body, history, END).effects
        total += expected.length
        expect(run(cloud, history, END).effects).toEqual(expected)
      }),
      { numRuns: 60 },
    )
    expect(total).toBeGreaterThan(100)
  })
})
