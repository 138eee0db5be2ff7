// @module-tag nightly
// Both nets alone must hold, and a hole in both must be seen: else the sweep proves nothing.
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { PATIENCE } from '../../../../tools/testing/patience.ts'
import { aFarm } from '../farm.ts'
import type { Farm } from '../farm.ts'
import { sweep } from './sweep.ts'

const holes = vi.hoisted(() => ({ within: false }))
vi.mock(import('../../src/platform/database/unitOfWork.ts'), async original => {
  const real = await original()
  const everything = sql<boolean>`true`
  return {
    ...real,
    inSubtrees: (actor, path) => (holes.within ? everything : real.inSubtrees(actor, path)),
    within: (actor, column) => (holes.within ? everything : real.within(actor, column)),
    inScope: (work, column) => (holes.within ? () => everything : real.inScope(work, column)),
  }
})

let farm: Farm
afterEach(async () => {
  holes.within = false
  await farm.close()
})

const dropPolicies = () =>
  farm.world.owner.query(`do $$ declare t record; begin
    for t in select relname from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace loop execute format('alter table %I disable row level security', t.relname); end loop;
  end $$`)

const role = ['Integrator']
const timeout = { timeout: PATIENCE.story }

test('without row-level security within() isolates everything', timeout, async () => {
  farm = await aFarm()
  await dropPolicies()
  expect(await sweep(farm, role)).toMatchObject({ leaks: 0, findings: [] })
})

test('with a hole in within() row-level security isolates everything', timeout, async () => {
  farm = await aFarm()
  holes.within = true
  const found = await sweep(farm, role)
  expect(found.findings.filter(finding => /shows|changed/.test(finding.problem))).toEqual([])
  expect(found.leaks).toBe(0)
})

test('a hole in both is detected', timeout, async () => {
  farm = await aFarm()
  await dropPolicies()
  holes.within = true
  const { leaks } = await sweep(farm, role)
  expect(leaks).toBeGreaterThan(10)
})
