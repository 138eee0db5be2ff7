import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { previewBody, previewProblem } from '../cycle/cyclePreview.ts'
import { cycleProblems, dayProblem, keyAt, keysOf, withDayMoved, withDay, withEntry, withoutDay } from './cycleValues.ts'

const t = await translator('en-US')
const cycle = {
  preCycle: { date: '2026-04-04', setPoint: 33, differential: 1 },
  dayOne: { date: '2026-04-06', setPoint: 32, differential: 1 },
  days: [
    { day: 7, setPoint: 29, differential: 1 },
    { day: 21, setPoint: 22, differential: 1 },
  ],
  lastDay: { day: 35, setPoint: 18, differential: 1 },
}

test('the order of the entries is fixed, and an added day stands at its place with what holds there', () => {
  const { cycle: more, key } = withDay(cycle, 14)
  expect(key).toBe('days.1')
  expect(more.days.map(day => day['day'])).toEqual([7, 14, 21])
  expect(more.days[1]).toEqual({ day: 14, setPoint: 25.5, differential: 1 })
  expect(keysOf(more)).toEqual(['preCycle', 'dayOne', 'days.0', 'days.1', 'days.2', 'lastDay'])
  expect(withoutDay(more, 'days.1')).toEqual(cycle)
})

test('a day that becomes another moves', () => {
  const moved = withDayMoved(cycle, 'days.0', 28)
  expect(moved.key).toBe('days.1')
  expect(moved.cycle.days.map(day => day['day'])).toEqual([21, 28])
})

test('a new day is a whole one after day one and before the last', () => {
  expect(dayProblem(cycle, 10, t)).toBeUndefined()
  expect(dayProblem(cycle, undefined, t)).toBe(t('invalid.whole'))
  expect(dayProblem(cycle, 1, t)).toBe(t('invalid.tooSmall', { min: 2 }))
  expect(dayProblem(cycle, 35, t)).toBe(t('rule.cycle.belowLast', { day: 35 }))
  expect(dayProblem(cycle, 21, t)).toBe(t('rule.cycle.dayTaken', { day: 21 }))
})

test('the last day comes after all others', () => {
  expect(cycleProblems(cycle, t)).toEqual([])
  expect(cycleProblems(withEntry(cycle, 'lastDay', { day: 21 }), t)).toEqual([
    { field: 'days.1.day', words: t('rule.cycle.belowLast', { day: 21 }) },
    { field: 'lastDay.day', words: t('validation.cycleDay', { previous: 21 }) },
  ])
})

test('a day is a whole one', () => {
  expect(cycleProblems(withEntry(cycle, 'lastDay', { day: 35.5 }), t)).toEqual([
    { field: 'lastDay.day', words: t('invalid.whole') },
  ])
})

test('the curve is drawn as soon as every value is there, whatever else of the rule is open', () => {
  expect(previewBody('CYCLE_THERMOSTAT', cycle, 'LINEAR', 60)?.inputs.cycle.lastDay).toMatchObject({ day: 35, setPoint: 18 })
  expect(previewBody('CYCLE_THERMOSTAT', withEntry(cycle, 'dayOne', { setPoint: undefined }), 'LINEAR', 60)).toBeUndefined()
})

test('without a curve the first thing that is wrong is told', () => {
  const problem = (item: typeof cycle | ReturnType<typeof withEntry>) => previewProblem('CYCLE_THERMOSTAT', item, 'LINEAR', t)
  expect(problem(cycle)).toBeUndefined()
  const open = withEntry(cycle, 'days.1', { setPoint: undefined })
  expect(problem(open)).toEqual({ field: 'days.1.setPoint', words: t('invalid.required') })
  expect(keyAt(open, 'days.1.setPoint')).toBe('days.1')
  expect(problem(withEntry(cycle, 'preCycle', { date: '2026-05-01' }))).toEqual({
    field: 'preCycle.date',
    words: t('invalid.PRE_CYCLE_AFTER_DAY_ONE'),
  })
  expect(problem(withEntry(cycle, 'lastDay', { day: 20 }))?.field).toBe('days.1.day')
})
