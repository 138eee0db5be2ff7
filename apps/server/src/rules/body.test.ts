import { expect, test } from 'vitest'
import { bodyOf } from './body.ts'

const counter = { id: '7', terminalId: '1', category: 'WATER_COUNTER', dataType: 'DECIMAL', history: 'TIME_INTERVAL', every: 60 }
const interfaceOf = (own: { readonly modulus: number | null; readonly max_rate: number | null }) =>
  bodyOf(
    {
      template: 'ALARM_WITHOUT_ACTUATION',
      inputs: { lines: [{ interfaceId: '7', logicOperator: 'EQUAL', inputValue: 0 }] },
      event: { title: 'No water', description: '', severityLevel: 'MAJOR', category: 'WATER' },
    },
    { id: '1', version: 1, terminalId: '1', timeZone: 'UTC' },
    [{ ...counter, ...own }],
  ).interfaces[0]

test('a rule knows the modulus and the rate of a counter, its own before those of its category', () => {
  expect(interfaceOf({ modulus: 1_000_000, max_rate: 100 })).toMatchObject({ modulus: 1_000_000, maxRate: 100 })
  expect(interfaceOf({ modulus: null, max_rate: null })).toMatchObject({ maxRate: 2000 })
  expect(interfaceOf({ modulus: null, max_rate: null })?.modulus).toBeUndefined()
})
