import { describe, expect, test } from 'vitest'
import { pauseEnd, standingOf } from './promises.ts'
import type { Answer } from './promises.ts'

const T = Date.UTC(2026, 0, 10, 2)
const at = (minute: number) => new Date(T + minute * 60_000)
const minuteOf = (date: Date | null) => (date === null ? null : (date.getTime() - T) / 60_000)

describe('the pause of an answer', () => {
  test.each([
    ['without an arrival: the quiet period', 'CRITICAL', null, null, 15],
    ['without an arrival, MAJOR: an hour', 'MAJOR', null, null, 60],
    ['an arrival in 40 minutes', 'CRITICAL', 40, null, 40],
    ['an arrival before the quiet period', 'CRITICAL', 10, null, 10],
    ['an arrival in an hour', 'CRITICAL', 60, null, 60],
    ['an arrival in more than an hour counts as none', 'CRITICAL', 61, null, 15],
    ['an arrival in two hours, MAJOR', 'MAJOR', 120, null, 120],
    ['half of the time to danger, if it is less', 'CRITICAL', 40, 30, 15],
    ['the arrival, if it is less', 'CRITICAL', 10, 30, 10],
    ['half of the time to danger without an arrival', 'CRITICAL', null, 20, 10],
    ['none where the danger is there', 'CRITICAL', 20, 0, 0],
    ['none where the danger is past', 'CRITICAL', 20, -5, 0],
  ] as const)('%s', (_, severity, arrives, danger, expected) => {
    const end = pauseEnd(
      { date: at(0), arrivesAt: arrives === null ? null : at(arrives), dangerAt: danger === null ? null : at(danger) },
      severity,
    )
    expect(minuteOf(end)).toBe(expected)
  })
})

const answer = (who: string, step: Answer['step'], minute: number, arrives: number | null = null): Answer => ({
  who,
  name: who,
  step,
  date: at(minute),
  arrivesAt: arrives === null ? null : at(arrives),
  dangerAt: null,
})
const standing = (answers: Answer[], now: number, climbed: number | null = null) => {
  const { pausedUntil, ...rest } = standingOf(answers, {
    severity: 'CRITICAL',
    now: at(now),
    climbedAt: climbed === null ? null : at(climbed),
  })
  return { ...rest, until: minuteOf(pausedUntil) }
}
const nothing = { until: null, missing: [], withdrawn: null }

test('a promise pauses until its arrival, and climbs once if nobody came', () => {
  const answers = [answer('João', 'GOING', 0, 20)]
  expect(standing(answers, 19)).toEqual({ ...nothing, until: 20 })
  expect(standing(answers, 20)).toEqual({ ...nothing, missing: ['João'] })
  expect(standing(answers, 21, 20)).toEqual(nothing)
})

test('whoever arrives settles the promises of all', () => {
  const answers = [answer('João', 'GOING', 0, 20), answer('Ana', 'GOING', 1, 30), answer('Ana', 'CHECKED', 18)]
  expect(standing(answers, 25)).toEqual({ ...nothing, until: 33 })
})

test('of two people the earlier promise counts, then the later one', () => {
  const answers = [answer('João', 'GOING', 0, 20), answer('Ana', 'GOING', 1, 40)]
  expect(standing(answers, 5).until).toBe(20)
  expect(standing(answers, 20).missing).toEqual(['João'])
  expect(standing(answers, 21, 20).until).toBe(40)
  expect(standing(answers, 40, 25).missing).toEqual(['Ana'])
})

test('whoever withdraws leaves the promise of the other', () => {
  const answers = [answer('João', 'GOING', 0, 20), answer('Ana', 'GOING', 1, 40), answer('João', 'WITHDRAWN', 2)]
  expect(standing(answers, 3)).toEqual({ ...nothing, until: 40 })
  expect(standing([...answers, answer('Ana', 'WITHDRAWN', 4)], 4)).toEqual({ ...nothing, withdrawn: 'Ana' })
  expect(standing([...answers, answer('Ana', 'WITHDRAWN', 4)], 5, 4)).toEqual(nothing)
})

test('a later promise of the same person replaces the earlier one', () => {
  expect(standing([answer('João', 'GOING', 0, 20), answer('João', 'GOING', 15, 35)], 22)).toEqual({ ...nothing, until: 35 })
})

test('who has only seen it does not stand in for who is missing', () => {
  const answers = [answer('João', 'GOING', 0, 20), answer('Ana', 'SEEN', 18)]
  expect(standing(answers, 20).missing).toEqual(['João'])
  expect(standing(answers, 21, 20)).toEqual(nothing)
})
