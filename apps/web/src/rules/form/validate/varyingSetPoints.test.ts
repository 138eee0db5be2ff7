import { translator } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import type { Template } from '../../values/ruleForm.ts'
import { varyingSetPoints } from './varyingSetPoints.ts'
import { house } from '../../values/templates.sample.ts'

const t = await translator('en-US')
const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
const window = { from: at('2026-03-01'), to: at('2026-03-08') }
const knownOf = () => ({ name: 'Temperature · House 1', category: 'TEMPERATURE', decimals: 1, unit: '°C' }) as const
const setPoint = { id: 'setPoint', type: 'DECIMAL', required: true, unit: '°C', min: -20, max: 60 } as const

const templateOf = (input: object): Template => ({
  id: '1',
  category: { id: 'CYCLE_THERMOSTAT', order: 1, kind: 'CONTROL' },
  hasEvent: false,
  groups: [],
  inputs: [{ required: true, group: 'cycle', ...input } as Template['inputs'][number]], // safe: what the test gives
})
const groupsOf = (inputs: Record<string, unknown>, input: object, during = window) =>
  varyingSetPoints({ inputs, template: templateOf(input), choices: house, timeZone: 'UTC' }, {}, knownOf, during, t).groups

describe('the values by age that were in force', () => {
  const cycle = {
    preCycle: { date: '2026-02-01', setPoint: 20 },
    dayOne: { date: '2026-02-20', setPoint: 33 },
    days: [
      { day: 8, setPoint: 30 },
      { day: 15, setPoint: 27 },
      { day: 22, setPoint: 25 },
    ],
    lastDay: { day: 35, setPoint: 21 },
  }
  const input = { id: 'cycle', type: 'CYCLEGROUP', inputs: [setPoint] }
  const pathsOf = (interpolation: string, during = window) =>
    groupsOf({ cycle, interpolation }, input, during).flatMap(group => group.values.map(value => value.path))

  test('step by step those whose days they were', () => {
    expect(pathsOf('STEP')).toEqual(['cycle.days.0.setPoint', 'cycle.days.1.setPoint'])
  })
  test('in a line the next one too: towards it they went', () => {
    expect(pathsOf('LINEAR')).toEqual(['cycle.days.0.setPoint', 'cycle.days.1.setPoint', 'cycle.days.2.setPoint'])
  })
  test('the last day applies long after, the pre-cycle before arrival', () => {
    expect(pathsOf('LINEAR', { from: at('2026-06-01'), to: at('2026-06-08') })).toEqual(['cycle.lastDay.setPoint'])
    expect(pathsOf('LINEAR', { from: at('2026-02-03'), to: at('2026-02-10') })).toEqual(['cycle.preCycle.setPoint'])
  })
})

test('the edges of time slots, and figures that are set in them', () => {
  const lines = [{ weekdays: [0, 1, 2], intervals: [{ startTime: '06:00:00', endTime: '20:00:00', action: 40 }] }]
  const [group] = groupsOf({ lines, outputs: ['4'] }, { id: 'lines', type: 'SCHEDULER' })
  expect(group?.name).toBe('Mon–Wed')
  expect(group?.values.map(({ path, value, unit }) => [path, value, unit])).toEqual([
    ['lines.0.intervals.0.startTime', '06:00:00', undefined],
    ['lines.0.intervals.0.endTime', '20:00:00', undefined],
    ['lines.0.intervals.0.action', 40, '%'],
  ])
})

test('limits that are no line across: from a reference, by the calendar; plain ones are moved in the chart', () => {
  const line = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 4 }
  const lines = [line, { ...line, relativeTo: 'CURVE' }, { ...line, isCyclical: true, cycle: [{ day: 0, action: 30 }] }]
  const groups = groupsOf({ lines }, { id: 'lines', type: 'DROPGROUP', inputs: [{ id: 'permanenceTime', type: 'TIME' }] })
  expect(groups.flatMap(group => group.values.map(value => value.path))).toEqual(['lines.1.inputValue', 'lines.2.cycle.0.action'])
  // Called as everything that the rule names, told apart.
  expect(groups.map(group => group.name)).toEqual(['Condition 2: Temperature · House 1', 'Condition 3: Temperature · House 1'])
})

test('a limit that moves is drawn as it was: told from a curve, and nothing before its first day', () => {
  const body = {
    id: '1',
    version: 1,
    template: 'ALARM_WITHOUT_ACTUATION',
    timeZone: 'UTC',
    event: { severityLevel: 'MAJOR' },
    interfaces: [{ id: '1', dataType: 'DECIMAL', kind: 'GAUGE' }],
    inputs: {
      lines: [
        {
          interfaceId: '1',
          logicOperator: 'GREATER',
          inputValue: 4,
          relativeTo: 'CURVE',
          reference: [{ from: at('2026-03-03'), value: 30 }],
        },
      ],
    },
  }
  const template = templateOf({ id: 'x', type: 'TEXT' })
  const [course] = varyingSetPoints({ inputs: {}, template, choices: house, timeZone: 'UTC' }, body, knownOf, window, t).courses
  expect(course?.interfaceIds).toEqual(['1'])
  expect([course?.values[0], course?.values.at(-1)]).toEqual([null, 34])
})
