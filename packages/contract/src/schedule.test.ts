import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, moveWeek, secondOf, wallTime } from './schedule.ts'
import type { WallInterval, WeekLine } from './schedule.ts'

interface Action extends WallInterval {
  readonly action: boolean
  readonly forced?: boolean
}
const isSame = (a: Action, b: Action) => a.action === b.action && a.forced === b.forced
const interval = (startTime: string, endTime: string, action = true): Action => ({ startTime, endTime, action })
const line = (weekdays: number[], ...intervals: Action[]) => ({ weekdays, intervals })

describe('a week on the wire', () => {
  it('N2 an end before the start is on the next day: cut at midnight', () => {
    expect(moveWeek([line([4], interval('22:00:00', '02:00:00'))], 0, isSame)).toEqual([
      line([4], interval('22:00:00', '23:59:59')),
      line([5], interval('00:00:00', '02:00:00')),
    ])
  })

  it('N3 adjacent by one second and equal: one', () => {
    const two = [interval('00:00:00', '05:59:59'), interval('06:00:00', '21:59:59')]
    expect(moveWeek([line([0, 1], ...two)], 0, isSame)).toEqual([line([0, 1], interval('00:00:00', '21:59:59'))])
  })

  it('not merged: another action, another force, a second between', () => {
    const first = interval('00:00:00', '05:59:59')
    for (const next of [
      interval('06:00:00', '21:59:59', false),
      { ...interval('06:00:00', '21:59:59'), forced: true },
      interval('06:00:01', '21:59:59'),
    ])
      expect(moveWeek([line([0], first, next)], 0, isSame)).toEqual([line([0], first, next)])
  })

  it('N1 from UTC to Lisbon in summer, and over the end of the week', () => {
    expect(moveWeek([line([0], interval('05:00:00', '20:59:59'))], 60, isSame)).toEqual([
      line([0], interval('06:00:00', '21:59:59')),
    ])
    expect(moveWeek([line([6], interval('23:30:00', '23:59:59'))], 60, isSame)).toEqual([
      line([0], interval('00:30:00', '00:59:59')),
    ])
    expect(moveWeek([line([0], interval('00:30:00', '01:29:59'))], -60, isSame)).toEqual([
      line([0], interval('00:00:00', '00:29:59')),
      line([6], interval('23:30:00', '23:59:59')),
    ])
  })

  it('a whole week stays one, wherever it is moved', () => {
    const always = [line([0, 1, 2, 3, 4, 5, 6], interval('00:00:00', '23:59:59'))]
    expect(moveWeek(always, 330, isSame)).toEqual(always)
  })

  /** Where in the week something is switched on, second by second of the ends. */
  const onAt = (lines: readonly WeekLine<Action>[], at: number): boolean => {
    const week = 7 * DAY_SECONDS
    const moment = ((at % week) + week) % week
    const [weekday, second] = [Math.floor(moment / DAY_SECONDS), moment % DAY_SECONDS]
    return lines.some(
      ({ weekdays, intervals }) =>
        weekdays.includes(weekday) && intervals.some(one => secondOf(one.startTime) <= second && second <= secondOf(one.endTime)),
    )
  }
  const second = fc.integer({ min: 0, max: DAY_SECONDS - 1 })
  const weeks = fc.array(
    fc.record({
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      intervals: fc.array(
        fc.tuple(second, second).map(([a, b]) => interval(wallTime(Math.min(a, b)), wallTime(Math.max(a, b)))),
        { minLength: 1, maxLength: 1 },
      ),
    }),
    { maxLength: 3 },
  )

  it('is the same week, moved, at every moment', () => {
    fc.assert(
      fc.property(weeks, fc.integer({ min: -720, max: 840 }), fc.nat(7 * DAY_SECONDS), (lines, minutes, at) => {
        const moved = moveWeek(lines, minutes, isSame)
        const ends = lines.flatMap(({ weekdays, intervals }) =>
          weekdays.flatMap(day =>
            intervals.flatMap(one => [one.startTime, one.endTime].map(t => day * DAY_SECONDS + secondOf(t))),
          ),
        )
        for (const moment of [at, ...ends, ...ends.map(one => one - 1), ...ends.map(one => one + 1)])
          expect(onAt(moved, moment + minutes * 60)).toBe(onAt(lines, moment))
        for (const one of moved.flatMap(({ intervals }) => intervals))
          expect(secondOf(one.endTime)).toBeGreaterThanOrEqual(secondOf(one.startTime))
      }),
    )
  })
})
