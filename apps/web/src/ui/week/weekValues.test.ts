import fc from 'fast-check'
import { secondOf } from '@steading/contract/rules/schedule'
import { describe, expect, test } from 'vitest'
import {
  type WeekValues,
  drawSlot,
  dragSlot,
  endFor,
  eraseSlot,
  moveToDay,
  roomOn,
  spanOf,
  occupiedDays,
  withNewLine,
  withNewSlot,
  withSlot,
  withWeekdays,
} from './weekValues.ts'

const slot = (startTime: string, endTime: string) => ({ startTime, endTime, action: true })
const week: WeekValues = [{ weekdays: [0, 1, 2, 3, 4], intervals: [slot('06:00:00', '10:59:59'), slot('13:00:00', '18:59:59')] }]
const times = (week: WeekValues, line = 0) => week[line]?.intervals.map(interval => `${interval.startTime}-${interval.endTime}`)
const hour = 3600
const on = { action: true }

test('an end that is open, or not after its start, follows it by a second, up to the last of the day', () => {
  expect(endFor('06:00:00', undefined)).toBe('06:00:01')
  expect(endFor('06:00:00', '05:00:00')).toBe('06:00:01')
  expect(endFor('06:00:00', '07:00:00')).toBe('07:00:00')
  expect(endFor('23:59:59', undefined)).toBe('23:59:59')
  expect(endFor('nonsense', '07:00:00')).toBe('07:00:00')
})

describe('typing', () => {
  test('slots stay in the order of the day, and what cannot be read stays as it was typed', () => {
    expect(times(withSlot(week, { line: 0, slot: 0 }, { startTime: '20:00:00' }))).toEqual([
      '13:00:00-18:59:59',
      '20:00:00-20:00:01',
    ])
    expect(withSlot(week, { line: 0, slot: 0 }, { endTime: 'x' })[0]?.intervals[0]?.endTime).toBe('x')
  })
  test('a slot whose start is mistyped stays where it is until the start can be read again', () => {
    const mistyped = (slot: number) => withSlot(week, { line: 0, slot }, { startTime: '25:00' })
    expect(times(mistyped(0))).toEqual(['25:00-10:59:59', '13:00:00-18:59:59'])
    expect(times(mistyped(1))).toEqual(['06:00:00-10:59:59', '25:00-18:59:59'])
    expect(times(withSlot(mistyped(0), { line: 0, slot: 0 }, { startTime: '14:00:00' }))?.[0]).toBe('13:00:00-18:59:59')
  })
  test('weekdays of other lines are taken; a new line has those that are left, a new slot the next hour', () => {
    expect([...occupiedDays(week, -1)]).toEqual([0, 1, 2, 3, 4])
    expect(occupiedDays(week, 0).size).toBe(0)
    expect(withNewLine(week)[1]).toEqual({ weekdays: [5, 6], intervals: [] })
    expect(times(withNewSlot(week, 0, on))?.at(-1)).toBe('19:00:00-19:59:59')
    expect(withWeekdays(week, 0, [4, 0])[0]?.weekdays).toEqual([0, 4])
  })
})

describe('drawing', () => {
  test('is in whole quarters of an hour, belongs to the line of the day, and keeps off what is there', () => {
    expect(times(drawSlot(week, 1, [11.1 * hour, 12.2 * hour], on)!.week)).toContain('11:00:00-12:14:59')
    expect(times(drawSlot(week, 1, [11 * hour, 15 * hour], on)!.week)).toContain('11:00:00-12:59:59')
    expect(drawSlot(week, 1, [7 * hour, 8 * hour], on)).toBeNull()
    const made = drawSlot(week, 5, [20 * hour, 24 * hour], on)!
    expect(made.week[1]).toEqual({ weekdays: [5], intervals: [{ ...on, startTime: '20:00:00', endTime: '23:59:59' }] })
    expect(made.at).toEqual({ line: 1, slot: 0 })
  })
  test('finds room for an hour by itself', () => {
    expect(roomOn(week, 6)).toEqual([6 * hour, 7 * hour])
    expect(roomOn(week, 0)).toEqual([19 * hour, 20 * hour])
    expect(roomOn([{ weekdays: [0], intervals: [slot('00:00:00', '23:59:59')] }], 0)).toBeUndefined()
  })
})

describe('dragging', () => {
  test('moves a slot, its start or its end, up to its neighbours', () => {
    const at = { line: 0, slot: 0 }
    expect(times(dragSlot(week, at, 'whole', hour).week)?.[0]).toBe('07:00:00-11:59:59')
    expect(times(dragSlot(week, at, 'whole', 9 * hour).week)?.[0]).toBe('08:00:00-12:59:59')
    expect(times(dragSlot(week, at, 'end', 900).week)?.[0]).toBe('06:00:00-11:14:59')
    expect(times(dragSlot(week, at, 'end', -9 * hour).week)?.[0]).toBe('06:00:00-06:14:59')
    expect(times(dragSlot(week, at, 'start', -7 * hour).week)?.[0]).toBe('00:00:00-10:59:59')
  })

  test('never leaves the day, never turns a slot round, never runs into another', () => {
    const second = fc.integer({ min: -90_000, max: 90_000 })
    const grip = fc.constantFrom('whole' as const, 'start' as const, 'end' as const)
    fc.assert(
      fc.property(fc.constantFrom(0, 1), grip, fc.array(second, { maxLength: 5 }), (first, grabbed, moves) => {
        let now: { week: WeekValues; at: { line: number; slot: number } } = { week, at: { line: 0, slot: first } }
        for (const by of moves) now = dragSlot(now.week, now.at, grabbed, by)
        const spans = now.week[0]!.intervals.map(interval => spanOf(interval)!)
        const edges = spans.flatMap(({ from, to }) => [from, to])
        expect(edges).toEqual(edges.toSorted((a, b) => a - b))
        expect(new Set(edges).size).toBe(edges.length)
        expect(edges[0]).toBeGreaterThanOrEqual(0)
        expect(edges.at(-1)).toBeLessThanOrEqual(secondOf('23:59:59'))
      }),
    )
  })
})

test('a slot is erased, and with its last slot the line', () => {
  expect(times(eraseSlot(week, { line: 0, slot: 0 }))).toEqual(times(week)?.slice(1))
  const two = [...week, { weekdays: [5], intervals: [slot('06:00:00', '06:59:59')] }]
  expect(eraseSlot(two, { line: 1, slot: 0 })).toEqual(week)
})

describe('another weekday', () => {
  test('the slot goes there alone: the days that shared their slots keep theirs', () => {
    const made = moveToDay(week, { line: 0, slot: 1 }, { from: 1, to: 5, by: hour })
    expect(made?.week).toEqual([
      { ...week[0], weekdays: [0, 2, 3, 4] },
      { weekdays: [1], intervals: [slot('06:00:00', '10:59:59')] },
      { weekdays: [5], intervals: [slot('14:00:00', '19:59:59')] },
    ])
    expect(made?.at).toEqual({ line: 2, slot: 0 })
  })
  test('it takes its place among those that are there, and a day without slots is of no line', () => {
    const two = [
      { weekdays: [0], intervals: [slot('06:00:00', '06:59:59')] },
      { weekdays: [1, 2], intervals: [slot('08:00:00', '08:59:59')] },
    ]
    expect(moveToDay(two, { line: 0, slot: 0 }, { from: 0, to: 1, by: 0 })?.week).toEqual([
      { ...two[1], weekdays: [2] },
      { weekdays: [1], intervals: [slot('06:00:00', '06:59:59'), slot('08:00:00', '08:59:59')] },
    ])
  })
  test('where there is no room it stays', () => {
    expect(moveToDay(week, { line: 0, slot: 0 }, { from: 0, to: 1, by: 0 })).toBeNull()
  })
  test('no second is lost or made', () => {
    const total = (week: WeekValues) =>
      week
        .flatMap(line => line.weekdays.flatMap(() => line.intervals))
        .reduce((sum, slot) => {
          const span = spanOf(slot)
          return sum + (span ? span.to - span.from + 1 : 0)
        }, 0)
    fc.assert(
      fc.property(fc.nat(6), fc.nat(4), fc.nat(1), fc.integer({ min: -86_400, max: 86_400 }), (to, from, at, by) => {
        const made = moveToDay(week, { line: 0, slot: at }, { from, to, by })
        expect(total(made?.week ?? week)).toBe(total(week))
      }),
    )
  })
})
