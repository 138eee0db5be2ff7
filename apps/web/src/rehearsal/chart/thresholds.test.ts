import { describe, expect, test } from 'vitest'
import { moved, readIds, thresholdsOf } from './thresholds.ts'

const line = (interfaceId: string, more: Record<string, unknown> = {}) => ({
  interfaceId,
  logicOperator: 'GREATER',
  inputValue: 30,
  ...more,
})

describe('the figures of a rule that are lines across its readings', () => {
  test.each([
    [
      'the limits of its conditions',
      { lines: [line('1'), line('2', { logicOperator: 'LESS_EQUAL', inputValue: 5 })] },
      [
        { path: 'lines.0.inputValue', interfaceIds: ['1'], value: 30, side: 'above' },
        { path: 'lines.1.inputValue', interfaceIds: ['2'], value: 5, side: 'below' },
      ],
    ],
    [
      'no state, no text, nothing that follows a curve',
      {
        lines: [
          line('1', { inputValue: true }),
          line('2', { relativeTo: 'CURVE' }),
          line('4', { isCyclical: true }),
          line('3', { inputValue: undefined }),
        ],
      },
      [],
    ],
    [
      'its set points',
      { sensors: ['1', '2'], heatSetPoint: 20, coolSetPoint: 24 },
      [
        { path: 'heatSetPoint', interfaceIds: ['1', '2'], value: 20, side: 'none' },
        { path: 'coolSetPoint', interfaceIds: ['1', '2'], value: 24, side: 'none' },
      ],
    ],
    ['no set point that moves', { sensors: ['1'], setPoint: 20, cycle: {} }, []],
    ['no set point that another sensor gives', { sensors: ['1'], setPoint: 20, reference: 'SENSOR', refSensor: '2' }, []],
  ] as const)('%s', (_, inputs, found) => {
    expect(thresholdsOf(inputs)).toEqual(found)
  })
})

test('what a rule looks at, each once', () => {
  expect(readIds({ sensors: ['1', '2'], reference: 'SENSOR', refSensor: '3', lines: [line('2'), line('4'), {}] })).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(readIds({ sensors: ['1'], reference: 'FIXED', refSensor: '3' })).toEqual(['1'])
  expect(readIds({})).toEqual([])
})

test('a figure that is moved changes nothing else', () => {
  const lines = [line('1', { permanenceTime: '00:10' }), line('2')]
  expect(moved({ lines }, 'lines.1.inputValue', 31.5)).toEqual({
    id: 'lines',
    value: [lines[0], line('2', { inputValue: 31.5 })],
    touched: '1.inputValue',
  })
  expect(moved({ setPoint: 20 }, 'setPoint', 21)).toEqual({ id: 'setPoint', value: 21, touched: undefined })
})

test('a value deep within an input is set where it stands', () => {
  const cycle = { dayOne: { setPoint: 33 }, days: [{ day: 8, setPoint: 30 }] }
  expect(moved({ cycle }, 'cycle.days.0.setPoint', 29)).toEqual({
    id: 'cycle',
    value: { ...cycle, days: [{ day: 8, setPoint: 29 }] },
    touched: 'days.0.setPoint',
  })
  const lines = [{ intervals: [{ startTime: '06:00:00' }] }]
  expect(moved({ lines }, 'lines.0.intervals.0.startTime', '07:00:00').value).toEqual([
    { intervals: [{ startTime: '07:00:00' }] },
  ])
})
