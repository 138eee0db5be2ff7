import { expect, test } from 'vitest'
import { emptyValues, withTemplate, toRequest } from '../ruleForm.ts'
import { toLocalInputs, toFormField } from './schedules.ts'
import { scheduler, thermostat } from '../templates.sample.ts'

const week = (startTime: string, endTime: string) => [
  { weekdays: [0, 1], intervals: [{ startTime, endTime, action: true, interfaceId: '7' }] },
]
const begun = withTemplate(emptyValues('11'), scheduler, '2026-07-06')
const item = { ...begun, inputs: { ...begun.inputs, outputs: ['7'], lines: week('06:00:00', '21:59:59') } }
const lisbon = { timeZone: 'Europe/Lisbon', offset: 60 }

test('a schedule is sent in UTC, by the clock that the form shows, and comes back as it was filled in', () => {
  const { inputs } = toRequest({ values: item, template: scheduler }, lisbon)
  expect(inputs).toEqual([
    { id: 'outputs', value: ['7'] },
    { id: 'lines', value: { ...lisbon, lines: week('05:00:00', '20:59:59') } },
    { id: 'callbackValue', value: false },
  ])
  expect(toLocalInputs(inputs, scheduler.inputs)).toEqual(item.inputs)
})

test('what the clock has no say in is sent as it is', () => {
  const made = withTemplate(emptyValues('11'), thermostat, '2026-07-06')
  const { inputs } = toRequest({ values: made, template: thermostat }, lisbon)
  expect(toLocalInputs(inputs, thermostat.inputs)).toMatchObject({ setPoint: 24, outputs: [] })
})

test('what the server says of a slot that was sent is said where it was filled in', () => {
  const slot = (startTime: string, endTime: string, action: number) => ({ startTime, endTime, action, interfaceId: '7' })
  // In UTC Monday's first slot begins on Sunday, which is the last line there.
  const lines = [
    { weekdays: [3], intervals: [slot('06:00:00', '06:59:59', 20)] },
    { weekdays: [0], intervals: [slot('00:00:00', '01:59:59', 30), slot('07:00:00', '07:59:59', 40)] },
  ]
  const field = (sent: string) => toFormField(sent, { lines, setPoint: 24 }, lisbon)
  expect(field('inputs.lines.lines.0.intervals.1.action')).toBe('inputs.lines.1.intervals.1.action')
  expect(field('inputs.lines.lines.1.intervals.0.action')).toBe('inputs.lines.0.intervals.0.action')
  expect(field('inputs.lines.lines.2.intervals.0.action')).toBe('inputs.lines.1.intervals.0.action')
  expect(field('inputs.lines.lines.9.intervals.0.action')).toBe('inputs.lines')
  expect(field('inputs.lines.lines')).toBe('inputs.lines')
  expect(field('inputs.lines.0.interfaceId')).toBe('inputs.lines.0.interfaceId')
  expect(field('inputs.setPoint')).toBe('inputs.setPoint')
})
