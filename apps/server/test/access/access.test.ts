import { expect, test } from 'vitest'
import { aFarm } from '../farm.ts'
import { API_USER, everybody, sweep } from './sweep.ts'

/** A sweep in which no route leaks, and at least 98 % of what a role may do succeeds. */
const CLEAN = { findings: [], leaks: 0, isCovered: true }

test('every route leaks nothing without a session or to a manager', async () => {
  expect(await sweepAs(['nobody', 'Farm manager'])).toEqual(CLEAN)
})

test('every route leaks nothing to any demo role, from any entity', { tags: ['nightly'] }, async () => {
  expect(await sweepAs(everybody)).toEqual(CLEAN)
})

test('every route is bound to the scopes of an API user and leaks nothing', { tags: ['nightly'] }, async () => {
  expect(await sweepAs([API_USER])).toEqual(CLEAN)
})

async function sweepAs(roles: readonly string[]) {
  const farm = await aFarm()
  try {
    const { findings, leaks, inScope, succeeded } = await sweep(farm, roles)
    return { findings, leaks, isCovered: succeeded / inScope >= 0.98 }
  } finally {
    await farm.close()
  }
}
