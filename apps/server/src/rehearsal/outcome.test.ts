import { RuleBody } from '@steading/contract/rules/body'
import type { RuleEffect } from '@steading/rules/effects'
import { describe, expect, test } from 'vitest'
import { tally } from './outcome.ts'

const body = RuleBody.parse({
  template: 'SCHEDULER',
  id: '1',
  version: 1,
  timeZone: 'UTC',
  offsets: [{ from: 0, minutes: 0 }],
  interfaces: [{ id: '2', dataType: 'BOOLEAN', kind: 'COMMAND' }],
  inputs: {
    outputs: ['2'],
    callbackValue: false,
    lines: [{ weekdays: [0], intervals: [{ startTime: '06:00:00', endTime: '07:00:00', action: true }] }],
  },
})
const from = Date.parse('2026-07-06T06:30:00Z')
const write = (ts: number, value: boolean | number): RuleEffect =>
  ({ kind: 'ACTUATE', ts, interfaceId: '2', value }) as RuleEffect // safe: what is looked at

test('orders values by time, beginning before the span', () => {
  const count = tally({ body, hearers: [], places: {} }, from, from + 120_000, [{ interfaceId: '2', value: false }])
  count.take(write(from - 1, true))
  count.take(write(from + 60_000, false))
  const outcome = count.outcome([])
  const [output] = outcome.outputs
  expect(outcome.beginUtc).toBe('2026-07-06T06:30:00.000Z')
  expect(output).toMatchObject({ writes: 2, on: 60 })
  expect(output?.values).toEqual([
    { atUtc: '2026-07-06T06:30:00.000Z', value: true },
    { atUtc: '2026-07-06T06:31:00.000Z', value: false },
  ])
})

describe('a rule by the age of the animals', () => {
  const points = { setPoint: 22, band: 4, minOutput: 10, maxOutput: 100 }
  const ventilation = RuleBody.parse({
    template: 'CYCLE_PROPORTIONAL',
    id: '1',
    version: 1,
    timeZone: 'Europe/Lisbon',
    offsets: [{ from: 0, minutes: 60 }],
    interfaces: [
      { id: '1', dataType: 'DECIMAL', kind: 'GAUGE' },
      { id: '2', dataType: 'INTEGER', kind: 'COMMAND' },
    ],
    inputs: {
      sensors: ['1'],
      outputs: ['2'],
      mode: 'COOL',
      interpolation: 'LINEAR',
      cycle: {
        preCycle: { date: '2026-07-08', ...points },
        dayOne: { date: '2026-07-10', ...points },
        lastDay: { day: 42, ...points },
      },
    },
  })
  const begin = Date.parse('2026-07-07T23:00:00Z')
  const before = [{ interfaceId: '2', value: 5 }]
  const tried = (until: number, effects: readonly RuleEffect[]) => {
    const count = tally({ body: ventilation, hearers: [], places: {} }, from, until, before)
    for (const effect of effects) count.take(effect)
    return count.outcome([])
  }

  test('counts outputs from its pre-cycle on', () => {
    const hour = 3_600_000
    expect(tried(begin + 4 * hour, [write(begin + hour, 45)])).toMatchObject({
      beginUtc: new Date(begin).toISOString(),
      outputs: [
        {
          writes: 1,
          on: 35,
          values: [
            { atUtc: new Date(begin).toISOString(), value: 5 },
            { atUtc: new Date(begin + hour).toISOString(), value: 45 },
          ],
        },
      ],
    })
  })

  test('has no effect before it begins', () => {
    expect(tried(begin - 1, [])).toMatchObject({ beginUtc: null, outputs: [{ writes: 0, on: null, values: [] }] })
  })
})
