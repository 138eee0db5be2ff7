import { RuleBody } from '@steading/contract/rules/body'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { envelope, offsets, describe, specs, t } from './body.sample.ts'
import { weekdaysWords } from '@steading/locales/weekdays'
import { placeSlots } from '../../ui/week/slotLayout.ts'
import { strengthOf } from '../schedule/strength.ts'
import { weeksByOutputs } from './schedulerWeeks.ts'

const working = [0, 1, 2, 3, 4]
const slot = (startTime: string, endTime: string, action: boolean | number, more: object = {}) => ({
  startTime,
  endTime,
  action,
  ...more,
})
const scheduler = (
  lines: { weekdays: number[]; intervals: ReturnType<typeof slot>[] }[],
  callbackValue: boolean | number = false,
  outputs: string[] = ['7'],
  template: 'SCHEDULER' | 'FORCED_SCHEDULER' = 'SCHEDULER',
) => ({
  ...envelope,
  template,
  offsets,
  interfaces: [specs[6], specs[7], specs[11], specs[12]],
  inputs: { outputs, lines, callbackValue },
})

test('a week in words, whom it yields to, and by which clock', () => {
  const lines = [{ weekdays: working, intervals: [slot('06:00:00', '21:59:59', true)] }]
  expect(describe(scheduler(lines)).sentences).toEqual([
    'Mon–Fri 06:00–21:59:59: On; otherwise Off',
    'Controls Pads.',
    'Sends a command at the start and end of each time slot; in between, people and control rules may change the devices.',
    'Times are in farm local time (Europe/Lisbon).',
  ])
  const forced = describe(scheduler(lines, false, ['7'], 'FORCED_SCHEDULER'))
  expect(forced.sentences[0]).toBe('Mon–Fri 06:00–21:59:59: On; otherwise Off')
  expect(forced.sentences[2]).toBe(
    'During a time slot, it overrides manual commands and control rules; only an alarm with command takes precedence. After the slot, the devices are released.',
  )
  expect(forced.limits.size).toBe(0)
})

test('several slots of a day, their names, and days that differ', () => {
  const { sentences } = describe(
    scheduler(
      [
        {
          weekdays: working,
          intervals: [slot('06:00:00', '10:59:59', 60), slot('05:00:00', '05:59:59', 20, { displayName: 'Dawn' })],
        },
        { weekdays: [5, 6], intervals: [slot('00:00:00', '23:59:59', 50)] },
      ],
      0,
      ['6'],
    ),
  )
  expect(sentences.slice(0, 2).map(sentence => sentence.replaceAll('\u00a0', ' '))).toEqual([
    'Mon–Fri 05:00–05:59:59: 20 % (Dawn), 06:00–10:59:59: 60 %; otherwise 0 %',
    'Sat, Sun All day: 50 %; otherwise 0 %',
  ])
})

test('days in words: rows, single ones, all', async () => {
  expect(weekdaysWords([6, 0, 2, 1], t)).toBe('Mon–Wed, Sun')
  expect(weekdaysWords([0, 1], t)).toBe('Mon, Tue')
  expect(weekdaysWords([0, 1, 2, 3, 4, 5, 6], t)).toBe('Every day')
  expect(weekdaysWords([1, 2, 3], await translator('fr-FR'))).toBe('Mar.–jeu.')
})

const inputsOf = (body: unknown) => {
  const parsed = RuleBody.parse(body)
  if (parsed.template !== 'SCHEDULER') throw new Error('no scheduler')
  return parsed.inputs
}

test('devices with the same week are told together, others apart', () => {
  const body = scheduler(
    [
      {
        weekdays: [0],
        intervals: [slot('06:00:00', '06:59:59', true), slot('08:00:00', '08:59:59', true, { interfaceId: '11' })],
      },
      { weekdays: [0], intervals: [slot('08:00:00', '08:29:59', true, { interfaceId: '12' })] },
    ],
    false,
    ['7', '11', '12'],
  )
  expect(weeksByOutputs(inputsOf(body)).map(week => week.outputs)).toEqual([['7'], ['11'], ['12']])
  expect(describe(body).sentences.slice(0, 3)).toEqual([
    'Pads: Mon 06:00–06:59:59: On; otherwise Off',
    'Siren: Mon 06:00–06:59:59: On, 08:00–08:59:59: On; otherwise Off',
    'Main valve: Mon 06:00–06:59:59: Open, 08:00–08:29:59: Open; otherwise Closed',
  ])
  const same = scheduler([{ weekdays: [0], intervals: [slot('06:00:00', '06:59:59', true)] }], false, ['7', '11'])
  expect(weeksByOutputs(inputsOf(same)).map(week => week.outputs)).toEqual([['7', '11']])
  expect(describe(same).sentences[0]).toBe('Mon 06:00–06:59:59: On; otherwise Off')
})

test('a slot is drawn from its first second to the end of its last, on each of its days', () => {
  const slots = placeSlots(
    [{ weekdays: [1, 3], intervals: [slot('06:00:00', '11:59:59', 60), slot('12:00:00', '12:29:59', 100)] }],
    ({ action }) => strengthOf(action, 100),
  )
  expect(slots.map(({ weekday, top, height, room, strength }) => [weekday, top, height, room, strength])).toEqual([
    [1, 25, 25, 'time', 2],
    [3, 25, 25, 'time', 2],
    [1, 50, 100 / 48, 'none', 3],
    [3, 50, 100 / 48, 'none', 3],
  ])
})

test('the tint of a slot grows with its action; off has none', () => {
  expect([false, 0, 20, 60, 100].map(action => strengthOf(action, 100))).toEqual([0, 0, 1, 2, 3])
  expect(strengthOf(true, 1)).toBe(3)
})
