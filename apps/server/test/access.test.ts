import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, everybody, sweep } from './access.ts'
import type { Farm } from './farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

test(
  'every route, as every demo role and nobody, inside, beside, above and outside: nothing leaks',
  { timeout: 480_000 },
  async () => {
    const { findings, leaks, inScope, succeeded } = await sweep(farm, everybody)
    expect(findings).toEqual([])
    expect(leaks).toBe(0)
    expect(succeeded / inScope).toBeGreaterThanOrEqual(0.98)
  },
)
