import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ON_DUTY, reachAt, waitOf } from './run.ts'
import type { Level, PassedLevel } from './run.ts'

const DELAY = 300
/** A level of people, each their own member. */
const level = (...userIds: string[]): Level => ({ members: userIds, userIds, delay: DELAY, dangerShare: 25 })

/** Takes the steps of a run one after the other, with the levels as they are at each. */
function run(levelsAtStep: readonly (readonly Level[])[]) {
  let passed: readonly PassedLevel[] = []
  return levelsAtStep.map((levels, step) => {
    const reach = reachAt(levels, passed, step)
    ;({ passed } = reach)
    return reach.userIds
  })
}

describe('a run of [on duty], [A], [B], [C]', () => {
  const list = (duty: readonly string[]): Level[] => [
    { members: [ON_DUTY], userIds: duty, delay: DELAY, dangerShare: 25 },
    level('A'),
    level('B'),
    level('C'),
  ]

  test('notifies one more level at each step after the shift ended', () => {
    expect(run([list(['D']), list([]), list([]), list([])])).toEqual([['D'], ['A'], ['A', 'B'], ['A', 'B', 'C']])
  })

  test('goes on after the level that was notified when a shift begins later', () => {
    expect(run([list([]), list(['D']), list(['D'])])).toEqual([['A'], ['D', 'A', 'B'], ['D', 'A', 'B', 'C']])
  })

  test('notifies whoever took over the shift together with the next level', () => {
    expect(run([list(['D']), list(['E'])])).toEqual([['D'], ['E', 'A']])
  })

  test('is at its last step when nobody ahead is left', () => {
    const passed = reachAt(list(['D']), [], 0).passed
    expect(reachAt([level('A')], passed, 1)).toMatchObject({ userIds: ['A'], isLast: true })
  })
})

describe('a run whose list is edited', () => {
  test('keeps its place when a notified person is taken off', () => {
    expect(
      run([
        [level('A'), level('B'), level('C')],
        [level('B'), level('C')],
      ]),
    ).toEqual([['A'], ['B']])
  })

  test('notifies an inserted level next and nobody behind it', () => {
    expect(
      run([
        [level('A'), level('B')],
        [level('X'), level('A'), level('B')],
      ]),
    ).toEqual([['A'], ['A', 'X']])
  })

  test('keeps the turn of a level that gets one more person', () => {
    expect(
      run([
        [level('A'), level('B'), level('C')],
        [level('A', 'X'), level('B'), level('C')],
      ]),
    ).toEqual([['A'], ['A', 'X', 'B']])
  })

  test('notifies a person of two levels at both', () => {
    const twice = [level('A'), level('B'), level('A', 'C')]
    expect(run([twice, twice, twice])).toEqual([['A'], ['A', 'B'], ['A', 'B', 'C']])
  })
})

const person = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
const configured = fc.record({
  userIds: fc.uniqueArray(person, { maxLength: 3 }),
  onDuty: fc.boolean(),
  delay: fc.integer({ min: 1, max: 5 }),
})
/** Who is on duty, and who cannot be notified. */
const minute = fc.record({ duty: fc.subarray(['A', 'D', 'G']), away: fc.subarray(['A', 'B', 'C', 'D', 'E', 'F', 'G']) })

test('notifies as planned by the configured list whatever rosters and absences do', () => {
  fc.assert(
    fc.property(
      fc.array(configured, { minLength: 1, maxLength: 6 }),
      fc.array(minute, { minLength: 1, maxLength: 10 }),
      (list, minutes) => {
        let passed: readonly PassedLevel[] = []
        let position = -1
        for (const [step, { duty, away }] of minutes.entries()) {
          const levels = list.map(({ userIds, onDuty, delay }): Level => {
            const people = [...new Set([...(onDuty ? duty : []), ...userIds])].filter(id => !away.includes(id))
            return { members: [...(onDuty ? [ON_DUTY] : []), ...userIds], userIds: people, delay, dangerShare: 25 }
          })
          // Plan: the next configured level that has somebody now.
          const next = levels.findIndex(({ userIds }, at) => at > position && userIds.length > 0)
          if (next < 0) return
          position = next
          const reach = reachAt(levels, passed, step)
          ;({ passed } = reach)
          expect(new Set(reach.userIds)).toEqual(new Set(levels.slice(0, next + 1).flatMap(({ userIds }) => userIds)))
          expect(reach.delay).toBe(levels[next]!.delay)
          expect(reach.isLast).toBe(levels.slice(next + 1).every(({ userIds }) => userIds.length === 0))
        }
      },
    ),
  )
})

test('gives a turn to exactly one level at each step of a list that is edited', () => {
  const edited = fc.array(fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F'], { minLength: 1 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(edited, lists => {
      const notified = new Set<string>()
      let passed: readonly PassedLevel[] = []
      for (const [step, list] of lists.entries()) {
        const next = list.find(id => !notified.has(id))
        if (next === undefined) return
        const reach = reachAt(
          list.map(id => level(id)),
          passed,
          step,
        )
        ;({ passed } = reach)
        expect(reach.userIds.filter(id => !notified.has(id))).toEqual([next])
        notified.add(next)
      }
    }),
  )
})

describe('the wait of a level', () => {
  const planned = { delay: 2700, dangerShare: 25 }
  test.each([
    ['is the planned one without an estimate', planned, null, 2700],
    ['is the planned one without a share', { ...planned, dangerShare: null }, 26, 2700],
    ['is its share of 26 minutes', planned, 26, 390],
    ['is the planned one where the share is longer', { ...planned, delay: 300 }, 26, 300],
    ['is a minute at the least', planned, 0, 60],
  ])('%s', (_, level, minutes, seconds) => expect(waitOf(level, minutes)).toBe(seconds))

  test('is never longer than planned and never shorter than a minute', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 7200 }),
        fc.option(fc.integer({ min: 5, max: 90 })),
        fc.option(fc.integer({ min: 0, max: 600 })),
        (delay, dangerShare, minutes) => {
          const wait = waitOf({ delay, dangerShare }, minutes)
          expect(wait).toBeLessThanOrEqual(delay)
          expect(wait).toBeGreaterThanOrEqual(60)
          expect(waitOf({ delay, dangerShare }, null)).toBe(delay)
        },
      ),
    ))

  test('of any number of levels ends before the danger', () =>
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 180 }), fc.integer({ min: 1, max: 4 }), (minutes, levels) => {
        let passed = 0
        for (let level = 0; level < levels; level++) passed += waitOf(planned, Math.floor(minutes - passed / 60))
        expect(passed / 60).toBeLessThan(minutes)
      }),
    ))
})
