import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, moveWeek, secondOf, toUtc, toWall, UtcWeek, wallTime } from './schedule.ts'
import type { ScheduleInterval, WallInterval, WeekLine } from './schedule.ts'

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
    const weekday = Math.floor(moment / DAY_SECONDS)
    const second = moment % DAY_SECONDS
    return lines.some(
      ({ weekdays, intervals }) =>
        weekdays.includes(weekday) &&
        intervals.some(action => secondOf(action.startTime) <= second && second <= secondOf(action.endTime)),
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
            intervals.flatMap(action => [action.startTime, action.endTime].map(t => day * DAY_SECONDS + secondOf(t))),
          ),
        )
        for (const moment of [at, ...ends, ...ends.map(end => end - 1), ...ends.map(end => end + 1)])
          expect(onAt(moved, moment + minutes * 60)).toBe(onAt(lines, moment))
        for (const action of moved.flatMap(({ intervals }) => intervals))
          expect(secondOf(action.endTime)).toBeGreaterThanOrEqual(secondOf(action.startTime))
      }),
    )
  })
})

describe('a schedule in UTC', () => {
  const summer = { timeZone: 'Europe/Lisbon', offset: 60 }
  const morning = [line([0], interval('06:00:00', '21:59:59'))]

  it('says whose clock was moved and by how much, so that the same comes back after the clock has changed', () => {
    const sent = toUtc(morning, summer)
    expect(sent).toEqual({ ...summer, lines: [line([0], interval('05:00:00', '20:59:59'))] })
    expect(toWall(sent)).toEqual(morning)
    expect(toWall({ ...sent, offset: 0 })).not.toEqual(morning)
  })

  it('is told by the clock of another zone', () => {
    expect(toWall(toUtc(morning, summer), -60)).toEqual([line([0], interval('05:00:00', '20:59:59'))])
  })

  it('keeps apart what is for other outputs, sets another value or has another name', () => {
    const two = (more: object) => [
      { weekdays: [0], intervals: [interval('06:00:00', '07:59:59'), { ...interval('08:00:00', '09:59:59'), ...more }] },
    ]
    for (const more of [{ interfaceId: '7' }, { action: false }, { displayName: 'Feeding' }])
      expect(toWall(toUtc(two(more), summer))).toEqual(two(more))
    expect(toWall(toUtc(two({}), summer))).toEqual([line([0], interval('06:00:00', '09:59:59'))])
  })

  /** Weeks as a form holds them: a weekday in one line, slots that neither touch nor overlap, in the order of the day. */
  const slots = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: DAY_SECONDS - 1 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([seconds, actions, isWhole]): ScheduleInterval[] => {
      if (isWhole) return [{ startTime: '00:00:00', endTime: '23:59:59', action: actions[0]! }]
      const ends = seconds.toSorted((a, b) => a - b)
      return ends.flatMap((from, at) => {
        const to = ends[at + 1]
        if (at % 2 === 1) return []
        return [{ startTime: wallTime(from), endTime: wallTime(to ?? from), action: actions[at / 2]! }]
      })
    })
  const weeks = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), slots), { minLength: 1, selector: ([weekday]) => weekday })
    .map(days =>
      moveWeek(
        days.map(([weekday, intervals]) => dayOf(weekday, intervals)),
        0,
        equal,
      ),
    )
  const dayOf = (weekday: number, intervals: ScheduleInterval[]) => ({ weekdays: [weekday], intervals })
  const equal = (a: ScheduleInterval, b: ScheduleInterval) => a.action === b.action
  /** Quarters of an hour as zones have them, and any other minute. */
  const offset = fc.oneof(
    fc.integer({ min: -48, max: 56 }).map(quarters => quarters * 15),
    fc.integer({ min: -720, max: 840 }),
  )

  it('comes back as it was, whatever the offset', () => {
    fc.assert(
      fc.property(weeks, offset, (lines, minutes) => {
        const sent = UtcWeek.parse(toUtc(lines, { timeZone: 'Europe/Lisbon', offset: minutes }))
        expect(toWall(sent)).toEqual(lines)
      }),
    )
  })
})
