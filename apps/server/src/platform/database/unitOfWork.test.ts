import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { systemActor } from '../actor.ts'
import type { UnitOfWork } from './unitOfWork.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const somebody = { ...systemActor('a person'), kind: 'user' as const }
const rename = (work: UnitOfWork, name: string) =>
  work.sql.updateTable('entities as e').set({ name }).where('e.id', '=', farm.at.Paul!).execute()
const nameNow = async () =>
  (await farm.world.owner.query<{ name: string }>('select name from entities where id = $1', [farm.at.Paul])).rows[0]!.name
const audited = { action: 'UPDATE', objectType: 'entity', objectId: '1', objectName: 'Paul', entityId: null } as const

test("rolls back a user's change without an audit entry and names the table", async () => {
  await expect(farm.world.db.work(somebody, work => rename(work, 'Untold'))).rejects.toThrow('no audit of a change of entities')
  await expect(farm.world.db.work(somebody, work => work.sql.deleteFrom('quarantine').execute())).rejects.toThrow('quarantine')
  expect(await nameNow()).toBe('Paul')
})

test.each(['apiUser', 'publicLink', 'anyone'] as const)('rolls back a change by %s that has no audit entry', async kind => {
  await expect(farm.world.db.work({ ...somebody, kind }, work => rename(work, 'Untold'))).rejects.toThrow('no audit of a change')
  expect(await nameNow()).toBe('Paul')
})

test('needs no audit entry for reads and for the system', async () => {
  await farm.world.db.work(somebody, async work => {
    await rename(work, 'Told')
    await work.audit(audited)
  })
  expect(await nameNow()).toBe('Told')
  await farm.world.db.work(somebody, work => work.sql.selectFrom('entities').select('id').execute())
  await farm.world.db.work(systemActor('test'), work => rename(work, 'Paul'))
  expect(await nameNow()).toBe('Paul')
})

test('answers 404 for a write outside the scope or to a deleted entity', async () => {
  const { rows } = await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [farm.at.Paul])
  const bound = { ...somebody, scope: [rows[0]!.path] }
  const add = (work: UnitOfWork) =>
    work.sql.insertInto('roles').values({ entity_id: farm.at.Azinheira!, name: 'Keeper' }).execute()
  await expect(farm.world.db.work(bound, add)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(farm.world.db.work({ ...bound, kind: 'system' }, add)).rejects.toThrow('row-level security')
})

/** A step of a transaction: how many queries it makes before, inside and after the system scope, and whether it nests. */
const Step = fc.record({
  before: fc.nat(2),
  inside: fc.nat(3),
  after: fc.nat(1),
  nests: fc.constantFrom('none', 'inner', 'outer'),
  fails: fc.boolean(),
})
const WHOLE = '{""}'

test('keeps the system scope for overlapping and nested steps, then restores', async () => {
  const { rows } = await farm.world.owner.query<{ path: string }>('select path::text from entities where id = $1', [farm.at.Paul])
  const own = rows[0]!.path
  const scopeOf = async (work: UnitOfWork) =>
    (await sql<{ scope: string }>`select current_setting('app.scope') as scope`.execute(work.sql)).rows[0]!.scope
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 5 }), steps =>
      farm.world.db.work({ ...somebody, scope: [own] }, async work => {
        const seen: string[] = []
        const look = async (systemWork: UnitOfWork) => void seen.push(await scopeOf(systemWork))
        const ends = await Promise.allSettled(
          steps.map(async step => {
            for (let query = 0; query < step.before; query++) await scopeOf(work)
            await work.withSystemScope(async systemWork => {
              for (let query = 0; query < step.inside; query++) await look(systemWork)
              if (step.nests === 'inner') await systemWork.withSystemScope(look)
              if (step.nests === 'outer') await work.withSystemScope(look)
              await look(systemWork)
              if (step.fails) throw new Error('planned')
            })
            for (let query = 0; query < step.after; query++) await scopeOf(work)
          }),
        )
        expect(new Set(seen)).toEqual(new Set([WHOLE]))
        expect(ends.map(end => (end.status === 'rejected' ? String(end.reason) : end.status))).toEqual(
          steps.map(({ fails }) => (fails ? 'Error: planned' : 'fulfilled')),
        )
        expect(await scopeOf(work)).toBe(`{"${own}"}`)
      }),
    ),
    { numRuns: 60 },
  )
})

test('throws the error of a failed statement within the system scope', async () => {
  const bound = { ...somebody, scope: ['1.2'] }
  const fail = (work: UnitOfWork) => work.withSystemScope(systemWork => sql`select 1 / 0`.execute(systemWork.sql))
  await expect(farm.world.db.work(bound, fail)).rejects.toThrow('division by zero')
})
