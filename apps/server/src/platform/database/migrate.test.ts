import { inject, expect, test } from 'vitest'
import { createDatabase } from '../../../test/cluster.ts'
import { logger } from '../log.ts'
import { migrate, OtherHistory } from './migrate.ts'
import { database, pool } from './pool.ts'

test('a database is migrated once; one whose steps were others is refused, and left as it is', async () => {
  const url = await createDatabase(inject('clusterUrl'), `migrate_${process.pid}`, 'template0')
  const owner = pool({ url, max: 2, log: logger('silent'), as: 'owner', statementTimeout: 0 })
  try {
    const db = database(owner) as never // safe: migrations speak SQL, not the schema's types
    const [first] = await migrate(db)
    expect(first).toMatch(/^001-/)
    expect(await migrate(db)).toEqual([])
    await owner.query(`update migration_digests set digest = 'another' where name = $1`, [first])
    await expect(migrate(db)).rejects.toThrow(new OtherHistory(first!))
    await owner.query('drop table migration_digests')
    await expect(migrate(db)).rejects.toThrow(OtherHistory)
    await owner.query('delete from kysely_migration')
    await owner.query(`insert into kysely_migration values ('000-older', '2026-01-01')`)
    await expect(migrate(db)).rejects.toThrow(OtherHistory)
  } finally {
    await owner.end()
  }
})
