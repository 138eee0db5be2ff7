import { expect, test } from 'vitest'
import { blank, withTemplate } from './entered.ts'
import { filledIn } from './schedules.ts'
import { sentOf } from './sent.ts'
import { scheduler, thermostat } from './templates.sample.ts'

const week = (startTime: string, endTime: string) => [
  { weekdays: [0, 1], intervals: [{ startTime, endTime, action: true, interfaceId: '7' }] },
]
const begun = withTemplate(blank('11'), scheduler, '2026-07-06')
const of = { ...begun, inputs: { ...begun.inputs, outputs: ['7'], lines: week('06:00:00', '21:59:59') } }
const lisbon = { timeZone: 'Europe/Lisbon', offset: 60 }

test('a schedule is sent in UTC, by the clock that the form shows, and comes back as it was filled in', () => {
  const { inputs } = sentOf({ of, template: scheduler }, lisbon)
  expect(inputs).toEqual([
    { id: 'outputs', value: ['7'] },
    { id: 'lines', value: { ...lisbon, lines: week('05:00:00', '20:59:59') } },
    { id: 'callbackValue', value: false },
  ])
  expect(filledIn(inputs, scheduler.inputs)).toEqual(of.inputs)
})

test('what the clock has no say in is sent as it is', () => {
  const made = withTemplate(blank('11'), thermostat, '2026-07-06')
  const { inputs } = sentOf({ of: made, template: thermostat }, lisbon)
  expect(filledIn(inputs, thermostat.inputs)).toMatchObject({ setPoint: 24, outputs: [] })
})
