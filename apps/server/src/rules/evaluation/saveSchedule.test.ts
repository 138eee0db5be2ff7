import { expect, test } from 'vitest'
import { dueSaves, NOTHING_SAVED, scheduleAfter } from './saveSchedule.ts'

const ALL = { states: true, positions: true }
const saved = scheduleAfter(NOTHING_SAVED, ALL, 100_000, 100_010)

test('saves everything at first', () => {
  expect(dueSaves(NOTHING_SAVED, 0, false)).toEqual(ALL)
})

test('saves nothing before the interval is over', () => {
  expect(dueSaves(saved, 101_999, false)).toEqual({ states: false, positions: false })
})

test('saves states every two seconds and positions every minute', () => {
  expect(dueSaves(saved, 102_000, false)).toEqual({ states: true, positions: false })
  expect(dueSaves(saved, 160_000, false)).toEqual(ALL)
})

test('saves everything on request, regardless of the schedule', () => {
  expect(dueSaves(saved, 100_001, true)).toEqual(ALL)
})

test('keeps the minute of positions while only states are saved', () => {
  const states = scheduleAfter(saved, { states: true, positions: false }, 102_000, 102_010)
  expect(dueSaves(states, 159_999, false)).toEqual({ states: true, positions: false })
  expect(dueSaves(states, 160_000, false)).toEqual(ALL)
})

test('waits ten times as long as the last save took', () => {
  const slow = scheduleAfter(saved, ALL, 200_000, 201_000)
  expect(dueSaves(slow, 209_999, false).states).toBe(false)
  expect(dueSaves(slow, 210_000, false).states).toBe(true)
})

test('keeps the schedule when no save was due', () => {
  expect(scheduleAfter(saved, { states: false, positions: false }, 101_000, 101_900)).toBe(saved)
})
