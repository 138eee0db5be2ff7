import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, API_USER, everybody, sweep } from './access.ts'
import type { Farm } from './farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

test('every route leaks nothing to any demo role, from any entity', { timeout: 1_800_000 }, async () => {
  const { findings, leaks, inScope, succeeded } = await sweep(farm, everybody)
  expect(findings).toEqual([])
  expect(leaks).toBe(0)
  expect(succeeded / inScope).toBeGreaterThanOrEqual(0.98)
})

test('every route is bound to the scopes of an API user and leaks nothing', { timeout: 600_000 }, async () => {
  const own = await aFarm()
  try {
    const { findings, leaks, inScope, succeeded } = await sweep(own, [API_USER])
    expect(findings).toEqual([])
    expect(leaks).toBe(0)
    expect(succeeded / inScope).toBeGreaterThanOrEqual(0.98)
  } finally {
    await own.close()
  }
})
