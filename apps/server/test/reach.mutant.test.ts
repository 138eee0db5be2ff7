// @module-tag nightly
// What would be wrong must be found: texts compared instead of paths, a list without its check, rights that are remembered.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '../src/platform/actor.ts'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { Disagreement, play, steps } from './reach.ts'

const mutant = vi.hoisted(() => ({ is: '' }))
vi.mock(import('../src/platform/database/unitOfWork.ts'), async original => {
  const real = await original()
  const likePrefix = ({ scope }: Pick<Actor, 'scope'>, path: ReturnType<typeof sql>) =>
    sql<boolean>`${path}::text like any (${(scope ?? []).map(one => `${one}%`)}::text[])`
  const inSubtrees: typeof real.inSubtrees = (actor, path) =>
    mutant.is === 'prefix' && actor.scope !== null
      ? likePrefix(actor, sql`${path}`)
      : mutant.is === 'unchecked'
        ? sql<boolean>`true`
        : real.inSubtrees(actor, path)
  return { ...real, inSubtrees }
})
vi.mock(import('../src/sessions/index.ts'), async original => {
  const real = await original()
  const identifier: typeof real.identifier = world => {
    const identify = real.identifier(world)
    const remembered = new Map<string, Actor | undefined>()
    return async (token, caller) => {
      if (mutant.is !== 'stale') return identify(token, caller)
      if (!remembered.has(token)) remembered.set(token, await identify(token, caller))
      return remembered.get(token)
    }
  }
  return { ...real, identifier }
})

let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ bare: true })
  // The second net would catch what falls through the first.
  await farm.world.owner.query('alter table entities disable row level security')
})
afterAll(() => farm.close())
beforeEach(() => void (mutant.is = ''))

const search = () =>
  fc.check(
    fc.asyncProperty(steps, story => play(farm, story).then(() => undefined)),
    { numRuns: 60, endOnFailure: true },
  )

test.each(['prefix', 'unchecked', 'stale'])('%s is found', async name => {
  mutant.is = name
  const { failed, errorInstance } = await search()
  expect(failed).toBe(true)
  expect(errorInstance).toBeInstanceOf(Disagreement)
})
