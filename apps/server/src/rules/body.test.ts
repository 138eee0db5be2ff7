import { expect, test } from 'vitest'
import { createBody } from './body.ts'
import type { RuleInterfaceRow } from './body.ts'

const counter = {
  id: '7',
  terminalId: '1',
  category: 'WATER_COUNTER',
  dataType: 'DECIMAL',
  history: 'TIME_INTERVAL',
  every: 60,
  operation: null,
}
const interfaceOf = (own: Pick<RuleInterfaceRow, 'modulus' | 'max_rate'> & Partial<RuleInterfaceRow>) =>
  createBody(
    {
      template: 'ALARM_WITHOUT_ACTUATION',
      inputs: { lines: [{ interfaceId: '7', logicOperator: 'EQUAL', inputValue: 0 }] },
      event: { title: 'No water', description: '', severityLevel: 'MAJOR', category: 'WATER' },
    },
    { id: '1', version: 1, terminalId: '1', timeZone: 'UTC', now: 0 },
    [{ ...counter, ...own }],
  ).interfaces[0]

test('takes modulus and rate of a counter from the interface, then its category', () => {
  expect(interfaceOf({ modulus: 1_000_000, max_rate: 100 })).toMatchObject({ modulus: 1_000_000, maxRate: 100 })
  expect(interfaceOf({ modulus: null, max_rate: null })).toMatchObject({ maxRate: 2000 })
  expect(interfaceOf({ modulus: null, max_rate: null })?.modulus).toBeUndefined()
})

test('marks a calculated counter, which has no rate or modulus of its own', () => {
  const calculated = interfaceOf({ modulus: null, max_rate: 5, operation: 'DIFF' })
  expect(calculated).toMatchObject({ calculated: true })
  expect([calculated?.maxRate, calculated?.modulus]).toEqual([undefined, undefined])
})

test('stores zone offsets for rules that depend on local time only', () => {
  const rule = { id: '1', version: 1, terminalId: '1', timeZone: 'Europe/Lisbon', now: Date.parse('2026-11-21T00:00:00Z') }
  const fans = { ...counter, category: 'VENTILATION_CONTROL', dataType: 'INTEGER', modulus: null, max_rate: null }
  const line = { weekdays: [0], intervals: [{ startTime: '06:00:00', endTime: '21:59:59', action: 100 }] }
  const made = createBody({ template: 'SCHEDULER', inputs: { outputs: ['7'], lines: [line], callbackValue: 0 } }, rule, [fans])
  expect('offsets' in made && made.offsets.slice(0, 2)).toEqual([
    { from: 0, minutes: 0 },
    { from: Date.parse('2027-03-28T01:00:00Z'), minutes: 60 },
  ])
  const inputs = { sensors: ['8'], outputs: ['7'], mode: 'COOL' }
  const sensor = { ...counter, id: '8', category: 'TEMPERATURE', modulus: null, max_rate: null }
  expect('offsets' in createBody({ template: 'PROPORTIONAL', inputs }, rule, [fans, sensor])).toBe(false)
})
