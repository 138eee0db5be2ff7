import { expect, test } from 'vitest'
import { known, plain, t } from '../body.sample.ts'
import { storedConditionWords } from './storedConditions.ts'

const line = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 26, permanenceTime: '00:10' }
const wordsOf = (value: unknown, engine: Parameters<typeof storedConditionWords>[0] = 'ALARM_WITHOUT_ACTUATION', id = 'lines') =>
  storedConditionWords(engine, id, value, known, t)?.map(plain)

test('conditions as they were entered read as on the page of their rule', () => {
  expect(
    wordsOf([line, { ...line, interfaceId: '4', logicOperator: 'EQUAL', inputValue: false, repetitionTime: '00:30' }]),
  ).toEqual([
    'Temperature above 26.0 °C for 10 min, one notification only',
    'Mains: “Power failure” for 10 min, repeats every 30 min, at most 3 times',
  ])
  const { permanenceTime: _, ...open } = line
  expect(wordsOf([open], 'CLOUD_ALARM')).toEqual(['Temperature above 26.0 °C for 10 min, one notification only'])
  const { logicOperator: __, inputValue: ___, ...bare } = line
  const dates = { isCyclical: true, cycleStartDate: '2026-04-06', cycleEndDate: '2026-05-18' }
  const cycle = [{ day: 0, logicOperator: 'GREATER', action: 34 }]
  expect(wordsOf([{ ...bare, ...dates, cycle }], 'CLOUD_ALARM')?.[0]).toMatch(
    /^Temperature: .*06-04-2026.*above 34.0 °C.*one notification only$/,
  )
})

test('what are no conditions is not said', () => {
  expect(wordsOf([line], 'SCHEDULER')).toBeUndefined()
  expect(wordsOf(['1'], 'ALARM_WITH_ACTUATION', 'outputs')).toBeUndefined()
  expect(wordsOf([{ interfaceId: '1' }])).toBeUndefined()
})
