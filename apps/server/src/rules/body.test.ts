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
    { id: '1', version: 1, terminalId: '1', timeZone: 'UTC', now: 0 },
    [{ ...counter, ...own }],
  ).interfaces[0]

test('a rule knows the modulus and the rate of a counter, its own before those of its category', () => {
  expect(interfaceOf({ modulus: 1_000_000, max_rate: 100 })).toMatchObject({ modulus: 1_000_000, maxRate: 100 })
  expect(interfaceOf({ modulus: null, max_rate: null })).toMatchObject({ maxRate: 2000 })
  expect(interfaceOf({ modulus: null, max_rate: null })?.modulus).toBeUndefined()
})

test('a rule that goes by the clock on the wall knows its zone’s offsets from the day it is made, and no other rule does', () => {
  const rule = { id: '1', version: 1, terminalId: '1', timeZone: 'Europe/Lisbon', now: Date.parse('2026-11-21T00:00:00Z') }
  const fans = { ...counter, category: 'VENTILATION_CONTROL', dataType: 'INTEGER', modulus: null, max_rate: null }
  const line = { weekdays: [0], intervals: [{ startTime: '06:00:00', endTime: '21:59:59', action: 100 }] }
  const made = bodyOf({ template: 'SCHEDULER', inputs: { outputs: ['7'], lines: [line], callbackValue: 0 } }, rule, [fans])
  expect('offsets' in made && made.offsets.slice(0, 2)).toEqual([
    { from: 0, minutes: 0 },
    { from: Date.parse('2027-03-28T01:00:00Z'), minutes: 60 },
  ])
  const inputs = { sensors: ['8'], outputs: ['7'], mode: 'COOL' }
  const sensor = { ...counter, id: '8', category: 'TEMPERATURE', modulus: null, max_rate: null }
  expect('offsets' in bodyOf({ template: 'PROPORTIONAL', inputs }, rule, [fans, sensor])).toBe(false)
})
