import { MOST_REHEARSED_WRITES, type Rehearsed } from '@steading/contract/rules/rehearsal'
import { expect, test } from 'vitest'
import { sampleInterface } from '../../../test/interface.sample.ts'
import { outputPanes } from './panes.ts'

const from = Date.parse('2026-03-01T00:00:00Z')
const until = from + 7 * 86_400_000
const words = {
  draft: 'd',
  deployed: 'v',
  real: 'r',
  off: '0',
  on: '1',
  measured: 'm',
  events: 'e',
  notificationWords: String,
  output: (name: string) => name,
}

const endOf = (count: number) => {
  const values = Array.from({ length: count }, (_, at) => ({ atUtc: new Date(from + at * 1000).toISOString(), value: at % 2 }))
  const outcome = {
    beginUtc: new Date(from).toISOString(),
    eventCount: 0,
    openFor: 0,
    notificationCount: 0,
    faultCount: 0,
    events: [],
    messages: [],
    outputs: [{ interfaceId: '1', writes: count, on: null, values }],
  }
  const result: Rehearsed = {
    fromUtc: new Date(from).toISOString(),
    untilUtc: new Date(until).toISOString(),
    readings: 1,
    approximate: false,
    draft: outcome,
    deployed: null,
    real: { events: [], outputs: [] },
  }
  return outputPanes(result, [sampleInterface({ id: '1' })], words)[0]?.lines[0]?.times.at(-1)
}

test('what was written last holds to the end, but of too many writes what came after them is not known', () => {
  expect(endOf(3)).toBe(until)
  expect(endOf(MOST_REHEARSED_WRITES)).toBeLessThan(until)
})
