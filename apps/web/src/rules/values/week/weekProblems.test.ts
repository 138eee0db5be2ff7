import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { weekProblems } from './weekProblems.ts'

const t = await translator('en-US')
const slot = (action: number, interfaceId?: string) => ({
  startTime: '06:00:00',
  endTime: '07:00:00',
  action,
  ...(interfaceId && { interfaceId }),
})
const wrong = (action: number, interfaceId?: string) =>
  weekProblems([{ weekdays: [0], intervals: [slot(action, interfaceId)] }], t, id =>
    id === '2' ? { min: 0, max: 10 } : { min: 0, max: 100 },
  ).map(problem => `${problem.field}: ${problem.words}`)

test('a value that its devices do not take is told before it is sent', () => {
  expect(wrong(100)).toEqual([])
  expect(wrong(101)).toEqual([`0.intervals.0.action: ${t('invalid.tooBig', { max: 100 })}`])
  expect(wrong(-1)).toEqual([`0.intervals.0.action: ${t('invalid.tooSmall', { min: 0 })}`])
  expect(wrong(11, '2')).toEqual([`0.intervals.0.action: ${t('invalid.tooBig', { max: 10 })}`])
})
