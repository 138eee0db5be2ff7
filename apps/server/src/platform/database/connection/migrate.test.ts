import { inject, describe, expect, test } from 'vitest'
import { createDatabase } from '../../../../test/cluster.ts'
import { createLogger } from '../../log.ts'
import { migrate, IncompatibleHistory, incompatibleHistory } from './migrate.ts'
import { createPool, createQueryBuilder } from './pool.ts'

test('migrates a database once and refuses one with other migrations', async () => {
  const url = await createDatabase(inject('clusterUrl'), `migrate_${process.pid}`, 'template0')
  const owner = createPool({ url, max: 2, log: createLogger('silent'), role: 'owner', statementTimeout: 0 })
  try {
    const db = createQueryBuilder(owner) as never // safe: migrations speak SQL, not the schema's types
    const [first] = await migrate(db)
    expect(first).toMatch(/^001-/)
    expect(await migrate(db)).toEqual([])
    await owner.query(`update migration_digests set digest = 'another' where name = $1`, [first])
    await expect(migrate(db)).rejects.toThrow(IncompatibleHistory)
    await owner.query('drop table migration_digests')
    await expect(migrate(db)).rejects.toThrow(IncompatibleHistory)
  } finally {
    await owner.end()
  }
})

test('leaves the database of an earlier version unchanged', async () => {
  const url = await createDatabase(inject('clusterUrl'), `earlier_${process.pid}`, 'template0')
  const owner = createPool({ url, max: 2, log: createLogger('silent'), role: 'owner', statementTimeout: 0 })
  try {
    await owner.query('create table kysely_migration (name text primary key, timestamp text not null)')
    await owner.query(`insert into kysely_migration values ('001-people', '2026-01-01'), ('002-terminals', '2026-01-01')`)
    await expect(migrate(createQueryBuilder(owner) as never)).rejects.toMatchObject({ migration: '001-people', isNewer: false }) // safe: as above
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ name: 'kysely_migration' }])
  } finally {
    await owner.end()
  }
})

describe('the history of a database', () => {
  const all = ['001-tree', '002-people'].map(name => ({ name, digest: `${name} text` }))
  const digests = new Map(all.map(({ name, digest }) => [name, digest]))
  test.each([
    ['empty', [], undefined],
    ['at an earlier step of this version', ['001-tree'], undefined],
    ['up to date', ['001-tree', '002-people'], undefined],
    ['with one step more', ['001-tree', '002-people', '003-boxes'], { migration: '003-boxes', isNewer: true }],
    ['with unknown steps only', ['001-people'], { migration: '001-people', isNewer: false }],
    ['with a step more and one less', ['001-tree', '003-boxes'], { migration: '003-boxes', isNewer: false }],
  ])('%s', (_, applied, other) => {
    const found = incompatibleHistory(all, applied, digests)
    expect(found && { migration: found.migration, isNewer: found.isNewer }).toEqual(other)
  })
  test('with another text of a step', () => {
    const changed = new Map([...digests, ['001-tree', 'other text']])
    expect(incompatibleHistory(all, ['001-tree'], changed)).toMatchObject({ migration: '001-tree', isNewer: false })
  })
})
