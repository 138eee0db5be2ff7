import { expect, test } from 'vitest'
import { round, roundDirection } from './round.ts'

test.each([
  [21.449, 1, 21.4],
  [1.005, 2, 1.01],
  [-2.5, 0, -3],
  [0.1 + 0.2, 1, 0.3],
  [-0.25, 1, -0.3],
  [-0.001, 2, 0],
  [2e306, 2, 2e306],
  [-Number.MAX_VALUE, 4, -Number.MAX_VALUE],
])('rounds %d at %d decimals to %d', (value, decimals, rounded) => expect(round(value, decimals)).toBe(rounded))

test.each([
  [360, 0, 0],
  [370, 0, 10],
  [-10, 0, 350],
  [-730.4, 1, 349.6],
  [359.6, 0, 0],
  [359.4, 0, 359],
  [-1e-18, 2, 0],
])('rounds the direction %d at %d decimals to %d', (value, decimals, rounded) =>
  expect(roundDirection(value, decimals)).toBe(rounded),
)
