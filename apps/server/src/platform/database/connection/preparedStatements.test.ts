import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../../test/farm.ts'
import type { Farm } from '../../../../test/farm.ts'
import { createLogger } from '../../log.ts'
import { createPool, createQueryBuilder } from './pool.ts'
import { MAX_PREPARED, PREPARE_AFTER } from './preparedStatements.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

/** One connection that keeps statements, and those that it keeps. */
const one = () => {
  const from = createPool({ url: farm.world.owner.options.connectionString!, max: 1, log: createLogger('silent'), role: 'owner' })
  const db = createQueryBuilder(from, { prepares: true })
  const preparedStatements = async () =>
    (await from.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(row => row.statement)
  const plus = async (n: number, and: string) =>
    (await sql<{ n: number }>`select ${n}::int + ${sql.raw(and)} as n`.execute(db)).rows[0]!.n
  return { db, statements: preparedStatements, plus, close: () => db.destroy() }
}

test('prepares statements with values that are run often', async () => {
  const { db, statements, plus, close } = one()
  for (let n = 1; n < PREPARE_AFTER; n++) expect(await plus(n, '1')).toBe(n + 1)
  expect(await statements()).toEqual([])
  for (let n = 0; n < PREPARE_AFTER; n++) expect(await plus(n, '1')).toBe(n + 1)
  for (let n = 0; n < PREPARE_AFTER * 2; n++) await sql`select 1`.execute(db)
  expect(await statements()).toEqual(['select $1::int + 1 as n'])
  await close()
})

test('runs other statements unprepared beyond the maximum', async () => {
  const { statements, plus, close } = one()
  for (let and = 0; and < MAX_PREPARED + 20; and++)
    for (let n = 0; n < PREPARE_AFTER; n++) expect(await plus(n, String(and))).toBe(n + and)
  expect(await statements()).toHaveLength(MAX_PREPARED)
  await close()
})

test('prepares again after a schema change or a lost statement', async () => {
  const { db, statements, close } = one()
  await sql`create temporary table changing (id int)`.execute(db)
  await sql`insert into changing values (1)`.execute(db)
  const look = async () => (await sql`select * from changing where id = ${1}`.execute(db)).rows
  for (let n = 0; n < PREPARE_AFTER; n++) expect(await look()).toEqual([{ id: 1 }])
  expect(await statements()).toHaveLength(1)
  await sql`alter table changing add more text`.execute(db)
  await expect(look()).rejects.toThrow('cached plan')
  for (let n = 0; n < PREPARE_AFTER; n++) expect(await look()).toEqual([{ id: 1, more: null }])
  await sql`deallocate all`.execute(db)
  await expect(look()).rejects.toThrow('does not exist')
  for (let n = 0; n < PREPARE_AFTER; n++) expect(await look()).toEqual([{ id: 1, more: null }])
  await close()
})

test('sends begin together with the first statement of a transaction', async () => {
  const { db, close } = one()
  const inside = sql<{ now: Date; after: Date }>`select transaction_timestamp() as now, statement_timestamp() as after`
  const same = async (first: ReturnType<typeof sql>) =>
    db.transaction().execute(async trx => {
      const { rows } = await first.execute(trx)
      const [one] = (await inside.execute(trx)).rows
      const [other] = (await inside.execute(trx)).rows
      expect(other!.now).toEqual(one!.now)
      return rows
    })
  expect(await same(sql`select 1 as n`)).toEqual([{ n: 1 }])
  expect(await same(sql`select ${2}::int as n`)).toEqual([{ n: 2 }])
  await expect(same(sql`select no_such_thing`)).rejects.toThrow('no_such_thing')
  await sql`create temporary table written (id int)`.execute(db)
  const write = (fails: boolean) =>
    db.transaction().execute(async trx => {
      await sql`insert into written values (1)`.execute(trx)
      if (fails) throw new Error('given up')
    })
  await expect(write(true)).rejects.toThrow('given up')
  expect((await sql`select * from written`.execute(db)).rows).toEqual([])
  await write(false)
  await db.transaction().execute(() => Promise.resolve())
  expect((await sql`select * from written`.execute(db)).rows).toEqual([{ id: 1 }])
  await close()
})
