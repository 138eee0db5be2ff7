import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { PendingEffect } from './apply.ts'
import type { EventRule } from '../rules.sql.ts'
import { createApplyWithFallback } from './applyWithFallback.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const pending = (key: string) => ({ effect: { key } }) as PendingEffect // safe: all that is looked at
const rule = { id: '1' } as EventRule // safe: as above

/** Applies by writing each key down; what is no number is none to the database either. Answers what stands there then. */
async function applied(...rules: readonly (readonly string[])[]) {
  const logged: unknown[] = []
  const discarded: string[] = []
  const bites: number[] = []
  const log = {
    error: ({ effect }: { effect: unknown }) => void logged.push(effect),
    warn: () => undefined,
  } as unknown as Farm['world']['log'] // safe: all that is called
  const apply = createApplyWithFallback(
    { log },
    async (work, _, effects) => {
      bites.push(effects.length)
      for (const { effect } of effects) await sql`insert into applied values (${effect.key}::int)`.execute(work.sql)
    },
    async (_, { key }) => discarded.push(key),
  )
  const written = await farm.world.db.work(systemActor('test'), async (work: UnitOfWork) => {
    await sql`create temporary table applied (n int) on commit drop`.execute(work.sql)
    await apply(
      work,
      rules.map(keys => ({ rule, effects: keys.map(pending) })),
    )
    return (await sql<{ n: number }>`select n from applied`.execute(work.sql)).rows.map(row => row.n)
  })
  expect(discarded).toEqual(logged)
  return { written, logged, bites }
}

test('applies effects together, each once', async () => {
  expect(await applied(['1', '2', '3'])).toEqual({ written: [1, 2, 3], logged: [], bites: [3] })
  expect(await applied(['1'])).toEqual({ written: [1], logged: [], bites: [1] })
})

test('a failing effect blocks no other and is logged once', async () => {
  expect(await applied(['1', 'none', '3'])).toEqual({ written: [1, 3], logged: ['none'], bites: [3, 1, 1, 1] })
  expect(await applied(['none'])).toEqual({ written: [], logged: ['none'], bites: [1] })
})

test('applies rules concurrently except those with faults', async () => {
  expect(await applied(['1', '2'], ['3'])).toEqual({ written: [1, 3, 2], logged: [], bites: [2, 1] })
  expect(await applied(['1'], ['none', '3'], ['4', '5'])).toEqual({
    written: [1, 3, 4, 5],
    logged: ['none'],
    bites: [1, 2, 2, 1, 2, 1, 1, 2],
  })
})
