import { RuleBody, type RuleBodyInput } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import { at, envelope, known, offsets, plain, describe, specs, t } from '../body.sample.ts'
import { alarmConditions } from './alarmConditions.ts'

const entry = (day: number, action: number) => ({ day, logicOperator: 'GREATER', action }) as const
const body: RuleBodyInput = {
  ...envelope,
  template: 'CLOUD_ALARM',
  offsets,
  interfaces: [
    { ...specs[1], terminalId: '3' },
    { ...specs[3], terminalId: '4' },
  ],
  inputs: {
    lines: [
      {
        interfaceId: '1',
        isCyclical: true,
        cycleStartDate: '2026-04-06',
        cycleEndDate: '2026-05-18',
        cycle: [entry(0, 34), entry(7, 33), entry(7, 31), entry(21, 27)],
        repetitionTime: '00:30',
      },
      { interfaceId: '3', logicOperator: 'GREATER', inputValue: 500 },
    ],
  },
  event: { severityLevel: 'CRITICAL' },
}

const spoken = (now: string) => {
  const parsed = RuleBody.parse(body)
  if (parsed.template !== 'CLOUD_ALARM') throw new Error('no cloud alarm')
  return alarmConditions(parsed, known, t, at(now))
}

test.each([
  ['2026-04-05T23:59', 'Temperature: not monitored before 06-04-2026', undefined, undefined],
  ['2026-04-06T00:00', 'Temperature above 34.0 °C for 10 min', 0, 34],
  ['2026-04-12T23:59', 'Temperature above 34.0 °C for 10 min', 0, 34],
  ['2026-04-13T00:00', 'Temperature above 31.0 °C for 10 min', 1, 31],
  ['2026-05-18T23:59', 'Temperature above 27.0 °C for 10 min', 2, 27],
  ['2026-05-19T00:00', 'Temperature: not monitored after 18-05-2026', undefined, undefined],
])('at %s an alarm by dates says what it watches', (now, words, current, limit) => {
  const [line, steady] = spoken(now)
  expect(plain(line?.words ?? '')).toBe(words)
  expect(line?.steps.flatMap((step, k) => (step.current ? [k] : []))).toEqual(current === undefined ? [] : [current])
  expect(
    describe(body, at(now))
      .limits.get('1')
      ?.map(limit => limit.value),
  ).toEqual(limit === undefined ? undefined : [limit])
  expect(plain(steady?.words ?? '')).toBe('Water meter above 500 L/h for 10 min')
})

test('every limit is told with its first day, the last one with its last; of equal days the last counts', () => {
  const [line, steady] = spoken('2026-04-13T00:00')
  expect(line?.repetition).toBe('repeats every 30 min until cleared; escalates after 3 notifications')
  expect(line?.steps.map(step => plain(step.words))).toEqual([
    'from 06-04-2026: above 34.0 °C',
    'from 13-04-2026: above 31.0 °C',
    'from 27-04-2026 to 18-05-2026: above 27.0 °C',
  ])
  expect(steady?.steps).toEqual([])
  expect(describe(body).sentences).toEqual([])
})
