import { expect, test } from 'vitest'
import { aFarm, API_USER, everybody, sweep } from './access.ts'

test('every route leaks nothing without a session, to a manager or to a stockperson', () =>
  expectNoLeak(['nobody', 'Farm manager', 'Stockperson']))

test('every route leaks nothing to any demo role, from any entity', { tags: ['nightly'] }, () => expectNoLeak(everybody))

test('every route is bound to the scopes of an API user and leaks nothing', () => expectNoLeak([API_USER]))

async function expectNoLeak(roles: readonly string[]) {
  const farm = await aFarm()
  try {
    const { findings, leaks, inScope, succeeded } = await sweep(farm, roles)
    expect(findings).toEqual([])
    expect(leaks).toBe(0)
    expect(succeeded / inScope).toBeGreaterThanOrEqual(0.98)
  } finally {
    await farm.close()
  }
}
