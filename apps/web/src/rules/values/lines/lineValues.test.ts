import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { house } from '../templates.sample.ts'
import { type LineValues, withCalendar, isAtOnce, newLine, operatorsFor, withInterface } from './lineValues.ts'
import { lineProblems } from './lineProblems.ts'

const t = await translator('en-US')
const onBox = { global: false }
const [temperature, mains, fans, status] = ['1', '2', '4', '5'].map(id => house.get(id)!)

test('a new condition counts at once on a box, after ten minutes in the cloud', () => {
  expect(newLine(false)).toEqual({ permanenceTime: '00:00', repetitionTime: '00:00', notificationLimit: 3 })
  expect(newLine(true).permanenceTime).toBe('00:10')
})

test('comparisons by the kind of value; an order against its answer is a figure', () => {
  expect(operatorsFor(mains)).toEqual(['EQUAL'])
  expect(operatorsFor(status)).toEqual(['EQUAL', 'NOT_EQUAL'])
  expect(operatorsFor(temperature)).toHaveLength(6)
  expect(operatorsFor(fans)).toHaveLength(6)
})

test('another sensor keeps what fits it', () => {
  const line = { ...newLine(false), interfaceId: '1', logicOperator: 'GREATER', inputValue: 30 } as const
  expect(withInterface(line, mains, onBox)).toMatchObject({ interfaceId: '2', logicOperator: 'EQUAL', inputValue: false })
  expect(withInterface(line, fans, onBox)).toMatchObject({ interfaceId: '4', logicOperator: 'GREATER', inputValue: 30 })
  expect(withInterface({ ...line, relativeTo: 'CURVE', percent: false }, fans, onBox)).not.toHaveProperty('relativeTo')
})

test('a sensor brings how long its alarms mostly wait, where nobody said it', () => {
  const relay = { ...fans!, category: 'FAN_RELAY' as const }
  const waits = (line: LineValues, choice: typeof fans, around: Parameters<typeof withInterface>[2]) =>
    withInterface(line, choice, around).permanenceTime
  expect(waits(newLine(false), relay, onBox)).toBe('00:02')
  expect(waits(newLine(false), fans, onBox)).toBe('00:02')
  expect(waits(newLine(false), temperature, onBox)).toBe('00:10')
  expect(waits({ ...newLine(false), permanenceTime: '01:30' }, relay, onBox)).toBe('01:30')
  // The cloud hears of everything later.
  expect(waits(newLine(true), relay, { global: true })).toBe('00:10')
  expect(waits({ ...newLine(true), permanenceTime: '00:00' }, relay, { global: true })).toBe('00:00')
})

test('what came with the sensor before goes with it; what somebody entered stays', () => {
  const humidity = { ...temperature!, id: '90', category: 'HUMIDITY' as const }
  const gas = { ...temperature!, id: '91', category: 'CO2' as const }
  const relay = { ...fans!, id: '92', category: 'FAN_RELAY' as const }
  const first = withInterface(newLine(false), relay, onBox)
  expect(first).toMatchObject({ logicOperator: 'NOT_EQUAL', inputValue: 0, permanenceTime: '00:02' })
  const second = withInterface(first, humidity, { ...onBox, before: relay })
  expect(second).toMatchObject({ logicOperator: 'GREATER', inputValue: 85, permanenceTime: '01:00' })
  const third = withInterface(second, gas, { ...onBox, before: humidity })
  expect(third).toMatchObject({ logicOperator: 'GREATER', inputValue: 3000, permanenceTime: '00:30' })
  const typed = { ...second, inputValue: 90, permanenceTime: '00:20' }
  expect(withInterface(typed, gas, { ...onBox, before: humidity })).toMatchObject({ inputValue: 90, permanenceTime: '00:20' })
  expect(withInterface(second, undefined, { ...onBox, before: humidity })).toEqual({ ...newLine(false), interfaceId: undefined })
})

test('only an order and its answer are not to be compared at once', () => {
  const atOnce = (choice: typeof fans) => isAtOnce({ ...newLine(false), interfaceId: choice?.id }, house)
  expect([atOnce(fans), atOnce(temperature), atOnce(undefined)]).toEqual([true, false, false])
  expect(isAtOnce({ ...newLine(false), interfaceId: fans!.id, permanenceTime: '00:01' }, house)).toBe(false)
})

test('a limit by the calendar begins with the month and the limit that was there', () => {
  const line = { ...newLine(true), logicOperator: 'GREATER', inputValue: 30 } as const
  const on = withCalendar(line, true, '2026-04-01')
  expect(on).toMatchObject({
    isCyclical: true,
    cycleStartDate: '2026-04-01',
    cycle: [{ day: 0, logicOperator: 'GREATER', action: 30 }],
  })
  expect(withCalendar(on, false, '2026-04-17')).toEqual(line)
})

test('what is missing is told with the number of the condition', () => {
  const problemFields = (value: unknown, global = false) => lineProblems(value, global, t).map(problem => problem.field)
  const line = { ...newLine(true), interfaceId: '1', terminalId: '31', logicOperator: 'GREATER', inputValue: 3 } as const
  expect(problemFields([])).toEqual([''])
  expect(problemFields([line], true)).toEqual([])
  expect(problemFields([newLine(true)], true)).toEqual(['0.terminalId', '0.interfaceId'])
  expect(problemFields([{ ...newLine(false), interfaceId: '1' }])).toEqual(['0.logicOperator', '0.inputValue'])
  expect(problemFields([{ ...line, permanenceTime: undefined, notificationLimit: undefined }])).toEqual([
    '0.permanenceTime',
    '0.notificationLimit',
  ])
  expect(lineProblems([line, newLine(false)], false, t)[0]?.words).toBe(t('rule.wrong.noInterface', { line: 2 }))
})

test('a calendar: its days, and that they do not run back or beyond it', () => {
  const line = { ...newLine(true), interfaceId: '1', terminalId: '31', isCyclical: true } as const
  const problemFields = (more: object) => lineProblems([{ ...line, ...more }], true, t).map(problem => problem.field)
  expect(problemFields({})).toEqual(['0.cycleStartDate', '0.cycleEndDate', '0.cycle'])
  const dates = { cycleStartDate: '2026-04-06', cycleEndDate: '2026-05-18' }
  const step = (day: number | undefined) => ({ day, logicOperator: 'GREATER', action: 30 })
  expect(problemFields({ ...dates, cycle: [step(0), step(0), step(42)] })).toEqual([])
  expect(problemFields({ ...dates, cycle: [step(7), step(3)] })).toEqual(['0.cycle.1.day'])
  expect(problemFields({ ...dates, cycle: [step(43)] })).toEqual(['0.cycle.0.day'])
  expect(problemFields({ ...dates, cycle: [{ day: undefined }] })).toEqual([
    '0.cycle.0.day',
    '0.cycle.0.logicOperator',
    '0.cycle.0.action',
  ])
  expect(problemFields({ ...dates, cycleEndDate: '2026-04-05', cycle: [step(0)] })).toEqual(['0.cycleEndDate'])
})
