import { RuleBody, type RuleBodyInput } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import { isAlarmBody, readingLimits } from './limits.ts'

/** UTC ms of a minute of April 2026, counted from its first day; May goes on from day 31. */
const april = 1_775_001_600_000
const at = (day: number, hours = 0, minutes = 0) => april + ((day - 1) * 24 + hours) * 3_600_000 + minutes * 60_000
const base = { id: '1', version: 1, timeZone: 'UTC', event: { severityLevel: 'MAJOR' } } as const
const gauge = (id: string) => ({ id, terminalId: '3', dataType: 'DECIMAL', kind: 'GAUGE' }) as const

const limitsOf = (body: RuleBodyInput, now: number) => {
  const parsed = RuleBody.parse(body)
  if (!isAlarmBody(parsed)) throw new Error('not an alarm')
  return readingLimits(parsed, now).map(({ line, value }) => [line.interfaceId, line.logicOperator, value])
}

const alarm = (lines: unknown[], interfaces: unknown[] = [gauge('1')]): RuleBodyInput =>
  ({ ...base, template: 'ALARM_WITHOUT_ACTUATION', interfaces, inputs: { lines } }) as RuleBodyInput

test('gives the value of a constant condition', () => {
  const body = alarm([{ interfaceId: '1', logicOperator: 'GREATER', inputValue: 30 }])
  expect(limitsOf(body, at(31))).toEqual([['1', 'GREATER', 30]])
})

test('adds the distance to the capacity in force', () => {
  const reference = [{ from: at(31), value: 200 }]
  const line = { interfaceId: '1', logicOperator: 'LESS', inputValue: 25, relativeTo: 'CAPACITY', percent: true, reference }
  expect(limitsOf(alarm([line]), at(32))).toEqual([['1', 'LESS', 50]])
  expect(limitsOf(alarm([line]), at(30))).toEqual([])
})

test('omits conditions on a rate, a deviation or a curve', () => {
  const reference = [{ from: 0, value: 20 }]
  const body = alarm(
    [
      { interfaceId: '1', logicOperator: 'GREATER', inputValue: 3, relativeTo: 'CURVE', reference },
      { interfaceId: '2', logicOperator: 'GREATER', inputValue: 500 },
      { interfaceId: '4', logicOperator: 'NOT_EQUAL', inputValue: 0 },
    ],
    [gauge('1'), { ...gauge('2'), kind: 'COUNTER' }, { ...gauge('4'), kind: 'COMMAND' }],
  )
  expect(limitsOf(body, at(31))).toEqual([])
})

test('gives the limit of a cyclical condition only on its days', () => {
  const body = {
    ...base,
    template: 'CLOUD_ALARM',
    offsets: [{ from: 0, minutes: 60 }],
    interfaces: [gauge('1')],
    inputs: {
      lines: [
        {
          interfaceId: '1',
          isCyclical: true,
          cycleStartDate: '2026-04-06',
          cycleEndDate: '2026-04-30',
          cycle: [
            { day: 0, logicOperator: 'GREATER', action: 34 },
            { day: 7, logicOperator: 'GREATER', action: 31 },
          ],
          repetitionTime: '00:30',
        },
      ],
    },
  } as RuleBodyInput
  expect(limitsOf(body, at(5, 22, 59))).toEqual([])
  expect(limitsOf(body, at(5, 23))).toEqual([['1', 'GREATER', 34]])
  expect(limitsOf(body, at(13))).toEqual([['1', 'GREATER', 31]])
  expect(limitsOf(body, at(31))).toEqual([])
})
