import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { play, steps } from './reach.ts'

/** Person and entity, compared after every step; REACH_PAIRS=100000 takes its time. */
const PAIRS = Number(process.env.REACH_PAIRS ?? 5_000)

let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ bare: true })
})
afterAll(() => farm.close())

test('users see exactly what a naive model predicts after any change of tree and roles', async () => {
  let pairs = 0
  while (pairs < PAIRS)
    await fc.assert(
      fc.asyncProperty(steps, async story => {
        pairs += await play(farm, story)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  expect(pairs).toBeGreaterThanOrEqual(PAIRS)
})
