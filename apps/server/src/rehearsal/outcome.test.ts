import { RuleBody } from '@steading/contract/rulebody'
import type { Intent } from '@steading/rules/intent'
import { expect, test } from 'vitest'
import { tally } from './outcome.ts'

const body = RuleBody.parse({
  ...{ template: 'SCHEDULER', id: '1', version: 1, timeZone: 'UTC', offsets: [{ from: 0, minutes: 0 }] },
  interfaces: [{ id: '2', dataType: 'BOOLEAN', kind: 'COMMAND' }],
  inputs: {
    ...{ outputs: ['2'], callbackValue: false },
    lines: [{ weekdays: [0], intervals: [{ startTime: '06:00:00', endTime: '07:00:00', action: true }] }],
  },
})
const from = Date.parse('2026-07-06T06:30:00Z')
const write = (ts: number, value: boolean): Intent => ({ kind: 'ACTUATE', ts, interfaceId: '2', value }) as Intent // safe: what is looked at

test('values are in the order of time, and what is settled before the beginning holds from it on', () => {
  const count = tally({ body, hearers: [], places: {} }, from, [{ interfaceId: '2', value: false }])
  count.take(write(from - 1, true))
  count.take(write(from + 60_000, false))
  const [output] = count.outcome(from + 120_000, []).outputs
  expect(output).toMatchObject({ writes: 2, on: 60 })
  expect(output?.values).toEqual([
    { atUtc: '2026-07-06T06:30:00.000Z', value: true },
    { atUtc: '2026-07-06T06:31:00.000Z', value: false },
  ])
})
